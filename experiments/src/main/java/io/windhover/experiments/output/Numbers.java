package io.windhover.experiments.output;

import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as text, the same on every machine. */
final class Numbers {
  private static final MathContext EXACT = new MathContext(6, RoundingMode.HALF_EVEN);
  private static final MathContext SHOWN = new MathContext(4, RoundingMode.HALF_EVEN);

  private Numbers() {}

  /** Six digits, for programs. */
  static String exact(double value) {
    return text(value, EXACT);
  }

  /** Four digits, for people; whole numbers whole. */
  static String shown(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e9
        ? Long.toString((long) value)
        : text(value, SHOWN);
  }

  private static String text(double value, MathContext digits) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException("not a number that can be reported: " + value);
    }
    if (value == 0) {
      return "0";
    }
    return new BigDecimal(value).round(digits).stripTrailingZeros().toPlainString();
  }

  static String shown(Published paper) {
    if (paper instanceof Published.Value published) {
      return shown(published.value());
    }
    if (paper instanceof Published.Range range) {
      return shown(range.low()) + " to " + shown(range.high());
    }
    return "";
  }

  static String shown(Spread spread) {
    return spread.isNone() ? "" : shown(spread.p10()) + " to " + shown(spread.p90());
  }

  /** A further key of a row. */
  static String key(Object value) {
    return value instanceof Number number ? exact(number.doubleValue()) : value.toString();
  }
}
