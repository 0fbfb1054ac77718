package io.windhover.app.job;

import io.windhover.app.ExitCode;
import io.windhover.manager.Progress.JobProgress;
import java.util.Locale;

/** What became of a job, in a word and as an exit code. */
public enum JobOutcome {
  /** Somebody works on it. */
  RUNNING(ExitCode.DONE),
  /** Its owner has cancelled it and its last attempts are being ended. */
  CANCELLING(ExitCode.DONE),
  /** Not over, and nobody works on it. */
  STOPPED(ExitCode.UNAVAILABLE),
  DONE(ExitCode.DONE),
  LATE(ExitCode.LATE),
  FAILED(ExitCode.TASK_FAILED),
  CANCELLED(ExitCode.TASK_FAILED),
  REFUSED(ExitCode.IMPOSSIBLE);

  private final ExitCode exitCode;

  JobOutcome(ExitCode exitCode) {
    this.exitCode = exitCode;
  }

  /** The state as JSON and tables name it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How a command ends that was there to see the job through. */
  public ExitCode exitCode() {
    return exitCode;
  }

  public static JobOutcome of(JobProgress job, boolean live) {
    if (!job.rejection().isEmpty()) {
      return REFUSED;
    } else if (!job.over()) {
      return !live ? STOPPED : job.cancelledByOwner() ? CANCELLING : RUNNING;
    } else if (job.failed() > 0 || job.skipped() > 0) {
      return FAILED;
    } else if (job.cancelled() > 0) {
      return CANCELLED;
    }
    return job.endedAtMillis() > job.deadlineAtMillis() ? LATE : DONE;
  }
}
