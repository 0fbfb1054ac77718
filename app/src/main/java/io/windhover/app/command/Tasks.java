package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.state.TaskFilter;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One row for every task of a job. */
@Command(
    name = "tasks",
    description = {
      "Lists the tasks of a job, one a line: state, attempts, exit, seconds, machine, times and"
          + " command.",
      "",
      "Rows come as they are read, so that a million of them can be piped on. Exit, seconds,"
          + " machine and times are of the attempt that runs, else of the last that ended."
    },
    footer = {
      "",
      "Examples:",
      "  windhover tasks --state failed          what failed, with its command",
      "  windhover tasks --csv > tasks.csv       every task, for a spreadsheet",
      "  windhover tasks --task point --json     one JSON object a line; see windhover schema"
          + " tasks",
      "  windhover tasks --line 7                the task of line 7 of a file run with --lines",
      "  windhover tasks --pool lab 37           job 37 of a pool"
    })
public final class Tasks implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;
  @Mixin private NumberOptions number;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job; by default the newest.")
  private @Nullable String job;

  @Option(
      names = "--task",
      paramLabel = "TASK",
      description =
          "Only this task, by its name (point/7) or the number it is known by ('line 7'), or this"
              + " group of tasks (point).")
  private String task = "";

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description = "Only tasks that are waiting, running, succeeded, failed, cancelled, skipped.")
  private String state = "";

  @Option(names = "--csv", description = "Print CSV with a line of titles (RFC 4180).")
  private boolean csv;

  @Override
  public Integer call() {
    if (csv && options.json) {
      throw new ParameterException(spec.commandLine(), "--csv and --json exclude each other");
    }
    PrintWriter out = spec.commandLine().getOut();
    var list = csv ? new TaskList.Csv() : options.json ? new TaskList.Lines() : new TaskList.Text();
    TaskFilter filter = number.filter(state, task);
    try (JobSource source = options.source()) {
      source.tasks(source.report(job), filter, row -> list.add(row, out));
    }
    list.end(out);
    out.flush();
    return ExitCode.DONE.number();
  }
}
