package io.windhover.policies.workflow.plan;

import java.util.Arrays;

/**
 * Makes a plan fast enough: SCS, Algorithm 1, lines 12 to 23, after GAIN.
 *
 * <pre>
 * while the last node ends after the deadline
 *   move the node with the largest (makespan saved / money added) to its next faster type
 * </pre>
 *
 * <p>Settled here: a node's next faster type is the next rung of its {@link Ladders}; only nodes on
 * a longest chain are moved, because no other can shorten it; ties, which are common when two
 * chains are equally long, go to the node's own time saved per money, then to the lower number.
 *
 * <p>How much a node saves must be known for every node of the longest chain in every round, so it
 * is not measured by planning again: a chain that avoids a node jumps over its place in the order,
 * and the longest of those bounds what moving the node can save. All of them together take n log n.
 *
 * <p>In a workflow of hundreds of nodes, nodes side by side are moved together when each lies on a
 * chain that is too long: one after the other they would take thousands of rounds.
 */
public final class Upgrades {
  /** In larger workflows nodes are moved together. */
  private static final int ONE_BY_ONE_MAX = 256;

  private final Remainder rest;
  private final Dag dag;
  private final Ladders ladders;
  private final VmTypes types;
  private final int[] typeByNode;
  private final int[] rung;
  private final int[] levels;

  /** The longest chain past each node that avoids it. */
  private final long[] past;

  /** For jumps of two to the power k and more: what is past k neighbours beginning here. */
  private final long[][] pastByLength;

  private Upgrades(Remainder rest, Ladders ladders, VmTypes types, int[] typeByNode) {
    this.rest = rest;
    this.dag = rest.dag();
    this.ladders = ladders;
    this.types = types;
    this.typeByNode = typeByNode;
    this.rung = new int[dag.size()];
    for (int node = 0; node < rung.length; node++) {
      rung[node] = ladders.rungOf(node, typeByNode[node]);
    }
    this.levels = dag.levels();
    this.past = new long[dag.size()];
    this.pastByLength =
        new long[Integer.SIZE - Integer.numberOfLeadingZeros(dag.size())][dag.size()];
  }

  /**
   * Changes the types of open nodes until all end in time.
   *
   * @return false when no faster type is left and the end is still late
   */
  public static boolean untilInTime(
      Remainder rest, Ladders ladders, VmTypes types, int[] typeByNode) {
    if (rest.finishMillis(typeByNode) <= rest.endMillis()) {
      return true;
    }
    return new Upgrades(rest, ladders, types, typeByNode).run();
  }

  private boolean run() {
    int movesMax = 0;
    for (int node = 0; node < rung.length; node++) {
      movesMax += ladders.size(node);
    }
    for (int move = 0; move <= movesMax; move++) {
      long[] starts = rest.startsMillis(typeByNode);
      long[] tails = rest.tailsMillis(typeByNode);
      long finish = rest.frontMillis();
      for (int node = 0; node < starts.length; node++) {
        finish = rest.isOpen(node) ? Math.max(finish, starts[node] + tails[node]) : finish;
      }
      if (finish <= rest.endMillis()) {
        return true;
      }
      int best = best(starts, tails, finish);
      if (best < 0) {
        return false;
      }
      if (rung.length > ONE_BY_ONE_MAX) {
        moveAllBeside(best, starts, tails);
      } else {
        typeByNode[best] = ladders.type(best, ++rung[best]);
      }
    }
    return false;
  }

  private void moveAllBeside(int best, long[] starts, long[] tails) {
    for (int node = 0; node < rung.length; node++) {
      if (levels[node] == levels[best]
          && rest.isOpen(node)
          && starts[node] + tails[node] > rest.endMillis()
          && rung[node] + 1 < ladders.size(node)) {
        typeByNode[node] = ladders.type(node, ++rung[node]);
      }
    }
  }

  private int best(long[] starts, long[] tails, long finish) {
    findPast(starts, tails);
    int best = -1;
    double bestGain = 0;
    double bestOwn = 0;
    for (int node = 0; node < starts.length; node++) {
      boolean longest = rest.isOpen(node) && starts[node] + tails[node] == finish;
      if (!longest || rung[node] + 1 >= ladders.size(node)) {
        continue;
      }
      int faster = ladders.type(node, rung[node] + 1);
      long ownMillis = dag.millis(node, typeByNode[node]) - dag.millis(node, faster);
      long savedMillis = finish - Math.max(past[node], finish - ownMillis);
      double money = Math.max(1, addedNanos(node, faster));
      double gain = savedMillis / money;
      double own = ownMillis / money;
      if (best < 0 || gain > bestGain || (gain == bestGain && own > bestOwn)) {
        best = node;
        bestGain = gain;
        bestOwn = own;
      }
    }
    return best;
  }

  private long addedNanos(int node, int faster) {
    long fasterNanos = types.busyNanos(faster, dag.millis(node, faster));
    long nowNanos = types.busyNanos(typeByNode[node], dag.millis(node, typeByNode[node]));
    return dag.count(node) * (fasterNanos - nowNanos);
  }

  /** A chain that avoids a node ends before it, begins after it, or jumps over its place. */
  private void findPast(long[] starts, long[] tails) {
    int size = starts.length;
    long longest = 0;
    for (int node = 0; node < size; node++) {
      past[node] = longest;
      if (rest.isOpen(node)) {
        longest = Math.max(longest, starts[node] + dag.millis(node, typeByNode[node]));
      }
    }
    longest = 0;
    for (int node = size - 1; node >= 0; node--) {
      past[node] = Math.max(past[node], longest);
      if (rest.isOpen(node)) {
        longest = Math.max(longest, rest.baseMillis(node) + tails[node]);
      }
    }
    noteJumps(starts, tails);
    spreadJumps();
  }

  private void noteJumps(long[] starts, long[] tails) {
    for (long[] byLength : pastByLength) {
      Arrays.fill(byLength, 0);
    }
    for (int child = 0; child < past.length; child++) {
      if (!rest.isOpen(child)) {
        continue;
      }
      for (int parent : dag.parents(child)) {
        int first = parent + 1;
        if (rest.isOpen(parent) && first < child) {
          long chain = starts[parent] + dag.millis(parent, typeByNode[parent]) + tails[child];
          int k = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(child - first);
          int last = child - (1 << k);
          pastByLength[k][first] = Math.max(pastByLength[k][first], chain);
          pastByLength[k][last] = Math.max(pastByLength[k][last], chain);
        }
      }
    }
  }

  private void spreadJumps() {
    for (int k = pastByLength.length - 1; k > 0; k--) {
      int half = 1 << (k - 1);
      for (int node = 0; node < past.length; node++) {
        long chain = pastByLength[k][node];
        if (chain > 0) {
          pastByLength[k - 1][node] = Math.max(pastByLength[k - 1][node], chain);
          pastByLength[k - 1][node + half] = Math.max(pastByLength[k - 1][node + half], chain);
        }
      }
    }
    for (int node = 0; node < past.length; node++) {
      past[node] = Math.max(past[node], pastByLength[0][node]);
    }
  }
}
