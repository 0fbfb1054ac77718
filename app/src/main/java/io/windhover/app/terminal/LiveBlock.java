package io.windhover.app.terminal;

import io.windhover.manager.Progress.JobProgress;
import java.util.List;

/** The two lines that are drawn over and over on a terminal. */
final class LiveBlock {
  private static final int BAR_COLUMNS_MAX = 40;
  private static final int BAR_COLUMNS_MIN = 5;
  private static final String RED = "\u001b[31m";
  private static final String PLAIN = "\u001b[0m";
  private static final String CLEAR_LINE = "\r\u001b[2K";
  private static final String UP = "\u001b[1A";

  private final Terminal terminal;

  LiveBlock(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Takes the block away; the cursor then stands where its first line was. */
  static String erase() {
    return CLEAR_LINE + UP + CLEAR_LINE;
  }

  /**
   * Draws the block from the start of an empty line.
   *
   * @param parts all but bar, count and deadline, the most telling first
   */
  String draw(JobProgress job, List<String> parts, Pace pace, long nowMillis, int columns) {
    int room = Math.max(1, columns - 1); // The last column makes some terminals wrap.
    return bar(job, room) + "\n" + details(job, parts, pace, nowMillis, room);
  }

  private String bar(JobProgress job, int room) {
    String end = " " + ProgressText.percent(job) + "%  " + ProgressText.count(job);
    String name = job.name() + " ";
    int bar = Math.min(BAR_COLUMNS_MAX, room - name.length() - end.length());
    if (bar < BAR_COLUMNS_MIN) {
      return cut(end.strip() + " " + job.name(), room);
    }
    int full = (int) ((long) bar * ProgressText.done(job) / Math.max(1, job.tasks()));
    String fill = terminal.unicode() ? "█" : "#";
    String rest = terminal.unicode() ? "░" : "-";
    return name + fill.repeat(full) + rest.repeat(bar - full) + end;
  }

  private String details(JobProgress job, List<String> parts, Pace pace, long nowMillis, int room) {
    String between = terminal.unicode() ? " · " : ", ";
    String deadline = ProgressText.deadline(job, pace, nowMillis);
    String line = cut("  " + String.join(between, parts), room);
    if (deadline.isEmpty() || line.length() + between.length() >= room) {
      return line;
    }
    String shown = cut(deadline, room - line.length() - between.length());
    boolean red = terminal.colour() && ProgressText.late(job, pace, nowMillis);
    return line + between + (red ? RED + shown + PLAIN : shown);
  }

  private static String cut(String text, int columns) {
    return text.length() <= columns ? text : text.substring(0, columns);
  }
}
