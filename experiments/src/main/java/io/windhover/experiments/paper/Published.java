package io.windhover.experiments.paper;

/** What the paper says. */
public sealed interface Published {
  /** Nothing was published. */
  Published NOTHING = new Nothing();

  static Published value(double value) {
    return new Value(value);
  }

  static Published range(double low, double high) {
    return new Range(low, high);
  }

  /** See {@link #NOTHING}. */
  record Nothing() implements Published {}

  record Value(double value) implements Published {}

  record Range(double low, double high) implements Published {
    public Range {
      if (low > high) {
        throw new IllegalArgumentException("low: " + low + " is above high: " + high);
      }
    }
  }
}
