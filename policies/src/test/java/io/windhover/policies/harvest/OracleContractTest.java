package io.windhover.policies.harvest;

import io.windhover.core.policy.Policy;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.simulator.testkit.PolicyContract;
import java.util.TreeMap;

/** Told nothing of the future, it must still be safe. */
class OracleContractTest extends PolicyContract {
  @Override
  protected Policy policy() {
    return new HarvestPolicy(new Oracle(machine -> new TreeMap<>()), HarvestSettings.DEFAULT);
  }
}
