package io.windhover.experiments.forecast;

import java.util.Locale;

/** Money as people read it. */
public final class Dollars {
  private Dollars() {}

  /** Cents from ten dollars on, hundredths of a cent below. */
  public static String shown(double dollars) {
    return String.format(Locale.ROOT, dollars >= 10 ? "$%,.2f" : "$%.4f", dollars);
  }
}
