package io.windhover.experiments.arena;

import io.windhover.core.words.Nearest;
import io.windhover.policies.PolicyRegistry;
import java.util.List;
import java.util.Optional;

/**
 * Which cases are drawn and who is judged in them.
 *
 * @param firstSeed the seed of the first case of every family; even for development, odd for the
 *     final table
 * @param caseId one case alone, such as bag-tail-14
 * @param policies who is judged; empty for our own
 */
public record ArenaChoice(long firstSeed, Optional<String> caseId, List<String> policies) {
  /** Draws to develop with. */
  public static final long DEVELOPMENT = 2;

  /** Draws that nothing may be fitted to. */
  public static final long FINAL = 1;

  /** Above this cases would have no names. */
  public static final long SEED_MAX = 1_000_000_000;

  public ArenaChoice {
    if (firstSeed < 1 || firstSeed > SEED_MAX) {
      throw new IllegalArgumentException(
          "a first seed of %d; expected 1 to %d".formatted(firstSeed, SEED_MAX));
    }
    policies = List.copyOf(policies);
    List<String> known = PolicyRegistry.names();
    for (String policy : policies) {
      if (!known.contains(policy)) {
        throw new IllegalArgumentException(
            "\"%s\" is not a policy; %s".formatted(policy, Nearest.hint(policy, known)));
      }
    }
  }

  /** Development draws, our own policies. */
  public static ArenaChoice usual() {
    return new ArenaChoice(DEVELOPMENT, Optional.empty(), List.of());
  }

  List<String> judged() {
    return policies.isEmpty() ? Contestants.judgedUsually() : policies;
  }
}
