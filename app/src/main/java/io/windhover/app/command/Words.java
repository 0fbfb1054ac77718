package io.windhover.app.command;

import io.windhover.core.words.Counted;
import java.util.Locale;

/** Numbers and names as people read them. */
final class Words {
  private Words() {}

  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  static String tasks(long count) {
    return Counted.of(count, "task");
  }

  static String jobs(long count) {
    return Counted.of(count, "job");
  }

  static String harvestMachines(long count) {
    return Counted.of(count, "harvest machine");
  }

  static String rate(double perSecond) {
    return String.format(Locale.ROOT, perSecond < 10 ? "%.2f/s" : "%,.0f/s", perSecond);
  }
}
