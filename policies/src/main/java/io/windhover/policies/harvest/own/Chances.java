package io.windhover.policies.harvest.own;

/**
 * Chances below those that a risk, -ln of a chance, stands for: what a search needs to pass over a
 * node, at a small part of the price of an exponential.
 */
final class Chances {
  private static final int PARTS = 256;
  private static final double PART = 1.0 / PARTS;
  private static final int RISK_MAX = 16;

  /** What is left of 1 after a subtraction may be off by some last digits of 1. */
  private static final double ROUNDING = 1e-15;

  private static final double[] SURVIVES = new double[PARTS * RISK_MAX + 2];

  static {
    for (int i = 0; i < SURVIVES.length; i++) {
      SURVIVES[i] = StrictMath.exp(-i * PART);
    }
  }

  private Chances() {}

  /**
   * No more than 1 - exp(-risk): with f the rest beyond a part, exp(-f) is below 1 - f + f f / 2.
   */
  static double killedLeast(double risk) {
    double capped = Math.min(RISK_MAX, risk);
    int part = (int) (PARTS * capped);
    double rest = capped - part * PART;
    return Math.max(0, 1 - SURVIVES[part] * (1 - rest + rest * rest / 2) - ROUNDING);
  }

  /** No more than exp(-risk): exp(-f) is above 1 - f. */
  static double survivesLeast(double risk) {
    if (risk >= RISK_MAX) {
      return 0;
    }
    int part = (int) (PARTS * risk);
    return SURVIVES[part] * (1 - (risk - part * PART));
  }
}
