package io.windhover.policies.workflow.bound;

import java.util.Arrays;

/**
 * A Lagrangian bound on the least busy cost of a workflow in its window.
 *
 * <p>Put a price y(P) >= 0 on each millisecond by which a path P of the workflow exceeds the
 * window. A plan that ends in the window pays nothing or less for that, so its cost is at least its
 * cost plus the sum of y(P) x (length of P - window), and this is at least the least of that sum
 * over all plans, in time or not. With f(i) the sum of y(P) over the paths through node i, and F
 * the sum of all y(P), the least is the sum over the nodes of the least cost(i, way) + f(i) x
 * millis(i, way), minus F x window: each node chooses alone. That holds for every y >= 0; good ones
 * are found by raising the price of the longest path while the nodes' choices are too slow, and by
 * lowering all prices while they are too fast.
 */
final class PathPrices {
  private static final int ROUNDS = 300;
  private static final int PATIENCE = 8;

  private final Choices choices;
  private final double[] prices;
  private final double[] bestPrices;
  private double total;
  private double bestTotal;
  private double bestNanos;

  private PathPrices(Choices choices) {
    this.choices = choices;
    this.prices = new double[choices.size()];
    this.bestPrices = new double[choices.size()];
  }

  /** Prices for the paths; the better, the nearer somebody knows the least cost from above. */
  static PathPrices of(Choices choices, double knownNanos) {
    PathPrices found = new PathPrices(choices);
    found.search(knownNanos);
    return found;
  }

  /** The bound. */
  double nanos() {
    return bestNanos;
  }

  /** What a way of a node adds to the bound if the node must take it. */
  double reduced(int node, int way) {
    return choices.nanos(node, way) + bestPrices[node] * choices.millis(node, way);
  }

  /** What the sum of the nodes' shares exceeds the bound by. */
  double offset() {
    return bestTotal * choices.windowMillis();
  }

  private void search(double knownNanos) {
    int[] plan = choices.cheapest();
    long[] ends = new long[choices.size()];
    bestNanos = choices.nanos(plan);
    double pace = 1;
    int idle = 0;
    for (int round = 0; round < ROUNDS && pace > 1e-4; round++) {
      double nanos = choose(plan) - total * choices.windowMillis();
      if (nanos > bestNanos * (1 + 1e-9)) {
        idle = 0;
      } else if (++idle > PATIENCE) {
        pace /= 2;
        idle = 0;
      }
      if (nanos > bestNanos) {
        bestNanos = nanos;
        bestTotal = total;
        System.arraycopy(prices, 0, bestPrices, 0, prices.length);
      }
      double gap = Math.max(knownNanos - nanos, knownNanos * 1e-6) * pace;
      int last = choices.last(plan, ends);
      long over = ends[last] - choices.windowMillis();
      if (over > 0) {
        raise(last, ends, gap / over);
      } else if (!lower(plan, gap)) {
        return;
      }
    }
  }

  private double choose(int[] plan) {
    double sum = 0;
    for (int node = 0; node < plan.length; node++) {
      double least = Double.MAX_VALUE;
      for (int way = choices.ways(node) - 1; way >= 0; way--) {
        double here = choices.nanos(node, way) + prices[node] * choices.millis(node, way);
        if (here < least) {
          least = here;
          plan[node] = way;
        }
      }
      sum += least;
    }
    return sum;
  }

  private void raise(int last, long[] ends, double step) {
    total += step;
    for (int node = last; node >= 0; node = choices.before(node, ends)) {
      prices[node] += step;
    }
  }

  /** Answers whether there is anything to lower. */
  private boolean lower(int[] plan, double gap) {
    double slope = total * choices.windowMillis();
    for (int node = 0; node < plan.length; node++) {
      slope -= prices[node] * choices.millis(node, plan[node]);
    }
    if (!(slope > 0)) {
      return false;
    }
    double keep = 1 - Math.min(0.5, gap / slope);
    total *= keep;
    Arrays.setAll(prices, node -> prices[node] * keep);
    return true;
  }
}
