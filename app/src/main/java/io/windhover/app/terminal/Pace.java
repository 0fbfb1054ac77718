package io.windhover.app.terminal;

/**
 * How fast tasks are being done: an average over the recent past that grows longer with the run, so
 * that both thousands a second and one an hour read steadily.
 */
final class Pace {
  private static final double SPAN_MILLIS_MIN = 15_000;
  private static final double SPAN_SHARE = 0.25;

  private final long beganMillis;
  private long lastMillis;
  private int lastDone;
  private double done;
  private double millis;

  Pace(long nowMillis, int done) {
    this.beganMillis = nowMillis;
    this.lastMillis = nowMillis;
    this.lastDone = done;
  }

  void sample(long nowMillis, int doneNow) {
    double passed = nowMillis - lastMillis;
    if (passed <= 0) {
      return;
    }
    double span = Math.max(SPAN_MILLIS_MIN, SPAN_SHARE * (nowMillis - beganMillis));
    double kept = Math.exp(-passed / span);
    done = done * kept + (doneNow - lastDone);
    millis = millis * kept + passed;
    lastMillis = nowMillis;
    lastDone = doneNow;
  }

  double perSecond() {
    return millis == 0 ? 0 : Math.max(0, done * 1_000 / millis);
  }

  /** How long so many more will take; -1 when that cannot be said yet. */
  long millisFor(int tasks) {
    double pace = perSecond();
    return pace <= 0 ? -1 : Math.round(tasks * 1_000.0 / pace);
  }
}
