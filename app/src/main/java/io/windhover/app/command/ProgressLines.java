package io.windhover.app.command;

import io.windhover.app.state.Pace;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Progress as text: one line that is renewed on a terminal, a line now and then elsewhere. */
final class ProgressLines implements Watch.ProgressSink {
  private static final long PAUSE_MILLIS = 5_000;

  private final PrintWriter out;
  private final boolean terminal;
  private @Nullable JobProgress shown;
  private long shownAtMillis;
  private int width;

  private ProgressLines(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  static ProgressLines on(PrintWriter out) {
    return new ProgressLines(out, System.console() != null);
  }

  @Override
  public void show(JobReport report) {
    if (terminal) {
      renew(line(report));
    } else if (!report.job().equals(shown)
        && (shown == null || report.nowMillis() - shownAtMillis >= PAUSE_MILLIS)) {
      out.println(line(report));
      out.flush();
      shown = report.job();
      shownAtMillis = report.nowMillis();
    }
  }

  @Override
  public void last(JobReport report) {
    if (terminal) {
      renew("");
      out.print('\r');
    }
    report.print(out);
    out.flush();
  }

  private void renew(String line) {
    out.print('\r' + line + " ".repeat(Math.max(0, width - line.length())));
    out.flush();
    width = line.length();
  }

  private static String line(JobReport report) {
    JobProgress job = report.job();
    var line = new StringBuilder(job.name()).append(": ");
    line.append(Words.number(job.succeeded())).append(" of ").append(Words.tasks(job.tasks()));
    line.append(" done, ").append(Words.number(job.running())).append(" running");
    if (job.failed() > 0) {
      line.append(", ").append(Words.number(job.failed())).append(" failed");
    }
    report.pace().map(ProgressLines::text).ifPresent(line::append);
    String deadline = Words.deadline(job, report.nowMillis());
    return line.append(deadline.isEmpty() ? "" : ", " + deadline).toString();
  }

  private static String text(Pace pace) {
    String left = Durations.format((long) (pace.secondsLeft() * 1000));
    return ", " + Words.rate(pace.tasksPerSecond()) + ", about " + left + " left";
  }
}
