package io.windhover.workload.scenario;

import io.windhover.workload.Shown;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many of a hundred machines of a type are interrupted in a month, as scenarios, catalogues and
 * {@code plan --interruptions} have it: {@code 7%}, or one of the ranges that AWS publishes, {@code
 * <5%}, {@code 5-10%} or {@code >20%}.
 */
public final class InterruptionShare {
  private static final String NUMBER = "([0-9]{1,2}(?:\\.[0-9]{1,6})?)";

  /** Also in the schema. */
  static final String PATTERN = "^(?:%1$s|<%1$s|>%1$s|%1$s-%1$s)%%$".formatted(NUMBER);

  /** AWS's ranges are five points wide, all but the last, which has no end. */
  private static final double BEYOND_THE_LAST = 5;

  private static final double MOST = 99.9;
  private static final Pattern SHARE = Pattern.compile(PATTERN);
  private static final int LAST_OF_RANGE = 5;

  private InterruptionShare() {}

  /**
   * The share, from 0 to below 1; of a range its upper end, so that a plan errs on the dear side,
   * and {@code >20%} counts as 25 %.
   *
   * @throws IllegalArgumentException with a message for people
   */
  public static double parse(String text) {
    Matcher share = SHARE.matcher(text);
    if (!share.matches()) {
      throw new IllegalArgumentException(
          Shown.quoted(text)
              + " is not a share of machines; expected one like 7%, <5%, 5-10% or >20%");
    }
    double percent = 0;
    for (int group = 1; group <= LAST_OF_RANGE; group++) {
      if (share.group(group) != null) {
        percent = Math.max(percent, Double.parseDouble(share.group(group)));
      }
    }
    return Math.min(MOST, text.startsWith(">") ? percent + BEYOND_THE_LAST : percent) / 100;
  }
}
