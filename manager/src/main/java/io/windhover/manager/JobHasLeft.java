package io.windhover.manager;

import io.windhover.manager.Progress.JobProgress;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Somebody wants to change a job that is over for so long that it is only on disk. */
public final class JobHasLeft extends RuntimeException {
  private static final long serialVersionUID = 1;

  JobHasLeft(JobProgress job) {
    super(line(job));
  }

  /** What is told to whoever wants to change this job, which has left the world. */
  public static String line(JobProgress job) {
    return "job %d (%s) ended at %s and is kept to be looked at only; submit it again to run it"
        .formatted(
            job.id(),
            job.name(),
            Instant.ofEpochMilli(job.endedAtMillis()).truncatedTo(ChronoUnit.SECONDS));
  }
}
