package io.windhover.app.job;

import io.windhover.manager.PoolView;
import io.windhover.manager.Progress.JobProgress;

/**
 * How a job stands: the same value at the manager's desk, at the far end of the wire and beside a
 * state folder. {@link JobJson} writes and reads it, {@link JobWords} says it.
 *
 * @param job its numbers
 * @param owner the account that submitted it, or the user who runs it; empty when nobody can tell
 * @param live whether anybody works on it
 * @param atMillis when it stood so, by the clock of whoever looks
 */
public record JobStatus(JobProgress job, String owner, boolean live, long atMillis) {
  /** A job that the manager of a pool has, in its world or on disk. */
  public static JobStatus of(PoolView pool, int id) {
    return new JobStatus(pool.progress(id), pool.ownerOf(id), true, pool.nowMillis());
  }

  public JobOutcome outcome() {
    return JobOutcome.of(job, live);
  }

  /** From its submission to its end, or as yet. */
  public long ranMillis() {
    return Math.max(0, untilMillis() - job.submittedAtMillis());
  }

  /** From its end, or from now, to its deadline; meaningless when it has none. */
  public long toDeadlineMillis() {
    return job.deadlineAtMillis() - untilMillis();
  }

  private long untilMillis() {
    return job.over() ? job.endedAtMillis() : atMillis;
  }
}
