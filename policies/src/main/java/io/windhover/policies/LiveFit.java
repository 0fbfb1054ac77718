package io.windhover.policies;

import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Trait;
import io.windhover.policies.PolicyRegistry.Machines;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether a policy can be used where work is really done. Live commands ask before anything starts,
 * because a policy that counts on what nobody does here would plan with it.
 */
public final class LiveFit {
  /** No task can say yet that it bears to run twice at once, and nobody knows what will happen. */
  private static final List<Trait> UNSERVED = List.of(Trait.REPLICATES, Trait.KNOWS_THE_FUTURE);

  private LiveFit() {}

  /**
   * A line for people if the policy has a trait that nobody serves here, where nothing is rented.
   *
   * @param stored whether there is a store for what tasks save of their work
   */
  public static Optional<String> refusal(Policy policy, boolean stored) {
    return fits(policy, stored)
        ? Optional.empty()
        : Optional.of(
            "policy %s counts on %s; expected one of %s"
                .formatted(
                    policy.name(), missed(policy, stored), String.join(", ", fitting(stored))));
  }

  /**
   * A line for people if the policy cannot be used where machines are rented for work that is
   * really done. Policies that write checkpoints can, store or not: they ask whether the work of a
   * group can be saved ({@link io.windhover.core.policy.GroupView#savable}).
   */
  public static Optional<String> refusalOfRenting(Policy policy) {
    if (policy.traits().contains(Trait.KNOWS_THE_FUTURE)) {
      return refusal(policy, true);
    }
    return rents(policy)
        ? Optional.empty()
        : Optional.of(
            "policy %s rents no machines; expected one of %s"
                .formatted(policy.name(), String.join(", ", renting())));
  }

  private static boolean rents(Policy policy) {
    return policy.traits().contains(Trait.RENTS_MACHINES)
        && !policy.traits().contains(Trait.KNOWS_THE_FUTURE);
  }

  private static List<String> renting() {
    return PolicyRegistry.namesForUse().stream()
        .filter(name -> rents(PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO)))
        .toList();
  }

  /** Who counts on checkpoints and rents machines counts on going on elsewhere from them. */
  private static boolean fits(Policy policy, boolean stored) {
    boolean saved =
        !policy.traits().contains(Trait.CHECKPOINTS)
            || (stored && !policy.traits().contains(Trait.RENTS_MACHINES));
    return saved && policy.traits().stream().noneMatch(UNSERVED::contains);
  }

  private static String missed(Policy policy, boolean stored) {
    if (policy.traits().contains(Trait.KNOWS_THE_FUTURE)) {
      return "knowing the future: it is for simulations and plans only";
    }
    if (policy.traits().contains(Trait.REPLICATES)) {
      return "tasks that may run twice at once, which no task can say of itself yet: it is for"
          + " simulations and plans only";
    }
    return stored
        ? "machines that it rents, which needs a cloud"
        : "checkpoints, which nothing keeps here: it needs a store";
  }

  private static List<String> fitting(boolean stored) {
    return PolicyRegistry.namesForUse().stream()
        .filter(
            name -> fits(PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO), stored))
        .toList();
  }
}
