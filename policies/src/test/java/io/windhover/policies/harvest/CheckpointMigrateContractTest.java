package io.windhover.policies.harvest;

import io.windhover.core.policy.Policy;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.simulator.testkit.PolicyContract;

/** Stories last a minute, so a checkpoint every three seconds. */
class CheckpointMigrateContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new HarvestPolicy(new CheckpointMigrate(3000), HarvestSettings.DEFAULT);
  }
}
