package io.windhover.experiments.forecast;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is to be expected of one deadline.
 *
 * @param runs 0 when none could begin
 * @param done runs in which all work was done, in time or late
 * @param jobs of all runs together: as many as runs, unless jobs come over time
 * @param inTime how many of them ended in time
 * @param worstShare in time, of the jobs of the run with most late ones; 0 when none could begin
 * @param obstacle why it cannot be met whoever decides; only when it holds for every run
 * @param figures of the runs that were done; empty when there were none
 */
public record Point(
    long deadlineMillis,
    int runs,
    int done,
    int jobs,
    int inTime,
    double worstShare,
    Optional<String> obstacle,
    Optional<Figures> figures,
    References references) {
  static Point of(long deadlineMillis, List<Outcome> outcomes, References references) {
    List<Outcome> done = outcomes.stream().filter(Outcome::done).toList();
    boolean barred = outcomes.stream().allMatch(outcome -> outcome.obstacle().isPresent());
    // One that could not begin counts as late beside others that could.
    List<Outcome> counted =
        outcomes.stream().anyMatch(Outcome::begun) ? outcomes : List.<Outcome>of();
    return new Point(
        deadlineMillis,
        counted.size(),
        done.size(),
        counted.stream().mapToInt(Outcome::jobs).sum(),
        counted.stream().mapToInt(Outcome::inTime).sum(),
        counted.stream().mapToDouble(Outcome::inTimeShare).min().orElse(0),
        barred ? outcomes.get(0).obstacle() : Optional.empty(),
        done.isEmpty() ? Optional.empty() : Optional.of(Figures.of(done)),
        references);
  }

  public boolean possible() {
    return obstacle.isEmpty();
  }

  /** The share of jobs that ended in time; 0 when nothing was run. */
  public double probability() {
    return jobs == 0 ? 0 : (double) inTime / jobs;
  }

  /** Whether so many jobs ended in time that the deadline can be given. */
  public boolean isSure() {
    return figures.isPresent() && probability() >= Advice.SURE;
  }

  /**
   * Where the probability lies; for jobs that ran by themselves, of which there was one at least.
   */
  public Interval confidence() {
    return Interval.wilson(inTime, jobs);
  }

  /** Infinite when no run did the work. */
  public double costMean() {
    return figures.map(Figures::costMean).orElse(Double.POSITIVE_INFINITY);
  }

  /** What a job costs on average; empty when no run did the work. */
  public OptionalDouble costPerJob() {
    return figures.isEmpty() || jobs == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(costMean() * runs / jobs);
  }

  /** How many times the lower bound is to be expected; empty when that is shown as nothing. */
  public OptionalDouble timesBound() {
    double bound = references.lowerBound().orElse(0);
    return figures.isEmpty() || Dollars.roundsToNothing(bound)
        ? OptionalDouble.empty()
        : OptionalDouble.of(costMean() / bound);
  }
}
