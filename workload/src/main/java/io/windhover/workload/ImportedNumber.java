package io.windhover.workload;

import io.windhover.core.model.JobRules;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.concurrent.TimeUnit;

/** Numbers as other programs write them into workflow files. */
final class ImportedNumber {
  private static final int LENGTH_MAX = 60;
  private static final int DECIMALS_MAX = 9;
  private static final long YEARS_10_SECONDS = TimeUnit.DAYS.toSeconds(3_650);

  static final String SECONDS_EXPECTED = "; expected seconds, from 0 to " + YEARS_10_SECONDS;

  private ImportedNumber() {}

  /**
   * Seconds in milliseconds, to the nearest; ties to the even one, so that sums do not drift. May
   * be below 0, which is for the caller to judge.
   *
   * @throws IllegalArgumentException with a message for people
   */
  static long millis(String text) {
    BigDecimal seconds = number(text, SECONDS_EXPECTED);
    if (seconds.abs().compareTo(BigDecimal.valueOf(YEARS_10_SECONDS)) > 0) {
      String what = seconds.signum() < 0 ? " is negative" : " is more than ten years";
      throw wrong(text, what, SECONDS_EXPECTED);
    }
    return decimals(seconds).movePointRight(3).setScale(0, RoundingMode.HALF_EVEN).longValueExact();
  }

  /** Whole cores, at least one: 0 is what recorders write that did not look. */
  static int cores(String text) {
    String expected = "; expected whole cores, at most " + Shown.number(JobRules.CORES_MAX);
    long cores = whole(text, BigDecimal.ONE, JobRules.CORES_MAX, expected);
    if (number(text, expected).compareTo(BigDecimal.valueOf(cores)) != 0) {
      throw wrong(text, " is not whole", expected);
    }
    return Math.toIntExact(Math.max(1, cores));
  }

  /**
   * Bytes, rounded up.
   *
   * @param unitBytes what the number counts
   */
  static long bytes(String text, long unitBytes) {
    String expected = "; expected an amount of memory, 0 or more";
    return whole(text, BigDecimal.valueOf(unitBytes), Sizes.BYTES_MAX, expected);
  }

  private static long whole(String text, BigDecimal unit, long max, String expected) {
    BigDecimal number = number(text, expected);
    if (number.signum() < 0) {
      throw wrong(text, " is negative", expected);
    }
    if (number.compareTo(BigDecimal.valueOf(max)) > 0
        || number.multiply(unit).compareTo(BigDecimal.valueOf(max)) > 0) {
      throw wrong(text, " is too large", expected);
    }
    return decimals(number).multiply(unit).setScale(0, RoundingMode.CEILING).longValueExact();
  }

  private static BigDecimal number(String text, String expected) {
    try {
      if (text.length() <= LENGTH_MAX) {
        return new BigDecimal(text.strip());
      }
    } catch (NumberFormatException e) {
      // Complained about below, like the others.
    }
    throw wrong(Shown.quoted(text), " is not a number", expected);
  }

  /**
   * Without what is far below anything that counts: a vast exponent would take ages to write out.
   */
  private static BigDecimal decimals(BigDecimal number) {
    if (number.precision() - (long) number.scale() < -DECIMALS_MAX) {
      return BigDecimal.ZERO;
    }
    return number.scale() > DECIMALS_MAX
        ? number.setScale(DECIMALS_MAX, RoundingMode.HALF_EVEN)
        : number;
  }

  private static IllegalArgumentException wrong(String text, String what, String expected) {
    return new IllegalArgumentException(text.strip() + what + expected);
  }
}
