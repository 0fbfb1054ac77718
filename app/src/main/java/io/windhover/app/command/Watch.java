package io.windhover.app.command;

import io.windhover.app.job.JobOutcome;
import io.windhover.app.job.JobWords;
import io.windhover.app.state.OpenRun;
import io.windhover.app.terminal.ProgressDisplay;
import io.windhover.app.terminal.Terminal;
import io.windhover.manager.Progress;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Recovery;
import java.io.PrintWriter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the progress of a run in another process. */
@Command(
    name = "watch",
    description = {
      "Shows the progress of a job that another process runs, until it is over.",
      "Exit code as that of the run; 6 when nobody runs it any more."
    },
    footer = {
      "",
      "Examples:",
      "  windhover watch                 the newest job of the newest run here",
      "  windhover watch --json          a line of JSON whenever something has changed"
    })
public final class Watch implements Callable<Integer> {
  private static final long POLL_MILLIS = 250;
  private static final long REMOTE_POLL_MILLIS = 1_000;

  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job; by default the newest.")
  private @Nullable String job;

  /** Lines that were said already: each is worth one only. */
  private final Set<String> said = new LinkedHashSet<>();

  private volatile Progress seen = new Progress(0, 0, 0, List.of());

  @Override
  public Integer call() throws InterruptedException {
    try (JobSource source = options.source()) {
      if (source instanceof LocalJobs local) {
        awaitJob(local.run());
      }
      if (options.json) {
        watch(source, this::printJson);
      } else {
        show(source);
      }
    }
    return end();
  }

  /** A run that has just begun has not submitted its job yet. */
  private static void awaitJob(OpenRun run) throws InterruptedException {
    while (run.holder().isPresent()
        && Recovery.lastProgress(run.view()).filter(p -> !p.jobs().isEmpty()).isEmpty()) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** The display looks from a thread of its own at what we saw last. */
  private void show(JobSource source) throws InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (var display = new ProgressDisplay(err, Terminal.ofStderr(System::getenv))) {
      watch(
          source,
          report -> {
            boolean first = seen.jobs().isEmpty();
            seen =
                new Progress(
                    report.status().atMillis(), report.machines(), 0, List.of(report.job()));
            if (first) {
              display.say(JobWords.title(report.job()) + ": " + JobWords.counts(report.status()));
              LongSupplier clock = clock(source);
              long began = clock.getAsLong() - report.status().ranMillis();
              display.show(() -> seen, began, clock);
            }
            StuckTasks.lines(source, report).stream().filter(said::add).forEach(display::say);
          });
    }
  }

  /** The run's own; but the clock here for a pool, whose own may go otherwise. */
  private static LongSupplier clock(JobSource source) {
    return source instanceof LocalJobs local ? local.run()::nowMillis : System::currentTimeMillis;
  }

  private void watch(JobSource source, Consumer<JobReport> each) throws InterruptedException {
    JobProgress last = null;
    while (true) {
      JobReport report = source.report(job);
      job = Integer.toString(report.job().id()); // That one, though a newer may come meanwhile.
      JobOutcome outcome = report.outcome();
      if (outcome != JobOutcome.RUNNING && outcome != JobOutcome.CANCELLING) {
        return;
      }
      if (!report.job().equals(last)) {
        last = report.job();
        each.accept(report);
      }
      Thread.sleep(source instanceof LocalJobs ? POLL_MILLIS : REMOTE_POLL_MILLIS);
    }
  }

  private void printJson(JobReport report) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(Json.line(report.json()));
    out.flush();
  }

  /** Looks once more, at the journal itself: the last progress may be a moment old. */
  private int end() {
    try (JobSource source = options.source()) {
      JobReport last = source.report(job);
      if (options.json) {
        printJson(last);
      } else {
        last.print(spec.commandLine().getOut());
      }
      return last.outcome().exitCode().number();
    }
  }
}
