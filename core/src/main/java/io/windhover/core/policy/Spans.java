package io.windhover.core.policy;

import java.math.BigDecimal;

/** Times between two moments, in words. */
final class Spans {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;

  private Spans() {}

  /** Such as {@code 2h 13m} or {@code 1m 0.5s}: to the millisecond, so that two that differ do. */
  static String text(long millis) {
    if (millis < 0) {
      return "-" + text(-Math.max(millis, -Long.MAX_VALUE));
    }
    StringBuilder text = new StringBuilder();
    if (millis >= HOUR_MILLIS) {
      text.append(millis / HOUR_MILLIS).append("h ");
    }
    long minutes = millis % HOUR_MILLIS / MINUTE_MILLIS;
    if (minutes > 0) {
      text.append(minutes).append("m ");
    }
    long seconds = millis % MINUTE_MILLIS;
    if (seconds > 0 || text.isEmpty()) {
      BigDecimal number = BigDecimal.valueOf(seconds, 3).stripTrailingZeros();
      text.append(number.toPlainString()).append('s');
    }
    return text.toString().strip();
  }
}
