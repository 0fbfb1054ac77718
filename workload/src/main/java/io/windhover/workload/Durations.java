package io.windhover.workload;

import io.windhover.core.model.JobRules;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Time spans as people write them: {@code 250ms}, {@code 90s}, {@code 1h30m}, {@code 2d}. */
public final class Durations {
  /** A hundred years: far beyond any job, and far from where sums of milliseconds overflow. */
  public static final long MILLIS_MAX = JobRules.SPAN_MILLIS_MAX;

  private static final String NUMBER = "([0-9]{1,9}(?:\\.[0-9]{1,3})?)";

  /** Also in the schema. Units from large to small, each at most once, and not all zeros. */
  static final String PATTERN =
      "^(?=[0-9])(?=.*[1-9])(?:%1$sd)?(?: ?%1$sh)?(?: ?%1$sm)?(?: ?%1$ss)?(?: ?([0-9]{1,9})ms)?$"
          .formatted(NUMBER);

  /** A span but for the length of a number. */
  private static final Pattern MANY_DIGITS =
      Pattern.compile("[0-9]{10,}(?:\\.[0-9]+)?(?:ms|s|m|h|d)");

  private static final Pattern SPAN = Pattern.compile(PATTERN);
  private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};

  private Durations() {}

  /**
   * The span in milliseconds, exactly, always more than 0.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public static long parseMillis(String text) {
    Matcher span = SPAN.matcher(text);
    if (!span.matches()) {
      if (MANY_DIGITS.matcher(text).matches()) {
        throw new IllegalArgumentException(
            Shown.quoted(text) + " has too many digits; expected at most 36500d");
      }
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is not a time span; expected one like 90s, 35m or 1h30m");
    }
    BigDecimal millis = BigDecimal.ZERO;
    for (int unit = 0; unit < UNIT_MILLIS.length; unit++) {
      String number = span.group(unit + 1);
      if (number != null) {
        millis = millis.add(new BigDecimal(number).multiply(BigDecimal.valueOf(UNIT_MILLIS[unit])));
      }
    }
    if (millis.compareTo(BigDecimal.valueOf(MILLIS_MAX)) > 0) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is too long; expected at most 36500d");
    }
    return millis.longValueExact();
  }

  /** For people, at two units at most: {@code 250ms}, {@code 4.2s}, {@code 3m 20s}, {@code 2d}. */
  public static String format(long millis) {
    if (millis < 0) {
      return millis == Long.MIN_VALUE ? format(millis + 1) : "-" + format(-millis);
    }
    if (millis < 1_000) {
      return millis + "ms";
    }
    if (millis < 59_950) {
      long tenths = (millis + 50) / 100;
      return tenths % 10 == 0
          ? tenths / 10 + "s"
          : String.format(Locale.ROOT, "%d.%ds", tenths / 10, tenths % 10);
    }
    long seconds = millis / 1_000 + (millis % 1_000 >= 500 ? 1 : 0);
    if (seconds < 3_600) {
      return two(seconds / 60, "m", seconds % 60, "s");
    }
    long minutes = seconds / 60 + (seconds % 60 >= 30 ? 1 : 0);
    if (minutes < 1_440) {
      return two(minutes / 60, "h", minutes % 60, "m");
    }
    long hours = minutes / 60 + (minutes % 60 >= 30 ? 1 : 0);
    return two(hours / 24, "d", hours % 24, "h");
  }

  private static String two(long large, String largeUnit, long small, String smallUnit) {
    return small == 0 ? large + largeUnit : large + largeUnit + " " + small + smallUnit;
  }
}
