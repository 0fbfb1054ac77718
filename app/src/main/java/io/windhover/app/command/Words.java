package io.windhover.app.command;

import io.windhover.core.model.Deadline;
import io.windhover.core.words.Counted;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Numbers and names as people read them. */
final class Words {
  private Words() {}

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String tasks(long count) {
    return Counted.of(count, "task");
  }

  static String jobs(long count) {
    return Counted.of(count, "job");
  }

  static String harvestMachines(long count) {
    return Counted.of(count, "harvest machine");
  }

  static String title(JobProgress job) {
    return job.name() + " (job " + job.id() + ")";
  }

  /** "312 succeeded, 2 running, 686 waiting": only what there is. */
  static String counts(JobProgress job, boolean live) {
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
      parts.add(number(count) + " " + what);
    }
  }

  /** How far the job is, or was, from its deadline; empty when it has none. */
  static String deadline(JobProgress job, long nowMillis) {
    if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS) {
      return "";
    }
    long atMillis = job.over() ? job.endedAtMillis() : nowMillis;
    long leftMillis = job.deadlineAtMillis() - atMillis;
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

  static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.2f/s" : "%,.0f/s", perSecond);
  }
}
