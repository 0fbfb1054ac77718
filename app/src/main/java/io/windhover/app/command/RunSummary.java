package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.job.JobOutcome;
import io.windhover.app.local.RentedTotals;
import io.windhover.app.local.RunOutcome;
import io.windhover.app.terminal.ShellText;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.Money;
import io.windhover.core.words.Counted;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The last lines of a run, for people. */
final class RunSummary {
  private final RunOutcome outcome;
  private final JobProgress job;
  private final String program;
  private final String resumeCommand;
  private final Optional<Path> cloud;

  /**
   * Makes the last lines.
   *
   * @param cloud the file by which machines were rented, if they were
   */
  RunSummary(RunOutcome outcome, String program, String resumeCommand, Optional<Path> cloud) {
    this.outcome = outcome;
    this.job = outcome.job();
    this.program = program;
    this.resumeCommand = resumeCommand;
    this.cloud = cloud;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(counts());
    String deadline = deadline();
    if (!deadline.isEmpty()) {
      lines.add(deadline);
    }
    outcome.rented().ifPresent(rented -> lines.addAll(rented(rented)));
    int unseen = job.failed() - RunConsole.FAILURES_SHOWN;
    if (unseen > 0) {
      lines.add(
          unseen == 1
              ? "1 more failure is not shown above"
              : String.format(Locale.ROOT, "%,d more failures are not shown above", unseen));
    }
    if (outcome.rented().isEmpty()) {
      lines.add("outputs: " + ShellText.path(outcome.folder().resolve("logs")));
    }
    return lines;
  }

  private static List<String> rented(RentedTotals rented) {
    List<String> machines = new ArrayList<>();
    machines.add(Counted.of(rented.rented(), "machine") + " rented");
    add(machines, rented.hibernated(), "hibernated");
    add(machines, rented.lost(), "lost");
    return List.of(cost(rented), String.join(", ", machines));
  }

  /** What it cost, beside what it would have cost without spot machines. */
  private static String cost(RentedTotals rented) {
    String spent = "cost: " + Money.text(rented.spentNanos());
    if (rented.onDemandOnlyNanos().isEmpty()) {
      return spent;
    }
    long otherwise = rented.onDemandOnlyNanos().getAsLong();
    String all = spent + "; on-demand machines alone would have cost " + Money.text(otherwise);
    return otherwise > 0 && rented.spentNanos() < otherwise
        ? all + " (%d%% less)".formatted(100 - 100 * rented.spentNanos() / otherwise)
        : all;
  }

  /** What to do next, when something is left to do. */
  List<String> next() {
    List<String> lines = new ArrayList<>();
    List<String> left = outcome.rented().map(RentedTotals::left).orElse(List.of());
    if (!left.isEmpty()) {
      String file = cloud.map(ShellText::path).orElse("CLOUD.yaml");
      lines.add("may still be charged for: " + String.join(", ", left));
      lines.add("to end them: " + ShellText.command(List.of(program, "cloud", "sweep", file)));
    }
    if (!job.over()) {
      lines.add("to go on: " + resumeCommand);
    } else if (job.failed() > 0 && !job.cancelledByOwner()) {
      String retry =
          ShellText.command(List.of(program, "retry", "--dir", ShellText.path(outcome.folder())));
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
    add(parts, job.waiting() + job.running(), stuck() ? "left that cannot run here" : "left");
    add(parts, job.retried(), "retried");
    add(parts, job.lost(), "lost with their machine and run again");
    return "%s: %s %s: %s"
        .formatted(
            job.name(), state(), Durations.format(outcome.millis()), String.join(", ", parts));
  }

  /** What became of the job: it is done only when all of it has succeeded. */
  private String state() {
    return switch (JobOutcome.of(job, false)) {
      case DONE, LATE -> "done in";
      case CANCELLED -> "cancelled after";
      case FAILED, REFUSED -> "failed after";
      case RUNNING, CANCELLING, STOPPED -> stuck() ? "failed after" : "stopped after";
    };
  }

  /** Whether the run ended because what is left of the job can never run on this machine. */
  private boolean stuck() {
    return !job.over() && outcome.exitCode() == ExitCode.IMPOSSIBLE;
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(number(count, what));
    }
  }

  private static String number(int count, String what) {
    return String.format(Locale.ROOT, "%,d %s", count, what);
  }

  /** How a job that is done stands to its deadline; empty when it has none or is not done. */
  private String deadline() {
    if (job.deadlineAtMillis() == Deadline.NEVER_MILLIS) {
      return "";
    }
    long millis = job.deadlineAtMillis() - job.endedAtMillis();
    return switch (JobOutcome.of(job, false)) {
      case DONE -> "deadline kept, with " + Durations.format(millis) + " to spare";
      case LATE -> "deadline missed by " + Durations.format(-millis);
      case FAILED ->
          millis >= 0
              ? "deadline not kept: not all of it is done; it was "
                  + Durations.format(millis)
                  + " away"
              : "deadline missed: it was " + Durations.format(-millis) + " ago";
      default -> "";
    };
  }
}
