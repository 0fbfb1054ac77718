package io.windhover.app.terminal;

import io.windhover.experiments.paper.Progress;
import java.io.PrintWriter;

/**
 * Shows how far some work of known steps is: a bar where lines can be drawn over, elsewhere a line
 * for every step. Draws only when told, from the caller's thread, so that nothing runs beside what
 * is being timed.
 */
public final class StepDisplay implements AutoCloseable {
  private static final int BAR_COLUMNS = 30;
  private static final String CLEAR_LINE = "\r\u001b[2K";

  private final PrintWriter err;
  private final Terminal terminal;
  private final String name;
  private final int columns;
  private boolean drawn;

  public StepDisplay(PrintWriter err, Terminal terminal, String name) {
    this.err = err;
    this.terminal = terminal;
    this.name = name;
    this.columns = terminal.live() ? Terminal.columns() : 0;
  }

  /** So many steps are done; what comes next. */
  public void at(int done, int steps, String what) {
    if (!terminal.live()) {
      err.printf("%s: %d/%d %s%n", name, done, steps, what);
    } else {
      String line = line(done, steps, what);
      int room = Math.max(1, columns - 1); // The last column makes some terminals wrap.
      err.print(CLEAR_LINE + (line.length() <= room ? line : line.substring(0, room)));
      drawn = true;
    }
    err.flush();
  }

  /** Drawing is slower than many a run: once for each per cent is enough. */
  public Progress perCent() {
    return (done, steps, what) -> {
      if (done == 0 || 100L * done / steps > 100L * (done - 1) / steps) {
        at(done, steps, "%d of %d %s".formatted(done, steps, what));
      }
    };
  }

  private String line(int done, int steps, String what) {
    int full = BAR_COLUMNS * done / Math.max(1, steps);
    String fill = terminal.unicode() ? "█" : "#";
    String rest = terminal.unicode() ? "░" : "-";
    return "%s %s%s %d%%  %s"
        .formatted(
            name,
            fill.repeat(full),
            rest.repeat(BAR_COLUMNS - full),
            100 * done / Math.max(1, steps),
            what);
  }

  /** Takes the bar away. */
  @Override
  public void close() {
    if (drawn) {
      err.print(CLEAR_LINE);
      err.flush();
      drawn = false;
    }
  }
}
