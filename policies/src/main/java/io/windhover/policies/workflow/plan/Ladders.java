package io.windhover.policies.workflow.plan;

import java.util.Arrays;

/**
 * For each node the types worth running it on, from the cheapest up to the fastest: each next one
 * is faster and dearer. A type that is both slower and dearer than another is on no ladder.
 */
public final class Ladders {
  private final int[][] rungs;

  private Ladders(int[][] rungs) {
    this.rungs = rungs;
  }

  public static Ladders of(Dag dag, VmTypes types) {
    int[][] rungs = new int[dag.size()][];
    for (int node = 0; node < rungs.length; node++) {
      rungs[node] = ladder(dag, types, node);
    }
    return new Ladders(rungs);
  }

  private static int[] ladder(Dag dag, VmTypes types, int node) {
    int[] found = new int[types.size()];
    int size = 0;
    long fasterThanMillis = Dag.NEVER_MILLIS;
    while (true) {
      int next = cheapestFasterThan(dag, types, node, fasterThanMillis);
      if (next < 0) {
        return Arrays.copyOf(found, size);
      }
      found[size++] = next;
      fasterThanMillis = dag.millis(node, next);
    }
  }

  /** Of equally cheap types the faster one, then the first. */
  private static int cheapestFasterThan(Dag dag, VmTypes types, int node, long millisMax) {
    int best = -1;
    long bestNanos = 0;
    for (int type = 0; type < types.size(); type++) {
      long millis = dag.millis(node, type);
      if (millis >= millisMax) {
        continue;
      }
      long nanos = types.busyNanos(type, millis);
      if (best < 0
          || nanos < bestNanos
          || (nanos == bestNanos && millis < dag.millis(node, best))) {
        best = type;
        bestNanos = nanos;
      }
    }
    return best;
  }

  /** How many types the node's ladder has; 0 when it can run nowhere. */
  public int size(int node) {
    return rungs[node].length;
  }

  public int type(int node, int rung) {
    return rungs[node][rung];
  }

  /** The type on which each node costs least: what the papers call its preferred one. */
  public int[] cheapest() {
    int[] types = new int[rungs.length];
    for (int node = 0; node < types.length; node++) {
      types[node] = rungs[node].length == 0 ? 0 : rungs[node][0];
    }
    return types;
  }

  public int[] fastest() {
    int[] types = new int[rungs.length];
    for (int node = 0; node < types.length; node++) {
      types[node] = rungs[node].length == 0 ? 0 : rungs[node][rungs[node].length - 1];
    }
    return types;
  }

  /** Where on its ladder the node's type stands; the top when it is not on it. */
  int rungOf(int node, int type) {
    for (int rung = 0; rung < rungs[node].length; rung++) {
      if (rungs[node][rung] == type) {
        return rung;
      }
    }
    return rungs[node].length - 1;
  }
}
