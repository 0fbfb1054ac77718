package io.windhover.policies.workflow.justintime;

/**
 * Which type each node is planned on and when it must start, counted from the submission.
 *
 * @param side how many nodes of one type the plan runs side by side at most
 * @param reserve what was kept back for errors in runtimes
 * @param spread what share of the time to spare is left for the middle of the job rather than used
 *     up before its beginning
 * @param latestStarts of each node, so that the rest still ends in time
 * @param latestEnds of each node
 * @param hurriedEnds latest ends if everything after is done in a hurry
 * @param hardEnds latest ends if everything after takes as long as estimated
 * @param order of the nodes, each after those it waits for on its machine
 * @param bookStarts of each node: a machine should be found so that it could start then
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record ClassPlan(
    int[] types,
    int side,
    Reserve reserve,
    double spread,
    long[] latestStarts,
    long[] latestEnds,
    long[] bookStarts,
    int[] order,
    long[] hurriedEnds,
    long[] hardEnds,
    boolean inTime) {
  /**
   * So long, longer by the factor. To the nearest millisecond: rounded up, a task would miss the
   * very window that the factor was taken from.
   */
  static long stretched(long millis, double factor) {
    return Math.round((double) millis * factor);
  }

  /** By what factor longer than estimated the node is planned. */
  double stretch(int node, long runMillis) {
    return runMillis <= 0
        ? 1
        : Math.max(1, (double) (latestEnds[node] - latestStarts[node]) / (double) runMillis);
  }
}
