package io.windhover.app.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.windhover.app.ExitCode;
import io.windhover.app.state.OpenRun;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
      "  windhover status sweep --tasks --json   every group of job sweep, for programs"
    })
public final class Status implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job; by default the newest.")
  private @Nullable String job;

  @Option(names = "--failed", description = "List the tasks that failed.")
  private boolean failed;

  @Option(names = "--tasks", description = "List every group of tasks with its counts.")
  private boolean tasks;

  /** One group as JSON shows it. */
  record ShownGroup(
      String name,
      int tasks,
      int waiting,
      int running,
      int succeeded,
      int failed,
      int cancelled,
      int skipped) {
    static ShownGroup of(Group group) {
      return new ShownGroup(
          group.spec().name(),
          group.spec().count(),
          group.count(TaskState.WAITING),
          group.count(TaskState.RUNNING),
          group.count(TaskState.SUCCEEDED),
          group.count(TaskState.FAILED),
          group.count(TaskState.CANCELLED),
          group.count(TaskState.SKIPPED));
    }

    List<String> cells() {
      return Stream.concat(
              Stream.of(name),
              Stream.of(tasks, waiting, running, succeeded, failed, cancelled, skipped)
                  .map(Words::number))
          .toList();
    }
  }

  private record Shown(
      @JsonUnwrapped JobReport.Shown job,
      @Nullable List<ShownGroup> groups,
      @Nullable List<FailedTasks.FailedTask> failures) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (OpenRun run = options.open()) {
      JobReport report = JobReport.of(run, job);
      List<ShownGroup> groups = tasks ? groups(run, report) : null;
      List<FailedTasks.FailedTask> failures =
          failed ? FailedTasks.of(run, exact(run, report)) : null;
      if (options.json) {
        out.println(Json.line(new Shown(report.shown(), groups, failures)));
      } else {
        report.print(out);
        if (groups != null) {
          print(groups, out);
        }
        if (failures != null) {
          printFailures(failures, out);
        }
      }
    }
    return ExitCode.DONE.number();
  }

  private static Job exact(OpenRun run, JobReport report) {
    return run.journal().world().job(report.job().id());
  }

  private static List<ShownGroup> groups(OpenRun run, JobReport report) {
    return exact(run, report).groups().stream().map(ShownGroup::of).toList();
  }

  private static void print(List<ShownGroup> groups, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "group", "tasks", "waiting", "running", "succeeded", "failed", "cancelled", "skipped"));
    groups.forEach(group -> rows.add(group.cells()));
    out.println();
    Table.print(rows, out);
  }

  private static void printFailures(List<FailedTasks.FailedTask> failures, PrintWriter out) {
    out.println();
    if (failures.isEmpty()) {
      out.println("no task has failed");
    }
    for (FailedTasks.FailedTask task : failures) {
      out.printf("%s: %s, attempt %d: %s%n", task.task(), task.why(), task.attempt(), output(task));
    }
  }

  private static String output(FailedTasks.FailedTask task) {
    return Stream.of(task.log(), task.out())
        .filter(file -> isWritten(Path.of(file)))
        .findFirst()
        .orElse("no output");
  }

  private static boolean isWritten(Path file) {
    return file.toFile().length() > 0 && Files.isRegularFile(file);
  }
}
