package io.windhover.app.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.windhover.app.ExitCode;
import io.windhover.app.job.GroupCounts;
import io.windhover.app.remote.PoolCounts;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.KnownTask;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** How a job stands. */
@Command(
    name = "status",
    description = "Says how a job stands, while it runs and afterwards.",
    footer = {
      "",
      "Examples:",
      "  windhover status                        the newest run here",
      "  windhover status --failed               what failed, and where its output is",
      "  windhover status sweep --tasks --json   every group of job sweep, for programs",
      "  windhover status --pool lab 37          job 37 of a pool",
      "  windhover status pool                   how many workers the pool has"
    })
public final class Status implements Callable<Integer> {
  /** Kestrel's word for the state of the pool itself. */
  private static final String POOL = "pool";

  static final int COMMAND_MAX = 200;

  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job, by default the newest; pool for the pool itself.")
  private @Nullable String job;

  @Option(
      names = "--failed",
      description =
          "List the tasks that failed: why, where the output is, the command, and the line of the"
              + " job file.")
  private boolean failed;

  @Option(names = "--tasks", description = "List every group of tasks with its counts.")
  private boolean tasks;

  private record Shown(
      @JsonUnwrapped JobReport.ReportJson job,
      @Nullable List<GroupCounts> groups,
      @Nullable List<FailedTasks.FailedTask> failures) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (POOL.equals(job)) {
      return printPool(out);
    }
    try (JobSource source = options.source()) {
      JobReport report = source.report(job);
      List<GroupCounts> groups = tasks ? source.groups(report) : null;
      List<FailedTasks.FailedTask> failures = failed ? source.failures(report) : null;
      if (options.json) {
        out.println(Json.line(new Shown(report.json(), groups, failures)));
      } else {
        report.print(out);
        StuckTasks.lines(source, report).forEach(line -> out.println("  " + line));
        if (groups != null) {
          print(groups, out);
        }
        if (failures != null) {
          printFailures(source, failures, out);
        }
      }
    }
    return ExitCode.DONE.number();
  }

  private int printPool(PrintWriter out) {
    try (RemotePool pool = options.usualPool()) {
      PoolCounts counts = pool.counts();
      if (options.json) {
        out.println(Json.line(counts));
      } else {
        out.printf(
            "pool %s: %s online, %s of them free for work, %s busy%n",
            pool.name(),
            Words.number(counts.online()),
            Words.number(counts.available()),
            Words.number(counts.busy()));
      }
    }
    return ExitCode.DONE.number();
  }

  private static void print(List<GroupCounts> groups, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "group", "tasks", "waiting", "running", "succeeded", "failed", "cancelled", "skipped"));
    groups.forEach(group -> rows.add(cells(group)));
    out.println();
    Table.print(rows, out);
  }

  private static List<String> cells(GroupCounts group) {
    return Stream.concat(
            Stream.of(group.name()),
            Stream.of(
                    group.tasks(),
                    group.waiting(),
                    group.running(),
                    group.succeeded(),
                    group.failed(),
                    group.cancelled(),
                    group.skipped())
                .map(Words::number))
        .toList();
  }

  private static void printFailures(
      JobSource source, List<FailedTasks.FailedTask> failures, PrintWriter out) {
    out.println();
    if (failures.isEmpty()) {
      out.println("no task has failed");
    }
    for (FailedTasks.FailedTask task : failures) {
      out.printf(
          "%s: %s, attempt %d: %s%n",
          task.known().after(task.task()), task.why(), task.attempt(), source.output(task));
      String command = KnownTask.shortened(task.known().command(), COMMAND_MAX);
      if (!command.isEmpty()) {
        out.println("  $ " + command);
      }
    }
  }
}
