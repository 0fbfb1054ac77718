package io.windhover.placement.victims;

import java.util.Arrays;
import java.util.Comparator;

/** Makes a cover smaller before it is searched. */
final class Reduction {
  private Reduction() {}

  /**
   * Rounds the need up to what sums of items can reach: a multiple of their common divisor, unless
   * one of them is enough by itself. Exact, and it brings bounds and answers together.
   */
  static void roundNeed(Cover cover) {
    cover.needVcpus = rounded(cover.needVcpus, cover.vcpus, cover.count);
    cover.needRam = rounded(cover.needRam, cover.ram, cover.count);
    cover.needDisk = rounded(cover.needDisk, cover.disk, cover.count);
  }

  private static int rounded(int need, int[] sizes, int count) {
    long divisor = 0;
    for (int i = 0; i < count && divisor != 1; i++) {
      divisor = sizes[i] < need ? divisor(divisor, sizes[i]) : divisor;
    }
    if (divisor < 2 || need % divisor == 0) {
      return need;
    }
    int up = (int) ((need / divisor + 1) * divisor);
    for (int i = 0; i < count; i++) {
      sizes[i] = sizes[i] < need ? sizes[i] : up;
    }
    return up;
  }

  static long divisor(long a, long b) {
    long x = a;
    long y = b;
    while (y != 0) {
      long rest = x % y;
      x = y;
      y = rest;
    }
    return x;
  }

  /**
   * Leaves out every item whose dominators are enough by themselves: the best set has it only
   * together with all of them, and then it is not needed. Exact.
   */
  static void leaveOutHopeless(Cover cover) {
    boolean[] wanted = new boolean[cover.count];
    for (int j = 0; j < cover.count; j++) {
      long vcpus = 0;
      long ram = 0;
      long disk = 0;
      for (int i = 0; i < cover.count; i++) {
        if (i != j && cover.dominates(i, j)) {
          vcpus += cover.vcpus[i];
          ram += cover.ram[i];
          disk += cover.disk[i];
        }
      }
      wanted[j] = vcpus < cover.needVcpus || ram < cover.needRam || disk < cover.needDisk;
    }
    cover.keep(wanted);
  }

  /**
   * Keeps a greedy sufficient set and the best of the rest by cost per share, up to so many. Not
   * exact. When the greedy set alone is larger than that, only it is kept.
   */
  static void shorten(Cover cover, int countMax) {
    Integer[] order = new Integer[cover.count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(cover::costPerShare));
    boolean[] wanted = greedy(cover, order);
    int kept = 0;
    for (boolean keep : wanted) {
      kept += keep ? 1 : 0;
    }
    for (int k = 0; k < order.length && kept < countMax; k++) {
      if (!wanted[order[k]]) {
        wanted[order[k]] = true;
        kept++;
      }
    }
    cover.keep(wanted);
  }

  private static boolean[] greedy(Cover cover, Integer[] order) {
    boolean[] taken = new boolean[cover.count];
    long vcpus = cover.needVcpus;
    long ram = cover.needRam;
    long disk = cover.needDisk;
    for (int k = 0; k < order.length && (vcpus > 0 || ram > 0 || disk > 0); k++) {
      int i = order[k];
      taken[i] = true;
      vcpus -= cover.vcpus[i];
      ram -= cover.ram[i];
      disk -= cover.disk[i];
    }
    // The dearest first: give back what is not needed after all.
    for (int k = order.length - 1; k >= 0; k--) {
      int i = order[k];
      if (taken[i]
          && vcpus + cover.vcpus[i] <= 0
          && ram + cover.ram[i] <= 0
          && disk + cover.disk[i] <= 0) {
        taken[i] = false;
        vcpus += cover.vcpus[i];
        ram += cover.ram[i];
        disk += cover.disk[i];
      }
    }
    return taken;
  }
}
