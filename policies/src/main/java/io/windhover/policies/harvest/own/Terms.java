package io.windhover.policies.harvest.own;

/**
 * What it costs a job to have one of its tasks somewhere, in milliseconds of the job's completion.
 *
 * @param durationMillis of the task
 * @param targetMillis when the job will be done at best
 */
record Terms(Harvest.Weights weights, long durationMillis, long targetMillis) {
  /**
   * Never falls when one of its arguments grows: searches rely on that to pass over nodes.
   *
   * @param killed the chance that the task is killed
   * @param steady the chance that the longest task there is would survive
   * @param harmMillis what those that run there are expected to lose
   */
  double cost(long startMillis, double killed, double steady, double harmMillis) {
    // Killed, on average, halfway; done again without much luck.
    double again = 0.5 * durationMillis + 1.2 * durationMillis;
    double late = Math.max(0, startMillis + again - targetMillis);
    double inTime = Math.max(0, startMillis + durationMillis - targetMillis);
    return (1 - killed) * inTime
        + killed * Math.max(late, inTime)
        + weights.waiting() * startMillis
        + weights.waste() * killed * durationMillis
        + weights.steady() * steady * durationMillis
        + weights.harm() * harmMillis;
  }
}
