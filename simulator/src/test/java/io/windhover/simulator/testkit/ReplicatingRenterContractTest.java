package io.windhover.simulator.testkit;

import io.windhover.core.policy.Policy;

class ReplicatingRenterContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Renter(2);
  }
}
