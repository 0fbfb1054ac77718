package io.windhover.simulator.record;

import io.windhover.core.model.Deadline;

/**
 * How a job went.
 *
 * @param endedAtMillis -1 when the run broke off before
 * @param deadlineAtMillis {@link Deadline#NEVER_MILLIS} when there is none
 * @param succeeded whether every task of it has
 */
public record JobRecord(
    int id,
    String name,
    int tasks,
    long submittedAtMillis,
    long endedAtMillis,
    long deadlineAtMillis,
    boolean succeeded) {
  /** -1 when it has not ended. */
  public long makespanMillis() {
    return endedAtMillis < 0 ? -1 : endedAtMillis - submittedAtMillis;
  }

  /** By how much it ended after its deadline; 0 when it did not, or has not ended. */
  public long latenessMillis() {
    return endedAtMillis < 0 ? 0 : Math.max(0, endedAtMillis - deadlineAtMillis);
  }

  public boolean deadlineMet() {
    return succeeded && endedAtMillis <= deadlineAtMillis;
  }
}
