package io.windhover.placement.victims;

import java.util.Arrays;

/** A need in three dimensions and the items that may cover it, in the order of their ids. */
final class Cover {
  int needVcpus;
  int needRam;
  int needDisk;
  int count;
  int[] vcpus = new int[16];
  int[] ram = new int[16];
  int[] disk = new int[16];
  long[] cost = new long[16];

  /** The number by which whoever asked knows the item. */
  int[] number = new int[16];

  void begin(int vcpusMissing, int ramMissing, int diskMissing) {
    needVcpus = Math.max(0, vcpusMissing);
    needRam = Math.max(0, ramMissing);
    needDisk = Math.max(0, diskMissing);
    count = 0;
  }

  /** Sizes beyond the need do not help, so they are cut. */
  void add(int itsVcpus, int itsRam, int itsDisk, long itsCost, int itsNumber) {
    if (count == cost.length) {
      grow(count * 2);
    }
    vcpus[count] = Math.min(itsVcpus, needVcpus);
    ram[count] = Math.min(itsRam, needRam);
    disk[count] = Math.min(itsDisk, needDisk);
    cost[count] = itsCost;
    number[count] = itsNumber;
    count++;
  }

  private void grow(int size) {
    vcpus = Arrays.copyOf(vcpus, size);
    ram = Arrays.copyOf(ram, size);
    disk = Arrays.copyOf(disk, size);
    cost = Arrays.copyOf(cost, size);
    number = Arrays.copyOf(number, size);
  }

  /** Keeps the items up to this cost, in their order. */
  void keepUpTo(long costMax) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (cost[i] <= costMax) {
        move(i, kept++);
      }
    }
    count = kept;
  }

  void keep(boolean[] wanted) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (wanted[i]) {
        move(i, kept++);
      }
    }
    count = kept;
  }

  private void move(int from, int to) {
    vcpus[to] = vcpus[from];
    ram[to] = ram[from];
    disk[to] = disk[from];
    cost[to] = cost[from];
    number[to] = number[from];
  }

  boolean nothingNeeded() {
    return needVcpus == 0 && needRam == 0 && needDisk == 0;
  }

  boolean isEnoughAlone(int i) {
    return vcpus[i] == needVcpus && ram[i] == needRam && disk[i] == needDisk;
  }

  /** The first item of this cost that is enough by itself. */
  int firstAlone(long itsCost) {
    int i = 0;
    while (cost[i] != itsCost || !isEnoughAlone(i)) {
      i++;
    }
    return number[i];
  }

  /** Whether all items together are enough. */
  boolean isCoverable() {
    return isCoverableBelow(Long.MAX_VALUE);
  }

  /** Whether all items that cost less than this are enough together. */
  boolean isCoverableBelow(long costBound) {
    long sumVcpus = 0;
    long sumRam = 0;
    long sumDisk = 0;
    for (int i = 0; i < count; i++) {
      if (cost[i] < costBound) {
        sumVcpus += vcpus[i];
        sumRam += ram[i];
        sumDisk += disk[i];
      }
    }
    return sumVcpus >= needVcpus && sumRam >= needRam && sumDisk >= needDisk;
  }

  /**
   * Whether i is at least as large as j everywhere and comes before it by (cost, id). Then the best
   * set has j only if it has i too: otherwise taking i instead of j would be better.
   */
  boolean dominates(int i, int j) {
    return vcpus[i] >= vcpus[j]
        && ram[i] >= ram[j]
        && disk[i] >= disk[j]
        && (cost[i] < cost[j] || (cost[i] == cost[j] && i < j));
  }

  /** How much of the need an item covers per cost, as a cost per share: the smaller, the better. */
  double costPerShare(int i) {
    double share = share(vcpus[i], needVcpus) + share(ram[i], needRam) + share(disk[i], needDisk);
    return share == 0 ? Double.MAX_VALUE : cost[i] / share;
  }

  private static double share(int size, int need) {
    return need == 0 ? 0 : (double) size / need;
  }
}
