package io.windhover.policies.harvest.match;

import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import io.windhover.policies.harvest.predict.Waits;

/** What is to be expected of a node whose last change was of this kind, so long ago. */
public interface Outlook {
  /** Pc(x, e, d): the chance that a task of this duration is not interrupted. */
  double completes(Change last, long elapsedMillis, long durationMillis);

  /** w: how long such a task has run, on average, when it is interrupted. */
  double wastedMillis(Change last, long elapsedMillis, long durationMillis);

  /** (1 - p) (w + m): what interruptions are expected to cost when one costs m besides w. */
  default double lossMillis(
      Change last, long elapsedMillis, long durationMillis, double moreMillis) {
    double killed = 1 - completes(last, elapsedMillis, durationMillis);
    return killed * (wastedMillis(last, elapsedMillis, durationMillis) + moreMillis);
  }

  /** No more than {@link #lossMillis} anywhere between two times of stillness. */
  default double leastLossMillis(
      Change last, long leastMillis, long mostMillis, long durationMillis, double moreMillis) {
    return 0;
  }

  /** Equation 1 of SlackSched: Pc = 1 - Ps(x) (1 - P(X &gt; e + d | X &gt; e)). */
  record ByBigrams(History history) implements Outlook {
    @Override
    public double completes(Change last, long elapsedMillis, long durationMillis) {
      double changes = 1 - Waits.still(history.changes(), elapsedMillis, durationMillis);
      return 1 - history.bigrams().shrinkAfter(last) * changes;
    }

    @Override
    public double wastedMillis(Change last, long elapsedMillis, long durationMillis) {
      return Waits.untilChangeMillis(history.changes(), elapsedMillis, durationMillis);
    }

    @Override
    public double lossMillis(
        Change last, long elapsedMillis, long durationMillis, double moreMillis) {
      double shrinks = history.bigrams().shrinkAfter(last);
      return Waits.lossMillis(
          history.changes(), shrinks, elapsedMillis, durationMillis, moreMillis);
    }

    @Override
    public double leastLossMillis(
        Change last, long leastMillis, long mostMillis, long durationMillis, double moreMillis) {
      double shrinks = history.bigrams().shrinkAfter(last);
      return Waits.leastLossMillis(
          history.changes(), shrinks, leastMillis, mostMillis, durationMillis, moreMillis);
    }
  }

  /**
   * Equation 3, Appendix B.2: Pc = P(Y &gt; e + d | Y &gt; e), Y the spans that end in a shrink.
   */
  record ByShrinks(History history) implements Outlook {
    @Override
    public double completes(Change last, long elapsedMillis, long durationMillis) {
      return Waits.still(history.shrinks(), elapsedMillis, durationMillis);
    }

    @Override
    public double wastedMillis(Change last, long elapsedMillis, long durationMillis) {
      return Waits.untilChangeMillis(history.shrinks(), elapsedMillis, durationMillis);
    }

    @Override
    public double lossMillis(
        Change last, long elapsedMillis, long durationMillis, double moreMillis) {
      return Waits.lossMillis(history.shrinks(), 1, elapsedMillis, durationMillis, moreMillis);
    }

    @Override
    public double leastLossMillis(
        Change last, long leastMillis, long mostMillis, long durationMillis, double moreMillis) {
      return Waits.leastLossMillis(
          history.shrinks(), 1, leastMillis, mostMillis, durationMillis, moreMillis);
    }
  }
}
