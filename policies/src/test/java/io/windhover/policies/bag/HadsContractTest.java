package io.windhover.policies.bag;

import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.simulator.testkit.PolicyContract;

class HadsContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Hads(HadsSettings.PAPER);
  }
}
