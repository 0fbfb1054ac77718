package io.windhover.experiments.forecast;

import java.util.List;
import java.util.Optional;

/**
 * What one run came to.
 *
 * @param obstacle why its deadline cannot be met, whoever decides
 * @param begun whether anything was run; with an obstacle only when it may be done late
 * @param done whether all work was done, in time or late
 * @param jobs how many there were: one, unless they come over time
 * @param inTime how many of them ended in time
 * @param makespanMillis of the job; of several, on average
 * @param storageDollars the part of the dollars that frozen machines cost
 * @param uses what was rented and came up, each type and market at most once
 */
public record Outcome(
    Optional<String> obstacle,
    boolean begun,
    boolean done,
    int jobs,
    int inTime,
    double dollars,
    double makespanMillis,
    double hibernations,
    double terminations,
    double notices,
    double storageDollars,
    List<Use> uses) {
  public Outcome {
    uses = List.copyOf(uses);
  }

  /** One in which no machine was ended or announced to be, and storage cost nothing. */
  public Outcome(
      Optional<String> obstacle,
      boolean begun,
      boolean done,
      int jobs,
      int inTime,
      double dollars,
      double makespanMillis,
      double hibernations,
      List<Use> uses) {
    this(obstacle, begun, done, jobs, inTime, dollars, makespanMillis, hibernations, 0, 0, 0, uses);
  }

  /** Nothing was done and nothing was paid. */
  public static Outcome impossible(String why, int jobs) {
    return new Outcome(Optional.of(why), false, false, jobs, 0, 0, 0, 0, List.of());
  }

  /** The share of its jobs that ended in time; 1 when there were none. */
  double inTimeShare() {
    return jobs == 0 ? 1 : (double) inTime / jobs;
  }
}
