package io.windhover.app.job;

import io.windhover.core.model.Deadline;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A job in words: for {@code status}, {@code jobs} and {@code watch}, and for chat. */
public final class JobWords {
  private JobWords() {}

  public static String title(JobProgress job) {
    return title(job.id(), job.name());
  }

  public static String title(int id, String name) {
    return name + " (job " + id + ")";
  }

  /** What has become of the job so far: "running", "done, but late, after 3m". */
  public static String standing(JobStatus status) {
    String took = " after " + Durations.format(status.ranMillis());
    return switch (status.outcome()) {
      case RUNNING -> "running";
      case CANCELLING -> "cancelled, its last tasks are being ended";
      case STOPPED -> "stopped before its end";
      case DONE -> "done" + took;
      case LATE -> "done, but late," + took;
      case FAILED -> "failed" + took;
      case CANCELLED -> "cancelled" + took;
      case REFUSED -> "failed" + took + ", refused: " + status.job().rejection();
    };
  }

  /** "312 succeeded, 2 running, 686 waiting": only what there is. */
  public static String counts(JobStatus status) {
    JobProgress job = status.job();
    boolean live = status.live();
    List<String> parts = new ArrayList<>();
    add(parts, job.succeeded(), "succeeded");
    add(parts, job.running(), live ? "running" : "running when it stopped");
    add(parts, job.waiting(), "waiting");
    add(parts, job.failed(), "failed");
    add(parts, job.cancelled(), "cancelled");
    add(parts, job.skipped(), "skipped");
    add(parts, job.retried(), job.retried() == 1 ? "retry" : "retries");
    add(parts, job.lost(), job.lost() == 1 ? "attempt lost" : "attempts lost");
    add(parts, live ? job.stopping() : 0, "being ended");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }

  /** How far the job is, or was, from its deadline; empty when it has none. */
  public static String deadline(JobStatus status) {
    JobProgress job = status.job();
    if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS) {
      return "";
    }
    long leftMillis = status.toDeadlineMillis();
    String span = Durations.format(Math.abs(leftMillis));
    if (job.over() && job.succeeded() < job.tasks()) {
      return leftMillis >= 0
          ? "deadline not kept: work was left undone " + span + " before it"
          : "deadline missed: work was left undone " + span + " after it";
    }
    if (job.over()) {
      return "ended " + span + (leftMillis >= 0 ? " before" : " after") + " its deadline";
    }
    return leftMillis >= 0 ? "deadline in " + span : "deadline missed " + span + " ago";
  }

  /** The same for a column of a table. */
  public static String shortDeadline(JobStatus status) {
    JobProgress job = status.job();
    if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS) {
      return "none";
    }
    long leftMillis = status.toDeadlineMillis();
    if (job.over()) {
      return job.succeeded() == job.tasks() && leftMillis >= 0 ? "kept" : "not kept";
    }
    return leftMillis >= 0 ? "in " + Durations.format(leftMillis) : "missed";
  }

  /** A line of chat. */
  public static String chatLine(JobProgress job) {
    return "job %d (%s): %s".formatted(job.id(), job.name(), chatCounts(job));
  }

  /**
   * Kestrel's words, with what failed, was cancelled or skipped told apart, not called completed.
   */
  public static String chatCounts(JobProgress job) {
    return "requested %d, queued %d, running %d, completed %d"
            .formatted(job.tasks(), job.waiting(), job.running(), job.succeeded())
        + (job.failed() > 0 ? ", failed " + job.failed() : "")
        + (job.cancelled() > 0 ? ", cancelled " + job.cancelled() : "")
        + (job.skipped() > 0 ? ", skipped " + job.skipped() : "");
  }
}
