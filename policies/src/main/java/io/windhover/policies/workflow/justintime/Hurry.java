package io.windhover.policies.workflow.justintime;

import io.windhover.policies.workflow.plan.Dag;

/**
 * How long the rest of a workflow takes if it is done in a hurry: on machines of the fastest types,
 * asked for only then. A plan on cheap types need not keep back time for every error that might
 * come if there is this way out; it is dear, and seldom taken.
 *
 * @param millisByNode the longest chain from each node on, the reserve for errors included
 * @param lagMillis until machines are there
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record Hurry(Dag dag, long[] millisByNode, long lagMillis) {
  /** A machine that is asked for in need may come somewhat later than is known. */
  private static final double LATER = 1.25;

  static Hurry of(Dag dag, Terms terms, double margin) {
    Chains chains = Chains.onFastest(dag);
    long[] millis = new long[dag.size()];
    long lag = 0;
    for (int node = 0; node < millis.length; node++) {
      int fastest = dag.fastest(node);
      lag = dag.runsOn(node, fastest) ? Math.max(lag, terms.lagMillis(fastest)) : lag;
      millis[node] = chains.millis()[node] + (long) Math.ceil(chains.reserveMillis(node, margin));
    }
    return new Hurry(dag, millis, (long) (LATER * (double) lag));
  }

  /**
   * What comes after a node, in a hurry; 0 when nothing does.
   *
   * @param follower the node that is to follow on the same machine; -1 when none is
   */
  long afterMillis(int node, int follower) {
    long after = follower < 0 ? 0 : millisByNode[follower];
    for (int child : dag.children(node)) {
      after = Math.max(after, millisByNode[child]);
    }
    return after == 0 ? 0 : lagMillis + after;
  }
}
