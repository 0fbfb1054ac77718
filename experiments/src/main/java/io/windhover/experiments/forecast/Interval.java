package io.windhover.experiments.forecast;

/** Where a probability lies, with 95 % confidence. */
public record Interval(double low, double high) {
  /** Of the standard normal distribution: 95 % lie within so many deviations. */
  private static final double Z = 1.959963984540054;

  /**
   * Wilson's score interval. Unlike the textbook's p plus or minus z deviations it has a width when
   * all runs succeed: a hundred of a hundred says "more than 96 %", not "certainly".
   */
  public static Interval wilson(int successes, int runs) {
    if (runs < 1 || successes < 0 || successes > runs) {
      throw new IllegalArgumentException(successes + " of " + runs + " runs");
    }
    double n = runs;
    double share = successes / n;
    double scale = 1 + Z * Z / n;
    double middle = (share + Z * Z / (2 * n)) / scale;
    double half = Z * Math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / scale;
    return new Interval(successes == 0 ? 0 : middle - half, successes == runs ? 1 : middle + half);
  }
}
