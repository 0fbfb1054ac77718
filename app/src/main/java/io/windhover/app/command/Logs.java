package io.windhover.app.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.KnownTask;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.TaskFilter;
import io.windhover.core.model.AttemptId;
import io.windhover.core.step.Job;
import io.windhover.core.words.Counted;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What a task has written. */
@Command(
    name = "logs",
    description = "Prints what a task has written, its last attempt unless another is named.",
    customSynopsis = "windhover logs [OPTIONS] [JOB] TASK",
    footer = {
      "",
      "Examples:",
      "  windhover logs point/7              both streams of the last attempt",
      "  windhover logs merge --err          what merge wrote on stderr",
      "  windhover logs point/7 -f           and go on while it runs",
      "  windhover logs 1 point/7 --attempt 1 --tail 20",
      "  windhover logs line 7               the task of line 7 of a file run with --lines",
      "  windhover logs SLURM_ARRAY_TASK_ID 3"
    })
public final class Logs implements Callable<Integer> {
  private static final long POLL_MILLIS = 200;

  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Mixin private NumberOptions number;

  @Parameters(
      arity = "0..3",
      paramLabel = "[JOB] TASK",
      description =
          "The task as it is printed: point/7, merge, line 7, SLURM_ARRAY_TASK_ID 3; or the number"
              + " alone, which without lines and arrays is the index in the job.")
  private List<String> words = List.of();

  @ArgGroup private @Nullable Stream stream;

  @Option(names = "--attempt", paramLabel = "N", description = "Another attempt than the last.")
  private @Nullable Integer attempt;

  @Option(names = "--tail", paramLabel = "N", description = "Only the last N lines of each stream.")
  private @Nullable Long tail;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on until the attempt has ended.")
  private boolean follow;

  /** Which of the two; both when neither is asked for. */
  static final class Stream {
    @Option(names = "--out", description = "Only standard output.")
    boolean out;

    @Option(names = "--err", description = "Only standard error.")
    boolean err;
  }

  private record Shown(
      int job,
      String task,
      int index,
      @JsonUnwrapped KnownTask known,
      int attempt,
      String state,
      File out,
      File err) {}

  private record File(String path, long bytes, @Nullable String tail) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (words.isEmpty() && !number.given()) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "expected [JOB] TASK, not nothing");
    }
    // Beside --line and --array-id a word alone is a job; else it is the task.
    TaskWords meant = TaskWords.of(words, word -> number.given());
    if (number.given() && meant.task() != null) {
      number.filter("", String.join(" ", words)); // Refuses a task that is named twice.
    }
    TaskFilter filter = meant.task() == null ? number.filter("", "") : meant.task();
    if ((tail != null && tail < 0) || (attempt != null && attempt < 1)) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "--tail counts from 0, --attempt from 1");
    }
    Optional<RemotePool> pool = options.pool();
    if (pool.isPresent()) {
      return printFrom(pool.get(), meant.job(), filter);
    }
    try (OpenRun run = options.open()) {
      int id = run.job(false, meant.job()).id();
      Job job = run.worldOf(id).job(id);
      TaskChoice task = TaskChoice.of(job, filter);
      if (follow && attempt == null) {
        awaitStart(run, task);
      }
      int attemptNumber = attemptOf(task);
      String group = task.group().spec().name();
      var out = new LogFile(run.logs().out(group, task.index(), attemptNumber));
      var err = new LogFile(run.logs().err(group, task.index(), attemptNumber));
      if (options.json) {
        spec.commandLine()
            .getOut()
            .println(Json.line(shown(task, attemptNumber, out, err, run.places())));
        return ExitCode.DONE.number();
      }
      return print(run, task, attemptNumber, out, err);
    }
  }

  private int printFrom(RemotePool pool, @Nullable String wantedJob, TaskFilter filter) {
    try (pool) {
      if (follow || stream != null) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT,
            "--follow, --out and --err need the whole output, which stays with the worker");
      }
      PrintWriter out = spec.commandLine().getOut();
      new PoolLogs(pool, attempt, tail).print(wantedJob, filter, options.json, out);
    }
    return ExitCode.DONE.number();
  }

  private int attemptOf(TaskChoice task) {
    int last = task.group().attempts(task.index());
    if (last == 0) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, task.name() + " has not been started: it is " + state(task));
    }
    if (attempt != null && attempt > last) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%s has had %s, not %d".formatted(task.name(), Counted.of(last, "attempt"), attempt));
    }
    return attempt == null ? last : attempt;
  }

  private static String state(TaskChoice task) {
    return task.group().state(task.index()).name().toLowerCase(Locale.ROOT);
  }

  private void awaitStart(OpenRun run, TaskChoice task) throws InterruptedException {
    while (task.group().attempts(task.index()) == 0
        && !task.group().state(task.index()).settled()
        && run.holder().isPresent()) {
      Thread.sleep(POLL_MILLIS);
      run.journal().catchUp();
    }
  }

  private int print(OpenRun run, TaskChoice task, int attemptNumber, LogFile out, LogFile err)
      throws IOException, InterruptedException {
    List<LogFile> wanted =
        stream == null ? List.of(out, err) : stream.out ? List.of(out) : List.of(err);
    if (tail != null) {
      for (LogFile file : wanted) {
        file.skipToLast(tail);
      }
    }
    var printer = new LogPrinter(wanted, bytesOut());
    if (!follow) {
      printer.printNew();
      if (!printer.hasPrinted() && tail == null) {
        note(task.name() + ", attempt " + attemptNumber + ", has written nothing");
      }
      return ExitCode.DONE.number();
    }
    return follow(run, new AttemptId(task.task(), attemptNumber), printer);
  }

  private int follow(OpenRun run, AttemptId id, LogPrinter printer)
      throws IOException, InterruptedException {
    while (true) {
      boolean live = run.holder().isPresent();
      run.journal().catchUp();
      boolean ended = run.journal().world().attempt(id).isEmpty();
      printer.printNew(); // After the look at the journal: what was written before the end is here.
      if (ended) {
        return ExitCode.DONE.number();
      }
      if (!live) {
        note("the run has stopped; " + run.howToResume());
        return ExitCode.UNAVAILABLE.number();
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private Shown shown(
      TaskChoice task, int attemptNumber, LogFile out, LogFile err, FileLines places)
      throws IOException {
    return new Shown(
        task.group().job().id(),
        task.name(),
        task.task().index(),
        KnownTask.of(task.group(), task.index(), places),
        attemptNumber,
        state(task),
        file(out),
        file(err));
  }

  private File file(LogFile file) throws IOException {
    long bytes = file.bytes();
    return new File(
        file.path().toAbsolutePath().normalize().toString(),
        bytes,
        tail == null ? null : LogPrinter.tailText(file, tail));
  }

  /** Outputs are bytes, in whatever encoding; they leave as they came. */
  private PrintStream bytesOut() {
    spec.commandLine().getOut().flush();
    return System.out;
  }

  private void note(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("windhover: " + line);
  }
}
