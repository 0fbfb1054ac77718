package io.windhover.policies.workflow;

import io.windhover.core.policy.Policy;
import io.windhover.policies.workflow.frame.WorkflowPolicy;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.simulator.testkit.PolicyContract;

class IcPcpContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new WorkflowPolicy(new IcPcp(), WorkflowSettings.DEFAULT);
  }
}
