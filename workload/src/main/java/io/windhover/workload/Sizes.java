package io.windhover.workload;

import io.windhover.core.model.JobRules;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of memory as people write them: {@code 200MB} (10^6), {@code 1.5GiB} (2^30). */
public final class Sizes {
  /** One EiB. */
  public static final long BYTES_MAX = JobRules.MEMORY_BYTES_MAX;

  /** Also in the schema. */
  static final String PATTERN =
      "^(?:([0-9]{1,9}(?:\\.[0-9]{1,3})?) ?([kKMGT]B|[KMGT]iB)|([0-9]{1,18}) ?B)$";

  private static final Pattern SIZE = Pattern.compile(PATTERN);
  private static final String PREFIXES = "KMGT";

  private Sizes() {}

  /**
   * The size in bytes, rounded up to a whole one.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public static long parseBytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new IllegalArgumentException(
          Shown.quoted(text)
              + " is not a size; expected a number with a unit like 200MB or 1.5GiB");
    }
    String unit = size.group(2);
    BigDecimal bytes =
        unit == null
            ? new BigDecimal(size.group(3))
            : new BigDecimal(size.group(1)).multiply(unitBytes(unit));
    if (bytes.compareTo(BigDecimal.valueOf(BYTES_MAX)) > 0) {
      throw new IllegalArgumentException(
          Shown.quoted(text) + " is too large; expected at most 1048576TiB");
    }
    return bytes.setScale(0, RoundingMode.CEILING).longValueExact();
  }

  private static BigDecimal unitBytes(String unit) {
    int power = PREFIXES.indexOf(Character.toUpperCase(unit.charAt(0))) + 1;
    return BigDecimal.valueOf(unit.endsWith("iB") ? 1_024 : 1_000).pow(power);
  }

  /** For people, in binary units: {@code 512 B}, {@code 1.5 GiB}. */
  public static String format(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a size of " + bytes + " bytes");
    }
    if (bytes < 1_024) {
      return bytes + " B";
    }
    int power = 1;
    // Up to the next unit already where one decimal would be rounded to 1024.0.
    while (power < PREFIXES.length() && bytes >= (1L << (10 * (power + 1))) * 0.99995) {
      power++;
    }
    String amount = String.format(Locale.ROOT, "%.1f", (double) bytes / (1L << (10 * power)));
    String trimmed = amount.endsWith(".0") ? amount.substring(0, amount.length() - 2) : amount;
    return trimmed + " " + PREFIXES.charAt(power - 1) + "iB";
  }
}
