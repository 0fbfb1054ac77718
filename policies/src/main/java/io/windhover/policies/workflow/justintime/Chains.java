package io.windhover.policies.workflow.justintime;

import io.windhover.policies.workflow.plan.Dag;

/**
 * The longest chain from each node of a workflow on, everything on its fastest type, and how far it
 * may be off: errors of tasks in a row partly make up for each other.
 *
 * @param millis by node, itself included
 * @param squares by node: the squares of the runtimes of that chain, added up
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record Chains(long[] millis, double[] squares) {
  /**
   * What all tasks of a chain keep back alike is there for each of them, so less than {@link
   * Lineup}'s is enough: this is some 2.3 standard deviations of even errors. Against keeping back
   * the whole error of every task it made the rules that do so 2 to 3 % cheaper where time is
   * tight, with as many jobs in time; with 1.15 it was no cheaper.
   */
  private static final double SHARE_SAFETY = 1.3;

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
      int fastest = dag.fastest(node);
      long run = dag.runsOn(node, fastest) ? dag.millis(node, fastest) : 0;
      millis[node] += run;
      squares[node] += (double) run * (double) run;
    }
    return new Chains(millis, squares);
  }

  /** What is kept back for the chain from a node on. */
  double reserveMillis(int node, double margin) {
    return Lineup.reserveMillis(millis[node], squares[node], margin);
  }

  /**
   * Which part of the error of one task is to be kept back of every task of the longest chain of
   * all: all of it when it is a single task, the less the more alike tasks there are.
   */
  double share() {
    int longest = 0;
    for (int node = 1; node < millis.length; node++) {
      longest = millis[node] > millis[longest] ? node : longest;
    }
    return millis.length == 0 || millis[longest] == 0
        ? 1
        : Math.min(1, SHARE_SAFETY * StrictMath.sqrt(squares[longest]) / (double) millis[longest]);
  }
}
