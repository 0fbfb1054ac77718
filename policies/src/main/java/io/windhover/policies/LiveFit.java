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
  /**
   * Nobody keeps what tasks save of their work, no task can say yet that it bears to run twice at
   * once, and nobody knows what will happen.
   */
  private static final List<Trait> UNSERVED =
      List.of(Trait.CHECKPOINTS, Trait.REPLICATES, Trait.KNOWS_THE_FUTURE);

  private LiveFit() {}

  /** A line for people if the policy has a trait that nobody serves here. */
  public static Optional<String> refusal(Policy policy) {
    return fits(policy)
        ? Optional.empty()
        : Optional.of(
            "policy %s counts on %s: it is for simulations and plans only; expected one of %s"
                .formatted(policy.name(), missed(policy), String.join(", ", fitting())));
  }

  /**
   * A line for people if the policy cannot be used where machines are rented for work that is
   * really done. Policies that write checkpoints can: they ask whether the work of a group can be
   * saved ({@link io.windhover.core.policy.GroupView#savable}), which it cannot here, and count on
   * nothing then.
   */
  public static Optional<String> refusalOfRenting(Policy policy) {
    if (policy.traits().contains(Trait.KNOWS_THE_FUTURE)) {
      return refusal(policy);
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

  private static boolean fits(Policy policy) {
    return policy.traits().stream().noneMatch(UNSERVED::contains);
  }

  private static String missed(Policy policy) {
    if (policy.traits().contains(Trait.CHECKPOINTS)) {
      return "checkpoints, which nothing keeps here yet";
    }
    return policy.traits().contains(Trait.REPLICATES)
        ? "tasks that may run twice at once, which no task can say of itself yet"
        : "knowing the future";
  }

  private static List<String> fitting() {
    return PolicyRegistry.namesForUse().stream()
        .filter(name -> fits(PolicyRegistry.make(name, new TreeMap<>(), Machines.COME_AND_GO)))
        .toList();
  }
}
