package io.windhover.policies.bag;

import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.simulator.testkit.PolicyContract;

class HadsAuthorsContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new HadsAuthors(HadsSettings.PAPER);
  }
}
