package io.windhover.policies.bag;

import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.plan.AuthorsPlanner;
import io.windhover.simulator.testkit.PolicyContract;

class SpotNoHibernationContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new SpotNoHibernation(new AuthorsPlanner(), Release.AT_ONCE);
  }
}
