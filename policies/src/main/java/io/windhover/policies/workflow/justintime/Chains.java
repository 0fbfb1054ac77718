package io.windhover.policies.workflow.justintime;

import io.windhover.policies.workflow.plan.Dag;

/**
 * The longest chain from each node of a workflow on, everything on its fastest type, and how far it
 * may be off: errors of tasks in a row partly make up for each other.
 *
 * @param millis by node, itself included
 * @param squares by node: the squares of the runtimes of that chain, added up; of several chains
 *     the larger sum met on the way
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record Chains(long[] millis, double[] squares) {
  /**
   * How much of its standard deviation a chain keeps back: 1.3 is 2.25 of them where errors are
   * even, which one chain of alike tasks in a hundred exceeds. Found by trial on eight draws of
   * each of four cells of the SCS paper's kind: against keeping back the whole error of every task
   * it made the rules that do so 2 to 3 % cheaper where time is tight, with as many jobs in time;
   * with 1.15 they were no cheaper.
   */
  private static final double SHARE_SAFETY = 1.3;

  /** Where more wait for each other, the worst of them is nearly always as late as can be. */
  private static final int SIDE_BY_SIDE_MAX = 4;

  static Chains onFastest(Dag dag) {
    int size = dag.size();
    long[] millis = new long[size];
    double[] squares = new double[size];
    for (int node = size - 1; node >= 0; node--) {
      for (int child : dag.children(node)) {
        if (millis[child] >= millis[node]) {
          millis[node] = millis[child];
          squares[node] = Math.max(squares[node], squares[child]);
        }
      }
      long run = fastestMillis(dag, node);
      millis[node] += run;
      squares[node] += (double) run * (double) run;
    }
    return new Chains(millis, squares);
  }

  private static long fastestMillis(Dag dag, int node) {
    int fastest = dag.fastest(node);
    return dag.runsOn(node, fastest) ? dag.millis(node, fastest) : 0;
  }

  /** What is kept back for the chain from a node on. */
  double reserveMillis(int node, double margin) {
    return Lineup.reserveMillis(millis[node], squares[node], margin);
  }

  /**
   * Which part of the error of one task is to be kept back of every task so that the longest chain
   * of all is in time: all of it for a single task, the less the more alike tasks there are in a
   * row. Tasks beside many others count in full.
   */
  static double share(Dag dag) {
    boolean[] crowded = crowded(dag);
    Chains chains = onFastest(dag);
    long whole = 0;
    double full = 0;
    double squares = 0;
    for (int node = first(chains, dag, -1); node >= 0; node = first(chains, dag, node)) {
      long run = fastestMillis(dag, node);
      whole += run;
      full += crowded[node] ? run : 0;
      squares += crowded[node] ? 0 : (double) run * (double) run;
    }
    return whole == 0
        ? 1
        : Math.min(1, (full + SHARE_SAFETY * StrictMath.sqrt(squares)) / (double) whole);
  }

  /**
   * The node with the longest way to go: of all at first, then of those that follow; -1 at last.
   */
  private static int first(Chains chains, Dag dag, int after) {
    int size = after < 0 ? dag.size() : dag.children(after).length;
    int best = -1;
    for (int i = 0; i < size; i++) {
      int node = after < 0 ? i : dag.children(after)[i];
      best = best < 0 || chains.millis[node] > chains.millis[best] ? node : best;
    }
    return best;
  }

  private static boolean[] crowded(Dag dag) {
    int[] levels = dag.levels();
    int[] tasks = new int[dag.size()];
    for (int node = 0; node < levels.length; node++) {
      tasks[levels[node]] += Math.min(dag.count(node), SIDE_BY_SIDE_MAX + 1);
    }
    boolean[] crowded = new boolean[dag.size()];
    for (int node = 0; node < levels.length; node++) {
      crowded[node] = tasks[levels[node]] > SIDE_BY_SIDE_MAX;
    }
    return crowded;
  }
}
