package io.windhover.policies.harvest;

import io.windhover.core.policy.Policy;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.policies.harvest.own.Harvest;
import io.windhover.simulator.testkit.PolicyContract;

class HarvestOldestContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new HarvestPolicy(new Harvest(false), HarvestSettings.DEFAULT);
  }

  /** It weighs every machine for every task; others need a tenth of its time. */
  @Override
  protected long stories() {
    return 120;
  }
}
