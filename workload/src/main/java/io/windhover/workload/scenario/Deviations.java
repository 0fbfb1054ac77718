package io.windhover.workload.scenario;

/**
 * What turns out otherwise than estimated.
 *
 * @param runtimeError a task takes its estimate times a factor from 1 - e to 1 + e, evenly
 * @param lagError the same for start-ups
 * @param taskFailures the share of attempts that fail by themselves
 * @param vmMeanLifeMillis how long a rented machine lasts on the whole; 0 when all last
 */
public record Deviations(
    double runtimeError, double lagError, double taskFailures, long vmMeanLifeMillis) {
  /** All is as it was said. */
  public static final Deviations NONE = new Deviations(0, 0, 0, 0);
}
