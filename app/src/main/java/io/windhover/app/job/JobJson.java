package io.windhover.app.job;

import io.windhover.app.IsoTime;
import io.windhover.core.model.Deadline;
import io.windhover.manager.Progress.JobProgress;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job as JSON has it, in {@code status --json}, in {@code jobs --json} and on the wire
 * (docs/wire.md). Members may be added, none changes its meaning; one that the reader does not know
 * is left unread and one that the writer did not know is null, so the two may differ in age.
 */
public record JobJson(
    int job,
    String name,
    String state,
    int tasks,
    int succeeded,
    int failed,
    int cancelled,
    int skipped,
    int waiting,
    int running,
    int stopping,
    int retried,
    int lost,
    double seconds,
    @Nullable String submitted,
    @Nullable String ended,
    @Nullable String deadline,
    @Nullable Double secondsToDeadline,
    @Nullable String refused,
    @Nullable String owner) {
  public static JobJson of(JobStatus status) {
    JobProgress job = status.job();
    boolean hasDeadline = job.deadlineAtMillis() != Deadline.NEVER_MILLIS;
    return new JobJson(
        job.id(),
        job.name(),
        status.outcome().word(),
        job.tasks(),
        job.succeeded(),
        job.failed(),
        job.cancelled(),
        job.skipped(),
        job.waiting(),
        job.running(),
        job.stopping(),
        job.retried(),
        job.lost(),
        status.ranMillis() / 1000.0,
        IsoTime.of(job.submittedAtMillis()),
        IsoTime.of(job.endedAtMillis()),
        IsoTime.of(job.deadlineAtMillis()),
        hasDeadline ? status.toDeadlineMillis() / 1000.0 : null,
        job.rejection().isEmpty() ? null : job.rejection(),
        status.owner());
  }

  /**
   * What was read from a manager, which is there.
   *
   * @param hereMillis the time here: older managers count seconds only up to their last step
   * @throws java.time.DateTimeException when a time is none
   */
  public JobStatus status(long hereMillis) {
    var progress =
        new JobProgress(
            job,
            name,
            tasks,
            waiting,
            running,
            succeeded,
            failed,
            cancelled,
            skipped,
            retried,
            lost,
            stopping,
            millis(submitted, 0),
            millis(deadline, Deadline.NEVER_MILLIS),
            millis(ended, -1),
            cancelledByOwner(),
            refused == null ? "" : refused,
            0);
    return new JobStatus(progress, owner == null ? "" : owner, true, hereMillis);
  }

  /** Only owners cancel tasks; a job that is refused has its own word for it. */
  private boolean cancelledByOwner() {
    return refused == null && (cancelled > 0 || JobOutcome.CANCELLING.word().equals(state));
  }

  private static long millis(@Nullable String time, long missing) {
    return time == null ? missing : Instant.parse(time).toEpochMilli();
  }
}
