package io.windhover.simulator.testkit;

import io.windhover.core.policy.Policy;

class RotaContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new Rota();
  }
}
