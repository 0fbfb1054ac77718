package io.windhover.policies.workflow.bound;

import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The ways in which each node of a workflow can run on some of the types: fastest first, each later
 * one slower and cheaper. Left out are ways with which no plan ends in the window, even if all
 * other nodes ran as fast as they can.
 */
final class Choices {
  private record Way(long millis, double nanos) {}

  private final Dag dag;
  private final long windowMillis;
  private final long[][] millis;
  private final double[][] nanos;
  private final long[] tailMillis;

  private Choices(
      Dag dag, long windowMillis, long[][] millis, double[][] nanos, long[] tailMillis) {
    this.dag = dag;
    this.windowMillis = windowMillis;
    this.millis = millis;
    this.nanos = nanos;
    this.tailMillis = tailMillis;
  }

  /**
   * The ways on the types of the set.
   *
   * @param nanosPerMilli by type
   * @param types a bit for each type that may be used
   */
  static Choices of(Dag dag, double[] nanosPerMilli, long types, long windowMillis) {
    int size = dag.size();
    long[] fastest = new long[size];
    for (int node = 0; node < size; node++) {
      fastest[node] = Dag.NEVER_MILLIS;
      for (int type = 0; type < nanosPerMilli.length; type++) {
        if ((types >> type & 1) == 1) {
          fastest[node] = Math.min(fastest[node], dag.millis(node, type));
        }
      }
    }
    long[] heads = heads(dag, fastest);
    long[] tails = tails(dag, fastest);
    long[][] millis = new long[size][];
    double[][] nanos = new double[size][];
    for (int node = 0; node < size; node++) {
      long longest = Math.min(windowMillis - heads[node] - tails[node], Dag.NEVER_MILLIS - 1);
      List<Way> ways = ways(dag, node, nanosPerMilli, types, longest);
      millis[node] = ways.stream().mapToLong(Way::millis).toArray();
      nanos[node] = ways.stream().mapToDouble(Way::nanos).toArray();
    }
    return new Choices(dag, windowMillis, millis, nanos, tails);
  }

  private static List<Way> ways(
      Dag dag, int node, double[] nanosPerMilli, long types, long longestMillis) {
    List<Way> all = new ArrayList<>();
    for (int type = 0; type < nanosPerMilli.length; type++) {
      long takes = dag.millis(node, type);
      if ((types >> type & 1) == 1 && takes <= longestMillis) {
        all.add(new Way(takes, takes * nanosPerMilli[type] * dag.count(node)));
      }
    }
    all.sort(Comparator.comparingLong(Way::millis).thenComparingDouble(Way::nanos));
    List<Way> kept = new ArrayList<>();
    for (Way way : all) {
      if (kept.isEmpty() || way.nanos() < kept.get(kept.size() - 1).nanos()) {
        kept.add(way);
      }
    }
    return kept;
  }

  /** How long what comes before a node takes at least. */
  private static long[] heads(Dag dag, long[] fastest) {
    long[] heads = new long[dag.size()];
    for (int node = 0; node < dag.size(); node++) {
      for (int parent : dag.parents(node)) {
        heads[node] = Math.max(heads[node], cap(heads[parent] + fastest[parent]));
      }
    }
    return heads;
  }

  private static long[] tails(Dag dag, long[] fastest) {
    long[] tails = new long[dag.size()];
    for (int node = dag.size() - 1; node >= 0; node--) {
      for (int child : dag.children(node)) {
        tails[node] = Math.max(tails[node], cap(tails[child] + fastest[child]));
      }
    }
    return tails;
  }

  private static long cap(long millis) {
    return Math.min(millis, Dag.NEVER_MILLIS);
  }

  int size() {
    return millis.length;
  }

  Dag dag() {
    return dag;
  }

  long windowMillis() {
    return windowMillis;
  }

  int ways(int node) {
    return millis[node].length;
  }

  long millis(int node, int way) {
    return millis[node][way];
  }

  double nanos(int node, int way) {
    return nanos[node][way];
  }

  /** How long what comes after a node takes at least. */
  long tailMillis(int node) {
    return tailMillis[node];
  }

  /** Whether some plan ends in the window. */
  boolean feasible() {
    for (int node = 0; node < size(); node++) {
      if (millis[node].length == 0) {
        return false;
      }
    }
    return true;
  }

  int[] cheapest() {
    int[] plan = new int[size()];
    for (int node = 0; node < size(); node++) {
      plan[node] = ways(node) - 1;
    }
    return plan;
  }

  double nanos(int[] plan) {
    double sum = 0;
    for (int node = 0; node < size(); node++) {
      sum += nanos[node][plan[node]];
    }
    return sum;
  }

  /** Writes when each node ends at the earliest, and answers the node that ends last. */
  int last(int[] plan, long[] ends) {
    int last = 0;
    for (int node = 0; node < size(); node++) {
      long start = 0;
      for (int parent : dag.parents(node)) {
        start = Math.max(start, ends[parent]);
      }
      ends[node] = start + millis[node][plan[node]];
      if (ends[node] > ends[last]) {
        last = node;
      }
    }
    return last;
  }

  /** The parent that ends last, which is the one before this on a longest path; -1 at its front. */
  int before(int node, long[] ends) {
    int latest = -1;
    for (int parent : dag.parents(node)) {
      if (latest < 0 || ends[parent] > ends[latest]) {
        latest = parent;
      }
    }
    return latest;
  }
}
