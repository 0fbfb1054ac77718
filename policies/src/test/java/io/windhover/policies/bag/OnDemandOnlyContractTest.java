package io.windhover.policies.bag;

import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.plan.AuthorsPlanner;
import io.windhover.simulator.testkit.PolicyContract;

class OnDemandOnlyContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new OnDemandOnly(new AuthorsPlanner(), Release.AT_ONCE);
  }
}
