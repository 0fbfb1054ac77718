package io.windhover.policies.bag;

/** When a machine that has nothing more to do is given back. */
public enum Release {
  /** As soon as it is idle. */
  AT_ONCE("at-once"),
  /** At the end of its allocation cycle (900 s, counted from when it came up), as HADS does. */
  CYCLE("cycle");

  static final long CYCLE_MILLIS = 900_000;

  private final String text;

  Release(String text) {
    this.text = text;
  }

  /** As settings write it. */
  public String text() {
    return text;
  }

  public static Release of(String text) {
    for (Release release : values()) {
      if (release.text.equals(text)) {
        return release;
      }
    }
    throw new IllegalArgumentException("release: expected at-once or cycle, is \"" + text + "\"");
  }

  /** The first moment, now or later, at which an idle machine goes back. */
  long atMillis(long readyAtMillis, long nowMillis) {
    if (this == AT_ONCE) {
      return nowMillis;
    }
    long cycles = Math.max(1, -Math.floorDiv(readyAtMillis - nowMillis, CYCLE_MILLIS));
    return readyAtMillis + cycles * CYCLE_MILLIS;
  }
}
