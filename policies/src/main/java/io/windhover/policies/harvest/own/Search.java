package io.windhover.policies.harvest.own;

import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Drops;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The cheapest node so far for one task; of equal ones the stillest, then the first. */
final class Search {
  /** Bounds are made of other sums than costs; they may be off by some last digits. */
  private static final double ROUNDING = 1 - 1e-9;

  final Request task;
  private final Terms terms;
  private final Drops drops;
  private final long longestMillis;

  /** Of the drops, within the task's duration; empty while nobody has asked. */
  private final double[][] risksByRow = new double[Drops.ROWS][0];

  private @Nullable Stack best;
  private int bestIndex = -1;
  private long bestStartMillis;
  private double bestCost = Double.MAX_VALUE;

  Search(Request task, Terms terms, Drops drops, long longestMillis) {
    this.task = task;
    this.terms = terms;
    this.drops = drops;
    this.longestMillis = longestMillis;
  }

  @Nullable Stack best() {
    return best;
  }

  int bestIndex() {
    return bestIndex;
  }

  long bestStartMillis() {
    return bestStartMillis;
  }

  /** No place costs less that is no better in any of these. */
  double bound(long startMillis, double killed, double steady) {
    return bound(startMillis, killed, steady, 0);
  }

  boolean isBeaten(double bound) {
    return bound > bestCost;
  }

  /**
   * Every node that could be the best by its bound.
   *
   * @param free by node, whether it is known to have room now for as long as anybody wants
   */
  void scan(List<Stack> stacks, double[] bounds, boolean[] free) {
    int lowest = -1;
    for (int i = 0; i < bounds.length; i++) {
      lowest = lowest < 0 || bounds[i] < bounds[lowest] ? i : lowest;
    }
    if (lowest >= 0) {
      scan(lowest, stacks.get(lowest), free);
    }
    for (int i = 0; i < bounds.length; i++) {
      if (i != lowest && !isBeaten(bounds[i])) {
        scan(i, stacks.get(i), free);
      }
    }
  }

  private void scan(int index, Stack stack, boolean[] free) {
    weigh(index, stack, free[index] ? 0 : task.startMillis(stack.node));
  }

  void weigh(int index, Stack stack, long startMillis) {
    if (startMillis == Room.NEVER || isBeaten(bound(startMillis, 0, 0))) {
      return;
    }
    double risk = risk(stack, startMillis, task.durationMillis());
    if (!isBeaten(bound(startMillis, Chances.killedLeast(risk), 0))) {
      weigh(index, stack, startMillis, risk, risk(stack, startMillis, longestMillis), 0);
    }
  }

  /**
   * The same where it is known how steady the node is.
   *
   * @param longestRisk of the longest task
   * @param harmMillis at least
   */
  void weigh(int index, Stack stack, long startMillis, double longestRisk, double harmMillis) {
    double risk = risk(stack, startMillis, task.durationMillis());
    weigh(index, stack, startMillis, risk, longestRisk, harmMillis);
  }

  private double risk(Stack stack, long startMillis, long durationMillis) {
    return stack.risk(drops, task.need().cores(), startMillis, durationMillis);
  }

  private void weigh(
      int index,
      Stack stack,
      long startMillis,
      double risk,
      double longestRisk,
      double harmMillis) {
    if (!isBeaten(boundByRisks(startMillis, risk, longestRisk, harmMillis))
        && !isBeaten(boundByRisks(startMillis, risk, longestRisk, leastHarm(stack, startMillis)))) {
      double killed = 1 - StrictMath.exp(-risk);
      offer(index, stack, startMillis, killed, StrictMath.exp(-longestRisk));
    }
  }

  double bound(long startMillis, double killed, double steady, double harmMillis) {
    return ROUNDING * terms.cost(startMillis, killed, steady, harmMillis);
  }

  double boundByRisks(long startMillis, double risk, double longestRisk, double harmMillis) {
    double steady = Chances.survivesLeast(longestRisk);
    return bound(startMillis, Chances.killedLeast(risk), steady, harmMillis);
  }

  /** Without an exponential for everybody who runs there. */
  private double leastHarm(Stack stack, long startMillis) {
    if (stack.newestFirst()) {
      return 0;
    }
    int row = stack.row();
    long duration = task.durationMillis();
    if (risksByRow[row].length == 0) {
      risksByRow[row] = drops.row(row).risks(duration);
    }
    double[] risks = risksByRow[row];
    int cores = task.need().cores();
    return stack.leastHarmMillis(
        drops.row(row), cores, startMillis, duration, duration, risks, risks);
  }

  private void offer(int index, Stack stack, long startMillis, double killed, double steady) {
    double harm = stack.harmMillis(drops, task.need().cores(), startMillis, task.durationMillis());
    double cost = terms.cost(startMillis, killed, steady, harm);
    if (best == null || cost < bestCost || (cost == bestCost && isPreferred(index, stack, best))) {
      best = stack;
      bestIndex = index;
      bestStartMillis = startMillis;
      bestCost = cost;
    }
  }

  private boolean isPreferred(int index, Stack stack, Stack to) {
    long still = stack.node.elapsedMillis();
    return still > to.node.elapsedMillis()
        || (still == to.node.elapsedMillis() && index < bestIndex);
  }
}
