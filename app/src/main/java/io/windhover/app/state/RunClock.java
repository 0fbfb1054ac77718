package io.windhover.app.state;

import io.windhover.host.ScaledClock;
import io.windhover.store.Store;
import io.windhover.store.StoreView;

/** The clock that a run goes by, kept with it for those who look on: a fast cloud's, or our own. */
public final class RunClock {
  /** Under this key: what both clocks showed at a moment, and how fast the run's is. */
  private static final String KEY = "clock";

  private RunClock() {}

  /**
   * Keeps what the clock of a run shows now.
   *
   * @param speed how many of its seconds go by in a real one
   */
  public static void record(Store store, long shownMillis, double speed) {
    store.put(
        KEY,
        speed == 1
            ? ""
            : "%d %d %s"
                .formatted(shownMillis, System.currentTimeMillis(), Double.toString(speed)));
  }

  /** What the clock of a run shows now, whoever keeps it going. */
  public static long nowMillis(StoreView view) {
    long realMillis = System.currentTimeMillis();
    String[] words = view.value(KEY).orElse("").split(" ", -1);
    if (words.length < 3) {
      return realMillis;
    }
    var clock = new ScaledClock(Long.parseLong(words[1]), Double.parseDouble(words[2]));
    return Long.parseLong(words[0]) + clock.sinceOrigin(realMillis);
  }
}
