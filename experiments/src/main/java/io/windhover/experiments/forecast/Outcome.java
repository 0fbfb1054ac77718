package io.windhover.experiments.forecast;

import java.util.List;
import java.util.Optional;

/**
 * What one run came to.
 *
 * @param obstacle why it could not even begin
 * @param done whether all work was done, in time or late
 * @param uses what was rented and came up, each type and market at most once
 */
public record Outcome(
    Optional<String> obstacle,
    boolean done,
    boolean inTime,
    double dollars,
    double makespanMillis,
    double hibernations,
    List<Use> uses) {
  public Outcome {
    uses = List.copyOf(uses);
  }

  /** Nothing was done and nothing was paid. */
  public static Outcome impossible(String why) {
    return new Outcome(Optional.of(why), false, false, 0, 0, 0, List.of());
  }
}
