package io.windhover.placement.victims;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Weights of the three dimensions for which the fractional cover of their weighted sum costs most:
 * near the dual prices of the linear relaxation. Found by moving weight towards what is still
 * missing; any weights give a valid bound, these a sharp one.
 */
final class DualPrices {
  private static final int ROUNDS = 40;

  private DualPrices() {}

  static void improve(Cover cover, double[] weight) {
    double[] trial = weight.clone();
    double[] missing = new double[3];
    Integer[] order = new Integer[cover.count];
    Arrays.setAll(order, i -> i);
    double best = -1;
    for (int round = 0; round < ROUNDS; round++) {
      double bound = relaxed(cover, trial, order, missing);
      if (bound > best) {
        best = bound;
        System.arraycopy(trial, 0, weight, 0, 3);
      }
      double step = 1.0 / (1 + 0.3 * round);
      double sum = 0;
      for (int q = 0; q < 3; q++) {
        trial[q] = Math.max(1e-6, trial[q] * (1 + step * Math.max(-0.9, missing[q])));
        sum += trial[q];
      }
      for (int q = 0; q < 3; q++) {
        trial[q] *= 3 / sum;
      }
    }
  }

  /** The cost of the fractional cover; missing becomes the uncovered share of each dimension. */
  private static double relaxed(Cover cover, double[] weight, Integer[] order, double[] missing) {
    double[] shares = new double[cover.count];
    for (int i = 0; i < cover.count; i++) {
      shares[i] =
          weight[0] * share(cover.vcpus[i], cover.needVcpus)
              + weight[1] * share(cover.ram[i], cover.needRam)
              + weight[2] * share(cover.disk[i], cover.needDisk);
    }
    Arrays.sort(
        order,
        Comparator.comparingDouble(
            i -> shares[i] == 0 ? Double.MAX_VALUE : cover.cost[i] / shares[i]));
    missing[0] = cover.needVcpus > 0 ? 1 : 0;
    missing[1] = cover.needRam > 0 ? 1 : 0;
    missing[2] = cover.needDisk > 0 ? 1 : 0;
    double left = weight[0] * missing[0] + weight[1] * missing[1] + weight[2] * missing[2];
    double bound = 0;
    for (int k = 0; k < order.length && left > 0; k++) {
      int i = order[k];
      double part = shares[i] <= left ? 1 : left / shares[i];
      left -= shares[i] * part;
      bound += cover.cost[i] * part;
      missing[0] -= part * share(cover.vcpus[i], cover.needVcpus);
      missing[1] -= part * share(cover.ram[i], cover.needRam);
      missing[2] -= part * share(cover.disk[i], cover.needDisk);
    }
    return bound;
  }

  private static double share(int size, int need) {
    return need == 0 ? 0 : (double) size / need;
  }
}
