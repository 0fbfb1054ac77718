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
  private Waits() {}

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
