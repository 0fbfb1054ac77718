package io.windhover.experiments.forecast;

import java.util.List;
import java.util.Optional;

/**
 * What is to be expected of one deadline.
 *
 * @param obstacle why it cannot be met whoever decides; only when not a single run could begin
 * @param done runs in which all work was done, in time or late
 * @param figures of those runs; empty when there were none
 */
public record Point(
    long deadlineMillis,
    int runs,
    int done,
    int inTime,
    Optional<String> obstacle,
    Optional<Figures> figures,
    References references) {
  static Point of(long deadlineMillis, List<Outcome> outcomes, References references) {
    List<Outcome> done = outcomes.stream().filter(Outcome::done).toList();
    boolean none = outcomes.stream().allMatch(outcome -> outcome.obstacle().isPresent());
    return new Point(
        deadlineMillis,
        outcomes.size(),
        done.size(),
        (int) outcomes.stream().filter(Outcome::inTime).count(),
        none ? outcomes.get(0).obstacle() : Optional.empty(),
        done.isEmpty() ? Optional.empty() : Optional.of(Figures.of(done)),
        references);
  }

  public boolean possible() {
    return obstacle.isEmpty();
  }

  /** The share of runs that ended in time. */
  public double probability() {
    return (double) inTime / runs;
  }

  public Interval confidence() {
    return Interval.wilson(inTime, runs);
  }

  /** Infinite when no run did the work. */
  double costMean() {
    return figures.map(Figures::costMean).orElse(Double.POSITIVE_INFINITY);
  }
}
