package io.windhover.experiments.forecast;

import java.util.Locale;

/** Money as people read it. */
public final class Dollars {
  /** Less is shown as $0.0000. */
  private static final double SHOWN_MIN = 0.000_05;

  private Dollars() {}

  /** Whether it is so little that to be so many times it says nothing. */
  public static boolean roundsToNothing(double dollars) {
    return dollars < SHOWN_MIN;
  }

  /** Cents from ten dollars on, hundredths of a cent below. */
  public static String shown(double dollars) {
    return String.format(Locale.ROOT, dollars >= 10 ? "$%,.2f" : "$%.4f", dollars);
  }
}
