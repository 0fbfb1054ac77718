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

  /** What it costs to start now, and what each figure adds to that at its most. */
  private final double nowCost;

  private final double killedCost;
  private final double steadyCost;

  /** Of the drops, within the task's duration; null while nobody has asked. */
  private double @Nullable [] @Nullable [] risksByRow;

  private @Nullable Stack best;
  private int bestIndex = -1;
  private int secondIndex = -1;
  private long bestStartMillis;
  private double bestCost = Double.MAX_VALUE;

  Search(Request task, Terms terms, Drops drops, long longestMillis) {
    this.task = task;
    this.terms = terms;
    this.drops = drops;
    this.longestMillis = longestMillis;
    this.nowCost = terms.cost(0, 0, 0, 0);
    this.killedCost = terms.cost(0, 1, 0, 0) - nowCost;
    this.steadyCost = terms.cost(0, 0, 1, 0) - nowCost;
  }

  @Nullable Stack best() {
    return best;
  }

  int bestIndex() {
    return bestIndex;
  }

  /** Of the best before that; below 0 for none. */
  int secondIndex() {
    return secondIndex;
  }

  long bestStartMillis() {
    return bestStartMillis;
  }

  /**
   * As {@link #bound} and never above it, at a small part of the price. For a start now they are
   * the same: a cost is a sum of what each figure adds in proportion. Whoever starts later is at
   * least as late, and the later it would be undisturbed the more of a kill's delay counts.
   */
  double roughBound(double startMillis, double killed, double steady, double harmMillis) {
    return ROUNDING
        * (nowCost
            + terms.weights().waiting() * startMillis
            + killedCost * killed
            + steadyCost * steady
            + terms.weights().harm() * harmMillis);
  }

  /** Whatever else is to be said of the place. */
  double waitBound(long startMillis) {
    return roughBound((double) startMillis, 0, 0, 0);
  }

  /** {@link #roughBound} of many at once, for the sake of the processor's wide arithmetic. */
  void roughBounds(
      double[] startMillis, double[] killed, double[] steady, double[] harmMillis, double[] to) {
    double now = ROUNDING * nowCost;
    double perMilli = ROUNDING * terms.weights().waiting();
    double perKilled = ROUNDING * killedCost;
    double perSteady = ROUNDING * steadyCost;
    double perHarm = ROUNDING * terms.weights().harm();
    for (int i = 0; i < to.length; i++) {
      to[i] =
          now
              + perMilli * startMillis[i]
              + perKilled * killed[i]
              + perSteady * steady[i]
              + perHarm * harmMillis[i];
    }
  }

  boolean isBeaten(double bound) {
    return bound > bestCost;
  }

  /** Every node. */
  void scan(List<Stack> stacks) {
    for (int i = 0; i < stacks.size(); i++) {
      weigh(i, stacks.get(i), task.startMillis(stacks.get(i).node));
    }
  }

  void weigh(int index, Stack stack, long startMillis) {
    if (startMillis != Room.NEVER) {
      weigh(index, stack, startMillis, waitBound(startMillis));
    }
  }

  /**
   * The same where more is known of the node.
   *
   * @param bound no more than it costs, harm aside
   */
  void weigh(int index, Stack stack, long startMillis, double bound) {
    if (startMillis == Room.NEVER || isBeaten(bound)) {
      return;
    }
    double harm = leastHarm(stack, startMillis);
    if (isBeaten(bound + ROUNDING * terms.weights().harm() * harm)) {
      return;
    }
    double risk = risk(stack, startMillis, task.durationMillis());
    if (isBeaten(bound(startMillis, Chances.killedLeast(risk), 0, harm))) {
      return;
    }
    double longestRisk = risk(stack, startMillis, longestMillis);
    if (!isBeaten(boundByRisks(startMillis, risk, longestRisk, harm))) {
      offer(index, stack, startMillis, risk, longestRisk);
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
    if (!isBeaten(boundByRisks(startMillis, risk, longestRisk, harmMillis))
        && !isBeaten(boundByRisks(startMillis, risk, longestRisk, leastHarm(stack, startMillis)))) {
      offer(index, stack, startMillis, risk, longestRisk);
    }
  }

  private double risk(Stack stack, long startMillis, long durationMillis) {
    return stack.risk(drops, task.need().cores(), startMillis, durationMillis);
  }

  /** No place costs less that is no better in any of these. */
  private double bound(long startMillis, double killed, double steady, double harmMillis) {
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
    return stack.leastHarmMillis(
        drops.row(stack.row),
        task.need().cores(),
        startMillis,
        task.durationMillis(),
        risks(stack.row));
  }

  /** Of a row of the drops, within the task's duration. */
  private double[] risks(int row) {
    if (risksByRow == null) {
      risksByRow = new double[Drops.ROWS][];
    }
    double[] risks = risksByRow[row];
    if (risks == null) {
      risks = drops.row(row).risks(task.durationMillis());
      risksByRow[row] = risks;
    }
    return risks;
  }

  private void offer(int index, Stack stack, long startMillis, double risk, double longestRisk) {
    double killed = 1 - StrictMath.exp(-risk);
    double steady = StrictMath.exp(-longestRisk);
    double harm = stack.harmMillis(drops, task.need().cores(), startMillis, task.durationMillis());
    double cost = terms.cost(startMillis, killed, steady, harm);
    if (best == null || cost < bestCost || (cost == bestCost && isPreferred(index, stack, best))) {
      best = stack;
      secondIndex = bestIndex;
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
