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
    return ROUNDING * terms.cost(startMillis, killed, steady, 0);
  }

  boolean isBeaten(double bound) {
    return bound > bestCost;
  }

  /** Every node in turn. */
  void scan(List<Stack> stacks) {
    for (int i = 0; i < stacks.size(); i++) {
      weigh(i, stacks.get(i), task.startMillis(stacks.get(i).node));
    }
  }

  void weigh(int index, Stack stack, long startMillis) {
    if (startMillis == Room.NEVER || isBeaten(bound(startMillis, 0, 0))) {
      return;
    }
    double killed = killed(stack, startMillis);
    if (!isBeaten(bound(startMillis, killed, 0))) {
      double steady = stack.survives(drops, task.need().cores(), startMillis, longestMillis);
      offer(index, stack, startMillis, killed, steady);
    }
  }

  /**
   * The same where it is known how steady the node is.
   *
   * @param steady the chance that the longest task survives
   */
  void weigh(int index, Stack stack, long startMillis, double steady) {
    offer(index, stack, startMillis, killed(stack, startMillis), steady);
  }

  private double killed(Stack stack, long startMillis) {
    return 1 - stack.survives(drops, task.need().cores(), startMillis, task.durationMillis());
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
