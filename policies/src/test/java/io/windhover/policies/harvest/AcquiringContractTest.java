package io.windhover.policies.harvest;

import io.windhover.core.policy.Policy;
import io.windhover.policies.harvest.acquire.Acquirer;
import io.windhover.policies.harvest.frame.Acquiring;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.simulator.testkit.PolicyContract;

/** Stories last a minute, so an epoch is ten seconds; a third is traded, so that it happens. */
class AcquiringContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    Acquiring acquiring = new Acquiring(new Acquirer(0.34, 0.6, 0.8), 10_000, 3, true);
    return new HarvestPolicy(new Slack(false), new HarvestSettings(60_000, acquiring));
  }
}
