package io.windhover.app.terminal;

import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A job's progress in words. */
final class ProgressText {
  /** Below this nobody would say how long it takes. */
  private static final long SOON_MILLIS = 1_000;

  private ProgressText() {}

  /** Tasks that have succeeded: nothing else is called done. */
  static int done(JobProgress job) {
    return job.succeeded();
  }

  /** Tasks that have run to an end, well or badly: what the pace is measured by. */
  static int ended(JobProgress job) {
    return job.succeeded() + job.failed();
  }

  /** Tasks that are still to run; skipped and cancelled ones never will. */
  private static int left(JobProgress job) {
    return job.waiting() + job.running();
  }

  static int percent(JobProgress job) {
    return (int) (100L * done(job) / Math.max(1, job.tasks()));
  }

  static String count(JobProgress job) {
    return String.format(Locale.ROOT, "%,d/%,d", done(job), job.tasks());
  }

  /** Everything but bar and count, the most telling first; the deadline is apart. */
  static List<String> details(JobProgress job, Pace pace, long elapsedMillis) {
    List<String> parts = new ArrayList<>();
    parts.add(job.running() + " running");
    if (job.failed() > 0) {
      parts.add(String.format(Locale.ROOT, "%,d failed", job.failed()));
    }
    if (job.skipped() > 0) {
      parts.add(String.format(Locale.ROOT, "%,d skipped will not run", job.skipped()));
    }
    if (job.cancelled() > 0) {
      parts.add(String.format(Locale.ROOT, "%,d cancelled", job.cancelled()));
    }
    if (job.stopping() > 0) {
      parts.add(job.stopping() + " ending");
    }
    if (pace.perSecond() > 0) {
      parts.add(rate(pace.perSecond()));
    }
    long leftMillis = pace.millisFor(left(job));
    boolean saidWithDeadline = job.deadlineAtMillis() != Long.MAX_VALUE;
    if (leftMillis >= SOON_MILLIS && !saidWithDeadline) {
      parts.add("about " + rough(leftMillis) + " left");
    }
    parts.add(rough(elapsedMillis) + " so far");
    return parts;
  }

  static String rate(double perSecond) {
    if (perSecond >= 1) {
      return String.format(Locale.ROOT, perSecond >= 100 ? "%,.0f/s" : "%.1f/s", perSecond);
    }
    double perMinute = perSecond * 60;
    return perMinute >= 1
        ? String.format(Locale.ROOT, "%.1f/min", perMinute)
        : String.format(Locale.ROOT, "%.1f/h", perMinute * 60);
  }

  /** How far from the deadline; empty when there is none. */
  static String deadline(JobProgress job, Pace pace, long nowMillis) {
    if (job.deadlineAtMillis() == Long.MAX_VALUE) {
      return "";
    }
    long dueMillis = job.deadlineAtMillis() - nowMillis;
    long leftMillis = pace.millisFor(left(job));
    String due =
        dueMillis >= 0 ? "due in " + rough(dueMillis) : "due " + rough(-dueMillis) + " ago";
    if (neverDone(job)) {
      return due + ", but not all of it can be done";
    }
    return leftMillis < 0 ? due : due + ", finishing in about " + rough(leftMillis);
  }

  /** Whether a task has failed for good or will not run: no pace makes such a job done. */
  private static boolean neverDone(JobProgress job) {
    return job.failed() + job.skipped() + job.cancelled() > 0;
  }

  /** Whether it looks as if the deadline will be missed, or already has been. */
  static boolean late(JobProgress job, Pace pace, long nowMillis) {
    return job.deadlineAtMillis() != Long.MAX_VALUE
        && nowMillis + Math.max(0, pace.millisFor(left(job))) > job.deadlineAtMillis();
  }

  /** Whole seconds: tenths that change with every frame are no information. */
  private static String rough(long millis) {
    return millis < 1_000 ? "0s" : Durations.format(millis / 1_000 * 1_000);
  }
}
