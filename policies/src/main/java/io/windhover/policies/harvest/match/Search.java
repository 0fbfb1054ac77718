package io.windhover.policies.harvest.match;

import io.windhover.policies.harvest.match.MatchMaker.Choice;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.Scale;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The best node so far for one task, and by how much others could still be better. */
final class Search {
  /** Least losses are sums in another order; they may be off by some last digits. */
  private static final double ROUNDING = 1 - 1e-9;

  /** With fewer nodes than this, bounds cost more than they spare. */
  private static final int FEW = 512;

  private static final Scale STILLNESS = new Scale(5);

  final Request task;
  private final Outlook outlook;
  private final Expectation expectation;
  private @Nullable Node best;
  private int bestIndex = -1;
  private long bestStartMillis;
  private double bestMillis = Double.MAX_VALUE;

  Search(Request task, Outlook outlook) {
    this.task = task;
    this.outlook = outlook;
    this.expectation = new Expectation(outlook, task.durationMillis());
  }

  Optional<Choice> choice() {
    return best == null
        ? Optional.empty()
        : Optional.of(new Choice(best, bestStartMillis, bestMillis));
  }

  /** Where the best node lies among all; -1 for none. */
  int bestIndex() {
    return bestIndex;
  }

  /** A task that starts then, and is never interrupted, is done too late. */
  boolean isTooLate(long startMillis) {
    return startMillis + task.durationMillis() > bestMillis;
  }

  /**
   * E is not below this where a task starts no earlier on a node that has been still for a time
   * between these, of these ranks in the outlook, by then.
   */
  double boundMillis(
      Change last, long startMillis, long stillLeast, int leastRank, long stillMost, int mostRank) {
    double loss = expectation.leastLossMillis(last, stillLeast, leastRank, stillMost, mostRank);
    return startMillis + task.durationMillis() + ROUNDING * loss;
  }

  /** Whether no node with this bound, still for no longer than that now, is better. */
  boolean isBeaten(double boundMillis, long elapsedMostMillis) {
    return boundMillis > bestMillis
        || (boundMillis == bestMillis && best != null && elapsedMostMillis < best.elapsedMillis());
  }

  /**
   * E where a task starts then on a node that will have been still for so long.
   *
   * @param rank of that in the outlook
   * @param endRank of that by the end of the task
   */
  double expectedMillis(Change last, long startMillis, long stillMillis, int rank, int endRank) {
    return expectation.millis(last, startMillis, stillMillis, rank, endRank);
  }

  /** The rank by the end of the task on a node that will have been still for so long. */
  int endRank(long stillMillis) {
    return expectation.endRank(stillMillis);
  }

  double harmful(Change last) {
    return expectation.harmful(last);
  }

  /** Whether such a place is worse than the best so far, as far as can be told quickly. */
  boolean isWorse(double harmful, long startMillis, long stillMillis, int rank, int endRank) {
    return expectation.isAbove(bestMillis, harmful, startMillis, stillMillis, rank, endRank);
  }

  boolean isWorse(double expectedMillis) {
    return expectedMillis > bestMillis;
  }

  void weigh(int index, Node node, long startMillis) {
    double expected = expectation.millis(node.last(), startMillis, node.elapsedMillis());
    if (!isWorse(expected)) {
      offer(index, node, startMillis, expected);
    }
  }

  /** Takes the node if it is better than the best so far. */
  void offer(int index, Node node, long startMillis, double expectedMillis) {
    if (best == null || expectedMillis < bestMillis || isPreferred(node, best)) {
      best = node;
      bestIndex = index;
      bestStartMillis = startMillis;
      bestMillis = expectedMillis;
    }
  }

  private static boolean isPreferred(Node node, Node to) {
    return node.elapsedMillis() > to.elapsedMillis()
        || (node.elapsedMillis() == to.elapsedMillis() && node.id() < to.id());
  }

  /** Every node in turn. */
  void scan(List<Node> nodes) {
    boolean many = nodes.size() >= FEW;
    double[] losses = new double[many ? 2 * STILLNESS.size() : 0];
    Arrays.fill(losses, -1);
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(i);
      long start = task.startMillis(node);
      if (start == Room.NEVER || isTooLate(start)) {
        continue;
      }
      if (!many || !isWorse(start + task.durationMillis() + least(losses, node, start))) {
        weigh(i, node, start);
      }
    }
  }

  /** The least loss on nodes that are about as still, found out when the first of them comes. */
  private double least(double[] losses, Node node, long startMillis) {
    int key = STILLNESS.key(node.elapsedMillis() + startMillis);
    int place = 2 * key + (node.last() == Change.GREW ? 0 : 1);
    if (losses[place] < 0) {
      long least = STILLNESS.leastMillis(key);
      long most = STILLNESS.mostMillis(key);
      double loss =
          expectation.leastLossMillis(
              node.last(), least, outlook.rank(least), most, outlook.rank(most));
      losses[place] = ROUNDING * loss;
    }
    return losses[place];
  }
}
