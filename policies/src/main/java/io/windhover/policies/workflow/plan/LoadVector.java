package io.windhover.policies.workflow.plan;

import java.util.Arrays;

/**
 * How many instances of one type are needed at each moment: SCS, definition 7. A task that must run
 * for some time within a window loads the type with time / window for as long as the window lasts.
 *
 * <p>Settled here: the sum is taken at instants, those at which a window begins, because it can
 * only grow there; buckets of a minute would count two windows that merely touch as overlapping.
 */
public final class LoadVector {
  private static final double ROUNDING = 1e-9;

  private long[] fromMillis = new long[16];
  private long[] toMillis = new long[16];
  private double[] load = new double[16];
  private int size;

  public void add(long from, long to, long runMillis) {
    if (size == load.length) {
      fromMillis = Arrays.copyOf(fromMillis, 2 * size);
      toMillis = Arrays.copyOf(toMillis, 2 * size);
      load = Arrays.copyOf(load, 2 * size);
    }
    fromMillis[size] = from;
    toMillis[size] = Math.max(to, from + 1);
    load[size++] = (double) runMillis / Math.max(1, to - from);
  }

  public double at(long millis) {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      if (fromMillis[i] <= millis && millis < toMillis[i]) {
        sum += load[i];
      }
    }
    return sum;
  }

  /** The instances needed at the busiest moment within a stretch of time, both ends included. */
  public int needed(long from, long to) {
    double most = at(from);
    for (int i = 0; i < size; i++) {
      if (fromMillis[i] > from && fromMillis[i] <= to) {
        most = Math.max(most, at(fromMillis[i]));
      }
    }
    return (int) Math.ceil(most - ROUNDING);
  }
}
