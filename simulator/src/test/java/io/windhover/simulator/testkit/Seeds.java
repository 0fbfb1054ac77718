package io.windhover.simulator.testkit;

import java.util.function.LongConsumer;

/** Runs a check for many seeds; the first one that fails is named, and is the bug report. */
public final class Seeds {
  private Seeds() {}

  /** How many seeds: the system property {@code seeds}, or what the test thinks enough. */
  public static long count(long enough) {
    return Long.getLong("seeds", enough);
  }

  public static void each(long enough, LongConsumer check) {
    for (long seed = 1; seed <= count(enough); seed++) {
      try {
        check.accept(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
