package io.windhover.app.command;

import io.windhover.app.local.RunOutcome;
import io.windhover.app.terminal.Shown;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The last lines of a run, for people. */
final class RunSummary {
  private final RunOutcome outcome;
  private final JobProgress job;
  private final String program;
  private final String resumeCommand;

  RunSummary(RunOutcome outcome, String program, String resumeCommand) {
    this.outcome = outcome;
    this.job = outcome.job();
    this.program = program;
    this.resumeCommand = resumeCommand;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(counts());
    outcome.deadlineMet().ifPresent(met -> lines.add(deadline(met)));
    int unseen = job.failed() - RunConsole.FAILURES_SHOWN;
    if (unseen > 0) {
      lines.add(
          unseen == 1
              ? "1 more failure is not shown above"
              : String.format(Locale.ROOT, "%,d more failures are not shown above", unseen));
    }
    lines.add("outputs: " + Shown.path(outcome.folder().resolve("logs")));
    return lines;
  }

  /** What to do next, when something is left to do. */
  List<String> next() {
    List<String> lines = new ArrayList<>();
    if (!job.over()) {
      lines.add("to go on: " + resumeCommand);
    } else if (job.failed() > 0) {
      String retry =
          Shown.command(List.of(program, "retry", "--dir", Shown.path(outcome.folder())));
      lines.add("to run what failed again: " + retry);
    }
    return lines;
  }

  private String counts() {
    List<String> parts = new ArrayList<>();
    parts.add(number(job.succeeded(), "succeeded"));
    add(parts, job.failed(), "failed");
    add(parts, job.cancelled(), "cancelled");
    add(parts, job.skipped(), "skipped after a failure");
    add(parts, job.waiting() + job.running(), "left");
    add(parts, job.retried(), "retried");
    String state = job.over() ? job.cancelledByOwner() ? "cancelled" : "done" : "not done";
    return "%s: %s in %s: %s"
        .formatted(job.name(), state, Durations.format(outcome.millis()), String.join(", ", parts));
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(number(count, what));
    }
  }

  private static String number(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s", count, what);
  }

  private String deadline(boolean met) {
    long millis = job.deadlineAtMillis() - job.endedAtMillis();
    return met
        ? "deadline kept, with " + Durations.format(millis) + " to spare"
        : "deadline missed by " + Durations.format(-millis);
  }
}
