package io.windhover.experiments.paper;

/** Between these lie eight of ten seeds (or requests). */
public record Spread(double p10, double p90) {
  /** Where there is nothing to spread. */
  public static final Spread NONE = new Spread(Double.NaN, Double.NaN);

  public boolean isNone() {
    return Double.isNaN(p10);
  }
}
