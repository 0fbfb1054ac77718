package io.windhover.experiments.chart;

import io.windhover.simulator.record.Span;

/** Where moments of a span stand between two edges. */
record TimeAxis(Span shown, double left, double right) {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long[] STEPS_MINUTES = {5, 10, 15, 30, 60, 120, 240, 360, 720, 1440};
  private static final int TICKS_MAX = 14;
  private static final double TALL = 900;

  /** What lies outside stands at the edge. */
  double x(long atMillis) {
    long within = Math.max(shown.fromMillis(), Math.min(shown.toMillis(), atMillis));
    return left
        + (right - left) * (within - shown.fromMillis()) / (double) Math.max(1, shown.millis());
  }

  boolean shows(long atMillis) {
    return atMillis >= shown.fromMillis() && atMillis <= shown.toMillis();
  }

  boolean overlaps(long fromMillis, long toMillis) {
    return toMillis >= shown.fromMillis() && fromMillis <= shown.toMillis();
  }

  /** A step that leaves its labels room. */
  long tickMillis() {
    for (long step : STEPS_MINUTES) {
      if (shown.millis() / (step * MINUTE_MILLIS) < TICKS_MAX) {
        return step * MINUTE_MILLIS;
      }
    }
    long days = shown.millis() / (1440 * MINUTE_MILLIS) / TICKS_MAX + 1;
    return days * 1440 * MINUTE_MILLIS;
  }

  /** Lines with their times below; in a tall picture also above, where its reader begins. */
  void paint(Canvas canvas, double top, double bottom) {
    long step = tickMillis();
    for (long at = -Math.floorDiv(-shown.fromMillis(), step) * step;
        at <= shown.toMillis();
        at += step) {
      double x = x(at);
      canvas.line(x, top, x, bottom, Canvas.FAINT);
      canvas.text(x, bottom + 16, clock(at), Canvas.Anchor.MIDDLE, false);
      if (bottom - top > TALL) {
        canvas.note(x, top - 2, clock(at), Canvas.Anchor.MIDDLE, false);
      }
    }
    canvas.line(left, bottom, right, bottom, Canvas.INK);
  }

  /** Hours and minutes from the beginning: 10h, 10h30, 45m. */
  static String clock(long atMillis) {
    long minutes = atMillis / MINUTE_MILLIS;
    long hours = minutes / 60;
    long rest = minutes % 60;
    if (hours == 0) {
      return rest == 0 ? "0" : rest + "m";
    }
    return rest == 0 ? hours + "h" : "%dh%02d".formatted(hours, rest);
  }
}
