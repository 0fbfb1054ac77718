package io.windhover.app.command;

import io.windhover.app.state.KnownTask;
import io.windhover.app.state.TaskRow;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints rows of tasks as they come: for people, as CSV, or a line of JSON each. */
sealed interface TaskList {
  /** Prints one task. */
  void add(TaskRow row, PrintWriter out);

  /** There are no more. */
  default void end(PrintWriter out) {}

  /** A line of JSON for each task. */
  final class Lines implements TaskList {
    @Override
    public void add(TaskRow row, PrintWriter out) {
      out.println(Json.line(row));
    }
  }

  /** Values between commas, with titles; what is not known is empty. */
  final class Csv implements TaskList {
    private static final List<String> TITLES =
        List.of(
            "job",
            "task",
            "index",
            "line",
            "arrayTaskId",
            "state",
            "attempts",
            "lost",
            "exit",
            "seconds",
            "machine",
            "started",
            "ended",
            "why",
            "command",
            "source");

    private boolean begun;

    @Override
    public void add(TaskRow row, PrintWriter out) {
      begin(out);
      out.println(
          Stream.of(
                  row.job(),
                  row.task(),
                  row.index(),
                  shown(row.line()),
                  shown(row.arrayTaskId()),
                  row.state(),
                  row.attempts(),
                  row.lost(),
                  shown(row.exit()),
                  shown(row.seconds()),
                  shown(row.machine()),
                  shown(row.started()),
                  shown(row.ended()),
                  shown(row.why()),
                  row.command(),
                  shown(row.source()))
              .map(value -> quoted(String.valueOf(value)))
              .collect(Collectors.joining(",")));
    }

    private void begin(PrintWriter out) {
      if (!begun) {
        begun = true;
        out.println(String.join(",", TITLES));
      }
    }

    @Override
    public void end(PrintWriter out) {
      begin(out);
    }

    private static String quoted(String value) {
      return value.matches("[^\",\r\n]*") ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }
  }

  /** Columns of fixed width: the widths of rows still to come are not known. */
  final class Text implements TaskList {
    private static final int COMMAND_MAX = 60;

    private boolean begun;

    /** Whether tasks of this job have other numbers for people; its first one tells. */
    private boolean numbered;

    @Override
    public void add(TaskRow row, PrintWriter out) {
      String known = new KnownTask(row.line(), row.arrayTaskId(), "", null).label();
      if (!begun) {
        begun = true;
        numbered = !known.isEmpty();
        line(
            out,
            "task",
            "known as",
            "state",
            "attempts",
            "exit",
            "took",
            "machine",
            "started",
            "command");
      }
      line(
          out,
          row.task(),
          known,
          row.state(),
          row.lost() == 0 ? "" + row.attempts() : row.attempts() + " (" + row.lost() + " lost)",
          row.exit() == null && row.why() != null && row.state().equals("failed")
              ? "-"
              : shown(row.exit()),
          row.seconds() == null ? "" : Durations.format(Math.round(row.seconds() * 1000)),
          shown(row.machine()),
          row.started() == null ? "" : row.started().replaceFirst("\\..*|Z$", ""),
          KnownTask.shortened(row.command(), COMMAND_MAX));
    }

    private void line(PrintWriter out, String task, String known, Object... cells) {
      out.println(
          (String.format(Locale.ROOT, "%-16s ", task)
                  + (numbered ? String.format(Locale.ROOT, "%-22s ", known) : "")
                  + String.format(Locale.ROOT, "%-9s %8s %4s %8s  %-12s %-19s  %s", cells))
              .stripTrailing());
    }

    @Override
    public void end(PrintWriter out) {
      if (!begun) {
        out.println("no such task");
      }
    }
  }

  private static String shown(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
