package io.windhover.placement;

import io.windhover.placement.Settings.WeightedRank;
import java.util.Arrays;
import java.util.List;

/**
 * Totals of candidates: the sum over ranks of multiplier x min-max-normalised value. The scan has a
 * candidate per host, the index one per class of hosts; the arithmetic is the same.
 */
final class Ranking {
  private double[] value = new double[16];
  private double[] total = new double[16];
  private int count;
  private double best;

  void begin(int candidates) {
    count = candidates;
    if (candidates > total.length) {
      value = new double[candidates * 2];
      total = new double[candidates * 2];
    }
    Arrays.fill(total, 0, candidates, 0);
  }

  /** Where the values of one rank are put before {@link #addRank}. */
  double[] values() {
    return value;
  }

  void addRank(double multiplier) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, value[i]);
      max = Math.max(max, value[i]);
    }
    if (min == max) {
      return;
    }
    double range = max - min;
    for (int i = 0; i < count; i++) {
      total[i] += multiplier * ((value[i] - min) / range);
    }
  }

  void finish() {
    best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      best = Math.max(best, total[i]);
    }
  }

  double best() {
    return best;
  }

  boolean isBest(int candidate) {
    return total[candidate] == best;
  }

  /** The total of the best host by a single rank, when others are worse or none is. */
  static double totalOfBest(List<WeightedRank> single, boolean allEqual) {
    return allEqual ? 0 : single.get(0).multiplier();
  }
}
