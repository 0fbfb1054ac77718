package io.windhover.placement;

/** Messages about bad values: field, what it must be, value. */
final class Check {
  private Check() {}

  static int notNegative(String field, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(field + ": must not be negative, is " + value);
    }
    return value;
  }

  static double inRange(String field, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw new IllegalArgumentException(
          "%s: must be from %s to %s, is %s".formatted(field, min, max, value));
    }
    return value;
  }

  static String notBlank(String field, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException(field + ": must not be empty");
    }
    return value;
  }
}
