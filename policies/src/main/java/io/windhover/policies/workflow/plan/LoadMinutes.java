package io.windhover.policies.workflow.plan;

/**
 * SCS's load vector (definition 7) in its printed granularity: sampled once a minute from now on,
 * as far as a decision looks ahead. Samples are instants, not buckets, so windows that merely touch
 * do not load together.
 */
public final class LoadMinutes {
  private static final long MINUTE_MILLIS = 60_000;
  private static final double ROUNDING = 1e-9;

  private final long nowMillis;
  private final double[] load;

  public LoadMinutes(long nowMillis, long aheadMillis) {
    this.nowMillis = nowMillis;
    this.load = new double[(int) (aheadMillis / MINUTE_MILLIS) + 1];
  }

  /**
   * A task that runs so long within a window; one instance for as long as it runs when the window
   * is too short, because a task does not split.
   */
  public void add(long fromMillis, long toMillis, long runMillis, int tasks) {
    long from = Math.max(nowMillis, fromMillis);
    long to = Math.max(toMillis, from + runMillis);
    double share = tasks * ((double) runMillis / Math.max(1, to - from));
    int last = sample(to);
    for (int minute = sample(from); minute < Math.min(load.length, last); minute++) {
      load[minute] += share;
    }
  }

  /** The first sample that is not before the moment. */
  private int sample(long millis) {
    long minutes = (millis - nowMillis + MINUTE_MILLIS - 1) / MINUTE_MILLIS;
    return (int) Math.min(load.length, minutes);
  }

  /** The load at a sample, so many minutes from now. */
  public double at(int minute) {
    return load[minute];
  }

  /** The instances needed at the busiest sample. */
  public int needed() {
    double most = 0;
    for (double at : load) {
      most = Math.max(most, at);
    }
    return (int) Math.ceil(most - ROUNDING);
  }
}
