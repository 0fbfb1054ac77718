package io.windhover.policies.workflow.bound;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Shares of the jobs in a machine that is there for some length of time: however this time lies,
 * the shares of all jobs whose window it touches sum to one at most. A job's share is one over the
 * largest number of jobs that some such time touches together with it; then each job in turn, in
 * the order of their submission, takes what is left over.
 */
final class Shares {
  private static final long STEPS_MAX = 20_000_000;

  private final int[] firstCrowd;
  private final int[] lastCrowd;
  private final int[] crowdSizes;

  /**
   * Looks for the crowds. A time of this length that starts at y touches the jobs with from -
   * length <= y <= to. Which jobs these are changes only where one comes in or has gone, so it is
   * enough to look at y where a job is about to go after another has come: every other set of jobs
   * is part of such a crowd.
   */
  private Shares(long[] fromMillis, long[] toMillis, long lengthMillis) {
    int jobs = fromMillis.length;
    firstCrowd = new int[jobs];
    lastCrowd = new int[jobs];
    int[] crowds = new int[jobs];
    Integer[] in = sorted(fromMillis);
    Integer[] out = sorted(toMillis);
    int found = 0;
    int present = 0;
    int entered = 0;
    boolean grown = false;
    for (Integer leaving : out) {
      while (entered < jobs && fromMillis[in[entered]] - lengthMillis <= toMillis[leaving]) {
        firstCrowd[in[entered]] = found;
        present++;
        entered++;
        grown = true;
      }
      if (grown) {
        crowds[found] = present;
        found++;
        grown = false;
      }
      lastCrowd[leaving] = found - 1;
      present--;
    }
    crowdSizes = Arrays.copyOf(crowds, found);
  }

  private static Integer[] sorted(long[] keys) {
    Integer[] order = new Integer[keys.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> keys[i]));
    return order;
  }

  /** The share of each job; jobs must come in the order of {@code fromMillis}. */
  static double[] of(long[] fromMillis, long[] toMillis, long lengthMillis) {
    return new Shares(fromMillis, toMillis, lengthMillis).shares();
  }

  private double[] shares() {
    double[] shares = new double[firstCrowd.length];
    long steps = 0;
    for (int job = 0; job < shares.length; job++) {
      int largest = 1;
      for (int crowd = firstCrowd[job]; crowd <= lastCrowd[job]; crowd++) {
        largest = Math.max(largest, crowdSizes[crowd]);
      }
      steps += lastCrowd[job] - firstCrowd[job] + 1;
      shares[job] = steps > STEPS_MAX ? 0 : 1.0 / largest;
    }
    if (2 * steps <= STEPS_MAX) {
      fill(shares);
    }
    return shares;
  }

  private void fill(double[] shares) {
    double[] taken = new double[crowdSizes.length];
    for (int job = 0; job < shares.length; job++) {
      add(taken, job, shares[job]);
    }
    for (int job = 0; job < shares.length; job++) {
      double left = 1;
      for (int crowd = firstCrowd[job]; crowd <= lastCrowd[job]; crowd++) {
        left = Math.min(left, 1 - taken[crowd]);
      }
      if (left > 0) {
        add(taken, job, left);
        shares[job] += left;
      }
    }
  }

  private void add(double[] taken, int job, double share) {
    for (int crowd = firstCrowd[job]; crowd <= lastCrowd[job]; crowd++) {
      taken[crowd] += share;
    }
  }
}
