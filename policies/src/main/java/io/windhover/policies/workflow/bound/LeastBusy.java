package io.windhover.policies.workflow.bound;

import io.windhover.policies.workflow.plan.Dag;

/**
 * The least busy cost of one job: a way to run for each node such that no path is longer than the
 * window and the sum of the costs is least. That is the discrete time-cost trade-off problem, which
 * is NP-hard. Up to {@link #NODES_MAX} nodes it is solved by branching on the nodes in order, where
 * a branch is left when its paths cannot end in the window, or when the bound of {@link PathPrices}
 * with the ways chosen so far says that it cannot beat the best plan known. Beyond that, or when
 * the search would take too long, the bound itself is the answer.
 */
final class LeastBusy {
  private static final int NODES_MAX = 40;
  private static final int STEPS_MAX = 50_000;

  /** A bound, which some plan attains when it is exact; infinite when no plan is in time. */
  record Answer(double nanos, boolean exact) {}

  private final Choices choices;
  private final PathPrices prices;
  private final double[] leastAfter;
  private final double[] cheapestAfter;
  private final long[] ends;
  private double best;
  private int steps;

  private LeastBusy(Choices choices, PathPrices prices, double best) {
    this.choices = choices;
    this.prices = prices;
    this.best = best;
    int size = choices.size();
    ends = new long[size];
    leastAfter = new double[size + 1];
    cheapestAfter = new double[size + 1];
    for (int node = size - 1; node >= 0; node--) {
      double least = Double.MAX_VALUE;
      for (int way = 0; way < choices.ways(node); way++) {
        least = Math.min(least, prices.reduced(node, way));
      }
      leastAfter[node] = leastAfter[node + 1] + least;
      cheapestAfter[node] = cheapestAfter[node + 1] + choices.nanos(node, choices.ways(node) - 1);
    }
  }

  /**
   * The least busy cost on the types of the set.
   *
   * @param nanosPerMilli by type
   * @param types a bit for each type that may be used
   */
  static Answer of(Dag dag, double[] nanosPerMilli, long types, long windowMillis) {
    Choices choices = Choices.of(dag, nanosPerMilli, types, windowMillis);
    if (!choices.feasible()) {
      return new Answer(Double.POSITIVE_INFINITY, true);
    }
    int[] plan = choices.cheapest();
    long[] ends = new long[choices.size()];
    if (ends[choices.last(plan, ends)] <= windowMillis) {
      return new Answer(choices.nanos(plan), true);
    }
    if (choices.size() > NODES_MAX) {
      double known = choices.nanos(new int[choices.size()]);
      return new Answer(PathPrices.of(choices, known).nanos(), false);
    }
    double known = sped(choices, plan, ends);
    PathPrices prices = PathPrices.of(choices, known);
    LeastBusy search = new LeastBusy(choices, prices, known);
    search.branch(0, 0, 0);
    return search.steps > STEPS_MAX
        ? new Answer(Math.min(prices.nanos(), search.best), false)
        : new Answer(search.best, true);
  }

  /** The cost of a plan in time: on the longest path, what saves most time for its money. */
  private static double sped(Choices choices, int[] plan, long[] ends) {
    int last = choices.last(plan, ends);
    while (ends[last] > choices.windowMillis()) {
      int chosen = -1;
      double bestGain = -1;
      for (int node = last; node >= 0; node = choices.before(node, ends)) {
        int way = plan[node];
        if (way > 0) {
          double saved = choices.millis(node, way) - choices.millis(node, way - 1);
          double gain = saved / (choices.nanos(node, way - 1) - choices.nanos(node, way));
          if (gain > bestGain) {
            bestGain = gain;
            chosen = node;
          }
        }
      }
      plan[chosen]--;
      last = choices.last(plan, ends);
    }
    return choices.nanos(plan);
  }

  private void branch(int node, double nanos, double reduced) {
    if (++steps > STEPS_MAX) {
      return;
    }
    if (node == choices.size()) {
      best = Math.min(best, nanos);
      return;
    }
    long start = 0;
    for (int parent : choices.dag().parents(node)) {
      start = Math.max(start, ends[parent]);
    }
    long room = choices.windowMillis() - choices.tailMillis(node) - start;
    for (int way = choices.ways(node) - 1; way >= 0; way--) {
      double paid = nanos + choices.nanos(node, way);
      double share = reduced + prices.reduced(node, way);
      boolean hopeless =
          choices.millis(node, way) > room
              || paid + cheapestAfter[node + 1] >= best
              || share + leastAfter[node + 1] - prices.offset() >= best;
      if (!hopeless) {
        ends[node] = start + choices.millis(node, way);
        branch(node + 1, paid, share);
      }
    }
  }
}
