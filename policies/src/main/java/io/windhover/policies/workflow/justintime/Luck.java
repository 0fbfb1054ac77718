package io.windhover.policies.workflow.justintime;

import io.windhover.core.chance.Chance;

/**
 * How much longer or shorter than estimated each task of a rehearsal takes: always the same for the
 * same task, so that all that are compared have the same luck.
 *
 * @param error as a share of the estimate; all errors up to it, either way, are as likely
 * @param seed others have other luck; a choice that was made for the luck of one search has to
 *     prove itself with that of the next
 */
public record Luck(double error, long seed) {
  /** A job that is late counts as if its plan had been paid for so many times more. */
  public static final double LATE = 10;

  public static final Luck NONE = new Luck(0, 0);

  public long millis(long estimatedMillis, int job, int task) {
    if (error <= 0) {
      return estimatedMillis;
    }
    double way = 2 * Chance.stream(seed, "luck of job " + job, task).nextDouble() - 1;
    return Math.max(1, Math.round((double) estimatedMillis * (1 + error * way)));
  }
}
