package io.windhover.policies.workflow;

import io.windhover.core.policy.Policy;
import io.windhover.simulator.testkit.PolicyContract;

class PortfolioContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Portfolio(true);
  }

  @Override
  protected long stories() {
    return 60;
  }
}
