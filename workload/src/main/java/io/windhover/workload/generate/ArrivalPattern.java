package io.windhover.workload.generate;

import io.windhover.core.chance.Chance;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * How jobs come over time: the four patterns of SCS's Figure 7. Submissions are a Poisson process
 * whose rate follows the pattern; each has the same mean rate, so patterns can be compared.
 */
public enum ArrivalPattern {
  /** The same rate all the time. */
  STABLE,
  /** From a fifth of the mean rate, evenly up to nine fifths. */
  GROWING,
  /** A wave of a day: from a fifth of the mean rate to nine fifths and back. */
  CYCLIC,
  /** Two hours of work at three times the mean rate, then four hours of nothing. */
  ON_OFF;

  private static final double HOUR_MILLIS = 3_600_000;
  private static final double DAY_HOURS = 24;
  private static final double CYCLE_HOURS = 6;
  private static final double ON_HOURS = 2;
  private static final double FACTOR_MAX = 3;

  /** As files and people write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** How many times the mean rate holds at this moment of a stream of this length. */
  public double factorAt(double hour, double hours) {
    return switch (this) {
      case STABLE -> 1;
      case GROWING -> 0.2 + 1.6 * hour / hours;
      case CYCLIC -> 1 - 0.8 * StrictMath.cos(2 * Math.PI * hour / DAY_HOURS);
      case ON_OFF -> hour % CYCLE_HOURS < ON_HOURS ? CYCLE_HOURS / ON_HOURS : 0;
    };
  }

  /** When jobs come, in milliseconds from the beginning, ascending. */
  public long[] arrivalsMillis(double jobsPerHour, double hours, long seed) {
    SplittableRandom gaps = Chance.stream(seed, "arrivals", 0);
    SplittableRandom kept = Chance.stream(seed, "arrivals kept", 0);
    long[] found = new long[16];
    int count = 0;
    double hour = 0;
    // Thinning: candidates at the highest rate, each kept with the share that the rate then has.
    while (true) {
      hour -= StrictMath.log(1 - gaps.nextDouble()) / (jobsPerHour * FACTOR_MAX);
      if (hour >= hours) {
        return Arrays.copyOf(found, count);
      }
      if (kept.nextDouble() * FACTOR_MAX < factorAt(hour, hours)) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = (long) (hour * HOUR_MILLIS);
      }
    }
  }
}
