package io.windhover.policies.bag;

import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.PrimaryPlanner;
import io.windhover.simulator.testkit.PolicyContract;

class OnDemandOnlyContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new OnDemandOnly(new PrimaryPlanner(HadsSettings.PAPER), Release.AT_ONCE);
  }
}
