package io.windhover.app.command;

import io.windhover.app.state.JobOutcome;
import io.windhover.app.state.OpenRun;
import io.windhover.manager.Progress.JobProgress;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
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

  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job; by default the newest.")
  private @Nullable String job;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    try (OpenRun run = options.open()) {
      ProgressSink sink = options.json ? new JsonLines(out) : ProgressLines.on(out);
      while (true) {
        JobReport report = JobReport.of(run, job);
        JobOutcome outcome = report.outcome();
        if (outcome == JobOutcome.RUNNING || outcome == JobOutcome.CANCELLING) {
          sink.show(report);
          Thread.sleep(POLL_MILLIS);
          continue;
        }
        if (!report.live() || report.job().over()) {
          return end(run, sink);
        }
      }
    }
  }

  /** Looks once more, at the journal itself: the last progress may be a moment old. */
  private int end(OpenRun run, ProgressSink sink) {
    try (OpenRun again = OpenRun.open(run.folder())) {
      JobReport last = JobReport.of(again, job);
      sink.last(last);
      return last.outcome().exitCode().number();
    }
  }

  /** Where progress is shown. */
  interface ProgressSink {
    void show(JobReport report);

    void last(JobReport report);
  }

  /** A line of JSON for every change. */
  private static final class JsonLines implements ProgressSink {
    private final PrintWriter out;
    private @Nullable JobProgress shown;

    JsonLines(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void show(JobReport report) {
      if (!report.job().equals(shown)) {
        shown = report.job();
        last(report);
      }
    }

    @Override
    public void last(JobReport report) {
      out.println(Json.line(report.shown()));
      out.flush();
    }
  }
}
