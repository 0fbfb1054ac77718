package io.windhover.policies.bag;

import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.frugal.BagSettings;
import io.windhover.simulator.testkit.PolicyContract;

class BagContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Bag(BagSettings.DEFAULT);
  }
}
