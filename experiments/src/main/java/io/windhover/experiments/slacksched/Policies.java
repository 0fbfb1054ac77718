package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.policy.Policy;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.harvest.Oracle;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.simulator.KillOrder;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Who is compared. */
final class Policies {
  static final String CAPACITY = "capacity";
  static final String NO_DELAY = "no-delay";
  static final String SLACK = "slack";
  static final String SLACK_ALT = "slack-alt";
  static final String CHECKPOINT_MIGRATE = "checkpoint-migrate";
  static final String REPLICATE = "replicate";
  static final String HARVEST = "harvest";
  static final String ORACLE = "oracle";

  /** Everybody is compared with the first. */
  static final List<String> COMPARED = List.of(CAPACITY, NO_DELAY, SLACK, HARVEST, ORACLE);

  /** Enough to see where gains are. */
  static final List<String> FEW = List.of(CAPACITY, SLACK, HARVEST, ORACLE);

  private Policies() {}

  static Policy make(Case one, HarvestTrace trace) {
    Policy policy =
        one.policy().equals(ORACLE)
            ? new HarvestPolicy(new Oracle(new KnownFuture(trace)), HarvestSettings.DEFAULT)
            : make(one.policy(), one.killOrder(), new TreeMap<>());
    return one.work().interruptibleShare() > 0 ? new Checkpointing(policy) : policy;
  }

  /** As a job file would choose it. */
  static Policy make(String name, KillOrder order, SortedMap<String, String> settings) {
    SortedMap<String, String> all = new TreeMap<>(settings);
    if (name.equals(HARVEST)) {
      all.put("kill-order", order.text());
    }
    return PolicyRegistry.make(name, all, PolicyRegistry.Machines.COME_AND_GO);
  }
}
