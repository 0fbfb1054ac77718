package io.windhover.policies.harvest.own;

/**
 * What it costs a job to have one of its tasks somewhere, in milliseconds of the job's completion.
 *
 * @param durationMillis of the task
 * @param targetMillis when the job will be done at best
 */
record Terms(Harvest.Weights weights, long durationMillis, long targetMillis) {
  /** How often a task that was killed once is killed again, roughly. */
  private static final double AGAIN = 0.2;

  /**
   * Never falls when one of its arguments grows: searches rely on that to pass over nodes.
   *
   * @param killed the chance that the task is killed
   * @param steady the chance that the longest task there is would survive
   * @param harmMillis what those that run there are expected to lose
   */
  double cost(long startMillis, double killed, double steady, double harmMillis) {
    long lateMillis = startMillis + durationMillis - targetMillis;
    return (1 - killed) * Math.max(0, lateMillis)
        + killed * lateIfKilledMillis(lateMillis)
        + weights.waiting() * startMillis
        + weights.waste() * killed * durationMillis
        + weights.steady() * steady * durationMillis
        + weights.harm() * harmMillis;
  }

  /**
   * How late the job is on average when the task is killed at a moment drawn evenly from its time
   * and done again; now and then it is killed twice. The mean moment would not do: a task of a
   * little over half of the job's time is in time when it is killed early, and late when it is
   * killed near its end.
   *
   * @param lateMillis how late it would be undisturbed; below 0 when there is time left
   */
  private double lateIfKilledMillis(long lateMillis) {
    double late = lateMillis / (double) durationMillis;
    return durationMillis * ((1 - AGAIN) * lateByOne(late) + AGAIN * lateByTwo(late));
  }

  /** The mean of max(0, late + u), u even between 0 and 1. */
  private static double lateByOne(double late) {
    if (late >= 0) {
      return late + 0.5;
    }
    double over = Math.max(0, late + 1);
    return over * over / 2;
  }

  /** The mean of max(0, late + u + v), both even between 0 and 1. */
  private static double lateByTwo(double late) {
    if (late >= 0) {
      return late + 1;
    }
    if (late >= -1) {
      return 1 + late - late * late * late / 6;
    }
    double over = Math.max(0, late + 2);
    return over * over * over / 6;
  }
}
