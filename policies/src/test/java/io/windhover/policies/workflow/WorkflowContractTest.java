package io.windhover.policies.workflow;

import io.windhover.core.policy.Policy;
import io.windhover.simulator.testkit.PolicyContract;

class WorkflowContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Workflow(true);
  }

  @Override
  protected long stories() {
    return 16;
  }
}
