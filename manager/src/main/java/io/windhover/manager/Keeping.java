package io.windhover.manager;

/**
 * How long a manager keeps what is over.
 *
 * @param finishedJobs finished jobs that stay in the world, at most; the others are on disk only.
 *     Those that succeeded leave first, the oldest before the others
 * @param failedJobs of these, jobs with tasks that could be retried, at most
 * @param onDiskMillis how long a job that has left the world stays on disk, from its end on
 * @param journalSteps steps that can be replayed, at least, if there were as many
 */
public record Keeping(int finishedJobs, int failedJobs, long onDiskMillis, long journalSteps) {
  /** Nothing leaves and nothing is trimmed: a run on one machine can be replayed as a whole. */
  public static final Keeping EVERYTHING =
      new Keeping(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  /** For a manager that goes on for years. */
  public static final Keeping USUAL = new Keeping(1_000, 500, 30 * 86_400_000L, 100_000);

  public Keeping {
    if (finishedJobs < 0 || failedJobs < 0 || failedJobs > finishedJobs) {
      throw new IllegalArgumentException(
          "%d finished jobs, %d of them failed".formatted(finishedJobs, failedJobs));
    }
    if (onDiskMillis < 0 || journalSteps < 0) {
      throw new IllegalArgumentException(
          "%d ms on disk, %d steps".formatted(onDiskMillis, journalSteps));
    }
  }

  boolean keepsAllJobs() {
    return finishedJobs == Integer.MAX_VALUE && onDiskMillis == Long.MAX_VALUE;
  }

  boolean keepsWholeJournal() {
    return journalSteps == Long.MAX_VALUE;
  }
}
