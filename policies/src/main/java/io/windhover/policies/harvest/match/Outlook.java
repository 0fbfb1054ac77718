package io.windhover.policies.harvest.match;

import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.History;
import io.windhover.policies.harvest.predict.Spans;
import io.windhover.policies.harvest.predict.Waits;

/** What is to be expected of a node whose last change was of this kind, so long ago. */
public interface Outlook {
  /** Pc(x, e, d): the chance that a task of this duration is not interrupted. */
  double completes(Change last, long elapsedMillis, long durationMillis);

  /** w: how long such a task has run, on average, when it is interrupted. */
  double wastedMillis(Change last, long elapsedMillis, long durationMillis);

  /** What is to be looked up of a time of stillness whatever the task is. */
  default int rank(long elapsedMillis) {
    return 0;
  }

  /**
   * (1 - p) (w + m): what interruptions are expected to cost when one costs m besides w.
   *
   * @param rank of the time elapsed
   * @param endRank of the time elapsed by the end of the task
   */
  default double lossMillis(
      Change last,
      long elapsedMillis,
      int rank,
      long durationMillis,
      int endRank,
      double moreMillis) {
    double killed = 1 - completes(last, elapsedMillis, durationMillis);
    return killed * (wastedMillis(last, elapsedMillis, durationMillis) + moreMillis);
  }

  /** The chance that a change after one of this kind interrupts tasks, where that matters. */
  default double harmful(Change last) {
    return 1;
  }

  /**
   * Whether {@link #lossMillis} is above a bound, as far as can be told quickly.
   *
   * @param harmful of the last change
   */
  default boolean losesMore(
      double harmful,
      long elapsedMillis,
      int rank,
      int endRank,
      double moreMillis,
      double boundMillis) {
    return false;
  }

  /** No more than {@link #lossMillis} anywhere between two times of stillness of these ranks. */
  default double leastLossMillis(
      Change last,
      long leastMillis,
      int leastRank,
      long mostMillis,
      int mostRank,
      long durationMillis,
      double moreMillis) {
    return 0;
  }

  /** Where the next change is to be expected as after the spans that were seen. */
  interface BySpans extends Outlook {
    Spans spans();

    @Override
    default boolean losesMore(
        double harmful,
        long elapsedMillis,
        int rank,
        int endRank,
        double moreMillis,
        double boundMillis) {
      return Waits.losesMore(
          spans(), harmful, elapsedMillis, rank, endRank, moreMillis, boundMillis);
    }

    @Override
    default double wastedMillis(Change last, long elapsedMillis, long durationMillis) {
      return Waits.untilChangeMillis(spans(), elapsedMillis, durationMillis);
    }

    @Override
    default int rank(long elapsedMillis) {
      return spans().rank(elapsedMillis);
    }

    @Override
    default double lossMillis(
        Change last,
        long elapsedMillis,
        int rank,
        long durationMillis,
        int endRank,
        double moreMillis) {
      return Waits.lossMillis(spans(), harmful(last), elapsedMillis, rank, endRank, moreMillis);
    }

    @Override
    default double leastLossMillis(
        Change last,
        long leastMillis,
        int leastRank,
        long mostMillis,
        int mostRank,
        long durationMillis,
        double moreMillis) {
      return Waits.leastLossMillis(
          spans(),
          harmful(last),
          leastMillis,
          leastRank,
          mostMillis,
          mostRank,
          durationMillis,
          moreMillis);
    }
  }

  /** Equation 1 of SlackSched: Pc = 1 - Ps(x) (1 - P(X &gt; e + d | X &gt; e)). */
  record ByBigrams(History history) implements BySpans {
    @Override
    public Spans spans() {
      return history.changes();
    }

    @Override
    public double harmful(Change last) {
      return history.bigrams().shrinkAfter(last);
    }

    @Override
    public double completes(Change last, long elapsedMillis, long durationMillis) {
      double changes = 1 - Waits.still(history.changes(), elapsedMillis, durationMillis);
      return 1 - harmful(last) * changes;
    }
  }

  /**
   * Equation 3, Appendix B.2: Pc = P(Y &gt; e + d | Y &gt; e), Y the spans that end in a shrink.
   */
  record ByShrinks(History history) implements BySpans {
    @Override
    public Spans spans() {
      return history.shrinks();
    }

    @Override
    public double harmful(Change last) {
      return 1;
    }

    @Override
    public double completes(Change last, long elapsedMillis, long durationMillis) {
      return Waits.still(history.shrinks(), elapsedMillis, durationMillis);
    }
  }
}
