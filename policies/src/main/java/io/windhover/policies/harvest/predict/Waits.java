package io.windhover.policies.harvest.predict;

/**
 * When the next change is to be expected, from the spans between changes that were seen.
 *
 * <p>One more span that never ends is counted among the samples: P(X &gt; t) = (samples above t +
 * 1) / (samples + 1). Without it the chance of a change would leap to 1 just below the longest
 * sample, although the machines that have been still for longer are no samples yet. With it nothing
 * is expected where nothing was seen: no history, or none beyond e.
 */
public final class Waits {
  /** Sums in another order may be off by some last digits. */
  private static final double ROUNDING = 1 - 1e-9;

  private Waits() {}

  /**
   * (1 - p) (w + m) for p = 1 - s (1 - P(X &gt; e + d | X &gt; e)): the expected loss of a task
   * when a change is harmful with chance s and costs m besides the time until it. The same as from
   * the two methods below, with a quarter of the searches.
   *
   * @param before the rank of e
   * @param after the rank of e + d
   */
  public static double lossMillis(
      Spans spans, double harmful, long elapsedMillis, int before, int after, double moreMillis) {
    int within = after - before;
    if (within == 0) {
      return 0;
    }
    double changes = within / (spans.size() - before + 1.0);
    double wait = spans.sumOfRanks(before, before + within) / (double) within - elapsedMillis;
    return harmful * changes * (wait + moreMillis);
  }

  /** Whether {@link #lossMillis} is above a bound; in doubt it is not. Without a division. */
  public static boolean losesMore(
      Spans spans,
      double harmful,
      long elapsedMillis,
      int before,
      int after,
      double moreMillis,
      double boundMillis) {
    double waits =
        spans.sumOfRanks(before, after) + (after - before) * (moreMillis - elapsedMillis);
    return ROUNDING * harmful * waits > boundMillis * (spans.size() - before + 1);
  }

  /**
   * No more than {@link #lossMillis} for any e between two bounds: only spans that end within the
   * task for all of them count, from the later, out of as many as lie beyond the earlier.
   *
   * @param leastRank of the earlier
   * @param mostRank of the later
   */
  public static double leastLossMillis(
      Spans spans,
      double harmful,
      long leastMillis,
      int leastRank,
      long mostMillis,
      int mostRank,
      long durationMillis,
      double moreMillis) {
    int within = spans.rank(leastMillis + durationMillis) - mostRank;
    if (within <= 0) {
      return 0;
    }
    double waits = spans.sumOfRanks(mostRank, mostRank + within) - (double) within * mostMillis;
    return harmful * (waits + within * moreMillis) / (spans.size() - leastRank + 1.0);
  }

  /** P(X &gt; e + d | X &gt; e): section 3.1.1 of SlackSched, Figure 8. */
  public static double still(Spans spans, long elapsedMillis, long durationMillis) {
    return (spans.above(elapsedMillis + durationMillis) + 1.0) / (spans.above(elapsedMillis) + 1.0);
  }

  /**
   * E[X - e | e &lt; X &lt;= e + d], the w of Equation 2; 0 when no span ended there, and then the
   * chance that it is weighed with is 0 too.
   */
  public static double untilChangeMillis(Spans spans, long elapsedMillis, long durationMillis) {
    long endMillis = elapsedMillis + durationMillis;
    int within = spans.above(elapsedMillis) - spans.above(endMillis);
    return within == 0
        ? 0
        : spans.sumWithin(elapsedMillis, endMillis) / (double) within - elapsedMillis;
  }
}
