package io.windhover.policies.workflow;

import io.windhover.core.policy.Policy;
import io.windhover.policies.workflow.justintime.JustInTime;
import io.windhover.simulator.testkit.PolicyContract;

class WorkflowContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Workflow(new JustInTime(true));
  }
}
