package io.windhover.experiments.arena;

import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry;
import java.util.List;
import java.util.TreeMap;

/** Who is compared: rivals that promise deadlines, and whoever is to be judged beside them. */
final class Contestants {
  static final List<String> OF_BAGS = registered("bag", "hads", "on-demand");
  static final List<String> OF_WORKFLOWS =
      registered("workflow", "scs", "ic-pcp", "gain-wait", "greedy");

  /** Those who are judged if nobody is named, as far as they are registered. */
  private static final List<String> OURS = registered("deadline", "bag", "workflow");

  private Contestants() {}

  private static List<String> registered(String... names) {
    return List.of(names).stream().filter(PolicyRegistry.names()::contains).toList();
  }

  static List<String> judgedUsually() {
    return OURS;
  }

  /** A rival of one kind of cases is not made for the other; everybody else takes all. */
  static boolean takes(String policy, ArenaCase one) {
    boolean rival = OF_BAGS.contains(policy) || OF_WORKFLOWS.contains(policy);
    return !rival || one.rivals().contains(policy);
  }

  static Policy make(String name) {
    return PolicyRegistry.make(name, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO);
  }

  static boolean isOnDemandOnly(String name) {
    return make(name).traits().contains(Trait.RENTS_NO_SPOT);
  }
}
