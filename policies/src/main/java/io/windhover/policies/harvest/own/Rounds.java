package io.windhover.policies.harvest.own;

import java.util.Arrays;

/**
 * A few round durations for which risks are worked out beforehand: every multiple of a unit up to
 * the longest task, eight to sixteen of them, and halves of the unit, halves of these and so on.
 * Units are such that no horizon of {@link io.windhover.policies.harvest.predict.Drops} lies
 * between two neighbours.
 */
final class Rounds {
  private static final long HORIZON_MILLIS = 300_000;
  private static final int UNITS_LEAST = 8;
  private static final int HALVES = 1;

  private final long unitMillis;
  private final int firstUnit;
  private final long[] millis;

  Rounds(long longestMillis) {
    long unit = HORIZON_MILLIS;
    while (unit * UNITS_LEAST > longestMillis && unit % 2 == 0) {
      unit /= 2;
    }
    while (unit * UNITS_LEAST * 2 <= longestMillis) {
      unit *= 2;
    }
    unitMillis = unit;
    int halves = 0;
    for (long half = unit; half > HORIZON_MILLIS || (halves < HALVES && half % 2 == 0); half /= 2) {
      halves++;
    }
    firstUnit = halves + 1;
    int units = (int) (longestMillis / unit);
    millis = new long[firstUnit + units];
    for (int i = 1; i < millis.length; i++) {
      millis[i] = i < firstUnit ? unit >> (firstUnit - i) : unit * (i - firstUnit + 1);
    }
  }

  int size() {
    return millis.length;
  }

  /** Shortest first; the first is 0, the last no longer than the longest task. */
  long[] millis() {
    return millis;
  }

  /** The longest that is not longer. */
  int upTo(long durationMillis) {
    if (durationMillis >= unitMillis) {
      return (int) Math.min(millis.length - 1, firstUnit + durationMillis / unitMillis - 1);
    }
    int found = Arrays.binarySearch(millis, 0, firstUnit, durationMillis);
    return found >= 0 ? found : -found - 2;
  }

  /** Where the next begins. */
  long endMillis(int round) {
    return round + 1 < millis.length ? millis[round + 1] : millis[round] + unitMillis;
  }
}
