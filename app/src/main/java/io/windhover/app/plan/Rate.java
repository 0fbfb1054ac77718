package io.windhover.app.plan;

import io.windhover.workload.Durations;
import io.windhover.workload.Shown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often something is expected, as people write it: {@code 3/h}, {@code 5/35m}, {@code 0}. */
public final class Rate {
  static final int EVENTS_MAX = 1_000_000;

  private static final double HOUR_MILLIS = 3_600_000;
  private static final Pattern RATE =
      Pattern.compile("([0-9]{1,7}(?:\\.[0-9]{1,6})?)\\s*/\\s*(\\S.*)");

  private Rate() {}

  /**
   * So many an hour.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public static double perHour(String text) {
    if (text.equals("0")) {
      return 0;
    }
    Matcher rate = RATE.matcher(text.strip());
    String wrong = Shown.quoted(text) + " is not a rate; expected one like 3/h or 5/35m";
    if (!rate.matches()) {
      throw new IllegalArgumentException(wrong);
    }
    double events = Double.parseDouble(rate.group(1));
    if (events > EVENTS_MAX) {
      throw new IllegalArgumentException(
          "%s is too often; expected at most %,d in a span"
              .formatted(Shown.quoted(text), EVENTS_MAX));
    }
    String span = rate.group(2).matches("ms|[smhd]") ? "1" + rate.group(2) : rate.group(2);
    try {
      return events * HOUR_MILLIS / Durations.parseMillis(span);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(wrong, e);
    }
  }
}
