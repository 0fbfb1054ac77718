package io.windhover.app.pool;

import io.windhover.manager.Progress.JobProgress;

/** A job's numbers in words. */
final class Words {
  private static final int SHORT_MAX = 60;

  private Words() {}

  /** All that is over, however it ended: requested = queued + running + completed. */
  static int completed(JobProgress job) {
    return job.tasks() - job.waiting() - job.running();
  }

  /** For people: what failed, was cancelled or skipped is told apart, not called completed. */
  static String counts(JobProgress job) {
    return "requested %d, queued %d, running %d, completed %d"
            .formatted(job.tasks(), job.waiting(), job.running(), job.succeeded())
        + (job.failed() > 0 ? ", failed " + job.failed() : "")
        + (job.cancelled() > 0 ? ", cancelled " + job.cancelled() : "")
        + (job.skipped() > 0 ? ", skipped " + job.skipped() : "");
  }

  static String line(JobProgress job) {
    return "job %d (%s): %s".formatted(job.id(), job.name(), counts(job));
  }

  /** A stranger's text, to be said back. */
  static String shortened(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= SHORT_MAX ? line : line.substring(0, SHORT_MAX) + "…";
  }
}
