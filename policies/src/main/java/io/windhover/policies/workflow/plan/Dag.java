package io.windhover.policies.workflow.plan;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.TaskGroup;

/**
 * A workflow as numbers: its groups in an order in which parents come first, and how long a task of
 * each takes on each machine type. A group of several alike tasks is one node, whose tasks run side
 * by side. The same object serves every job of a class; it never changes.
 */
public final class Dag {
  /** The runtime on a type that cannot run the task, or of which nobody knows how long it takes. */
  public static final long NEVER_MILLIS = Long.MAX_VALUE / 1_000_000;

  private final int[] counts;
  private final int[][] parents;
  private final int[][] children;
  private final long[][] millis;

  private Dag(int[] counts, int[][] parents, long[][] millis) {
    this.counts = counts;
    this.parents = parents;
    this.children = childrenOf(parents);
    this.millis = millis;
  }

  /**
   * A workflow by its numbers.
   *
   * @param parents of each node, all with lower numbers
   * @param millis by node, then by type
   */
  public static Dag of(int[] counts, int[][] parents, long[][] millis) {
    return new Dag(counts.clone(), copy(parents), copy(millis));
  }

  public static Dag of(JobSpec job, VmTypes types) {
    int size = job.groups().size();
    int[] counts = new int[size];
    int[][] parents = new int[size][];
    long[][] millis = new long[size][types.size()];
    for (int node = 0; node < size; node++) {
      TaskGroup group = job.groups().get(node);
      counts[node] = group.count();
      parents[node] = group.after().stream().mapToInt(Integer::intValue).toArray();
      for (int type = 0; type < types.size(); type++) {
        MachineSpec machine = types.offer(type).machine();
        millis[node][type] =
            types.holds(type, group.need())
                ? group.runtime().millisOn(machine.type()).orElse(NEVER_MILLIS)
                : NEVER_MILLIS;
      }
    }
    return new Dag(counts, parents, millis);
  }

  private static int[][] copy(int[][] rows) {
    int[][] copy = new int[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      copy[i] = rows[i].clone();
    }
    return copy;
  }

  private static long[][] copy(long[][] rows) {
    long[][] copy = new long[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      copy[i] = rows[i].clone();
    }
    return copy;
  }

  private static int[][] childrenOf(int[][] parents) {
    int[] counts = new int[parents.length];
    for (int node = 0; node < parents.length; node++) {
      for (int parent : parents[node]) {
        if (parent < 0 || parent >= node) {
          throw new IllegalArgumentException("node " + node + " has parent " + parent);
        }
        counts[parent]++;
      }
    }
    int[][] children = new int[parents.length][];
    for (int node = 0; node < children.length; node++) {
      children[node] = new int[counts[node]];
    }
    // From the last node on, each into the last place that is left, so that they come in order.
    for (int node = parents.length - 1; node >= 0; node--) {
      for (int i = parents[node].length - 1; i >= 0; i--) {
        int parent = parents[node][i];
        children[parent][--counts[parent]] = node;
      }
    }
    return children;
  }

  /** The same nodes in another order: each after these. */
  public Dag after(int[][] newParents) {
    return new Dag(counts, copy(newParents), millis);
  }

  public int size() {
    return counts.length;
  }

  /** How many machine types there are. */
  public int types() {
    return size() == 0 ? 0 : millis[0].length;
  }

  /**
   * How many nodes lie before each on the longest way to it. Those of one level are side by side.
   */
  public int[] levels() {
    int[] levels = new int[size()];
    for (int node = 0; node < levels.length; node++) {
      for (int parent : parents[node]) {
        levels[node] = Math.max(levels[node], levels[parent] + 1);
      }
    }
    return levels;
  }

  /** How many alike tasks the node stands for. */
  public int count(int node) {
    return counts[node];
  }

  /** Not to be changed. */
  public int[] parents(int node) {
    return parents[node];
  }

  /** Not to be changed. */
  public int[] children(int node) {
    return children[node];
  }

  /** {@link #NEVER_MILLIS} where it cannot run, or nobody knows for how long it would. */
  public long millis(int node, int type) {
    return millis[node][type];
  }

  public boolean runsOn(int node, int type) {
    return millis[node][type] < NEVER_MILLIS;
  }

  /** Whether every node has a type whose runtime is known. */
  public boolean plannable() {
    for (int node = 0; node < size(); node++) {
      if (!runsOn(node, fastest(node))) {
        return false;
      }
    }
    return size() > 0;
  }

  /** The type on which the node takes least time; the first of several. */
  public int fastest(int node) {
    int best = 0;
    for (int type = 1; type < millis[node].length; type++) {
      if (millis[node][type] < millis[node][best]) {
        best = type;
      }
    }
    return best;
  }

  /** The longest chain when every node runs on its type as soon as its parents are done. */
  public long makespanMillis(int[] typeByNode) {
    long longest = 0;
    long[] ends = new long[size()];
    for (int node = 0; node < size(); node++) {
      long start = 0;
      for (int parent : parents[node]) {
        start = Math.max(start, ends[parent]);
      }
      ends[node] = start + millis[node][typeByNode[node]];
      longest = Math.max(longest, ends[node]);
    }
    return longest;
  }

  /** How long the whole workflow takes at least, without waiting for anything. */
  public long fastestMillis() {
    int[] typeByNode = new int[size()];
    for (int node = 0; node < size(); node++) {
      typeByNode[node] = fastest(node);
    }
    return makespanMillis(typeByNode);
  }

  /** When each node must start at the latest so that all ends in time, counted from the front. */
  public long[] latestStarts(int[] typeByNode, long deadlineMillis) {
    long[] starts = new long[size()];
    for (int node = size() - 1; node >= 0; node--) {
      long end = deadlineMillis;
      for (int child : children[node]) {
        end = Math.min(end, starts[child]);
      }
      starts[node] = end - millis[node][typeByNode[node]];
    }
    return starts;
  }

  /** What the nodes' busy time costs. */
  public long busyNanos(int[] typeByNode, VmTypes types) {
    long sum = 0;
    for (int node = 0; node < size(); node++) {
      long one = types.busyNanos(typeByNode[node], millis[node][typeByNode[node]]);
      sum += counts[node] * one;
    }
    return sum;
  }
}
