package io.windhover.policies.harvest.match;

import io.windhover.policies.harvest.predict.Change;

/**
 * The expected worst-case completion time of one task, Equation 2 of SlackSched: with a the time
 * until the node has room, e' = e + a, p = Pc(x, e', d) and w the time lost to an interruption,
 *
 * <pre>E(x, a, e, d) = a + p d + (1 - p) (w + R),   R = E(grew, 0, 0, d)</pre>
 *
 * R, the restart on a node that has just come, contains itself: R = p0 d + (1 - p0) (w0 + R), so R
 * = d + w0 (1 - p0) / p0. Laplace keeps p0 above 0. As R &gt;= d and w &gt;= 0, E is never below a
 * + d, by which a search can pass over nodes.
 */
public final class Expectation {
  private final Outlook outlook;
  private final long durationMillis;
  private final double restartMillis;

  public Expectation(Outlook outlook, long durationMillis) {
    this.outlook = outlook;
    this.durationMillis = durationMillis;
    double completes = outlook.completes(Change.GREW, 0, durationMillis);
    double wasted = outlook.wastedMillis(Change.GREW, 0, durationMillis);
    this.restartMillis = durationMillis + wasted * (1 - completes) / completes;
  }

  /** R. */
  public double restartMillis() {
    return restartMillis;
  }

  /**
   * What E is above a + d at least on nodes that have been still for a time between these, of these
   * ranks in the outlook, when the task starts there.
   */
  double leastLossMillis(
      Change last, long stillLeastMillis, int leastRank, long stillMostMillis, int mostRank) {
    return outlook.leastLossMillis(
        last,
        stillLeastMillis,
        leastRank,
        stillMostMillis,
        mostRank,
        durationMillis,
        restartMillis - durationMillis);
  }

  /** The rank of e' + d. */
  int endRank(long thenMillis) {
    return outlook.rank(thenMillis + durationMillis);
  }

  double harmful(Change last) {
    return outlook.harmful(last);
  }

  /** Whether E is above a bound, as far as can be told quickly. */
  boolean isAbove(
      double boundMillis, double harmful, long waitMillis, long thenMillis, int rank, int endRank) {
    double left = boundMillis - waitMillis - durationMillis;
    double more = restartMillis - durationMillis;
    return outlook.losesMore(harmful, thenMillis, rank, endRank, more, left);
  }

  /** E(x, a, e, d). */
  public double millis(Change last, long waitMillis, long elapsedMillis) {
    long then = elapsedMillis + waitMillis;
    return millis(last, waitMillis, then, outlook.rank(then), endRank(then));
  }

  /**
   * The same by e'.
   *
   * @param rank of e' in the outlook
   * @param endRank of e' + d
   */
  double millis(Change last, long waitMillis, long thenMillis, int rank, int endRank) {
    // a + p d + (1 - p) (w + R) = a + d + (1 - p) (w + R - d).
    double loss =
        outlook.lossMillis(
            last, thenMillis, rank, durationMillis, endRank, restartMillis - durationMillis);
    return waitMillis + durationMillis + loss;
  }
}
