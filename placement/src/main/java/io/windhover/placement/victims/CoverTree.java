package io.windhover.placement.victims;

import java.util.Arrays;

/**
 * Branch and bound over up to 64 items, depth first, the better item by cost per share first.
 *
 * <pre>
 * visit(items left, need left, cost, count):
 *   nothing needed: a better answer; return
 *   lower bound of (cost, count) not better than the best: return
 *   take the first item:  visit the rest
 *   leave it:             leave all it dominates too; visit the rest
 * </pre>
 *
 * The bound is the best of four fractional covers: each dimension alone, and the three added with
 * weights that come near the dual prices ({@link DualPrices}).
 */
final class CoverTree {
  /** So many nodes are tried before better weights are worth their price. */
  private static final int PLAIN_NODES = 200;

  private static final int ORDERS = 4;

  private Cover cover = new Cover();
  private final double[][] size = new double[ORDERS][VictimSearch.ITEMS_MAX];
  private final int[][] order = new int[ORDERS][VictimSearch.ITEMS_MAX];
  private final int[] orderLength = new int[ORDERS];
  private final double[] need = new double[ORDERS];
  private final double[] weight = new double[3];
  private final long[] dominated = new long[VictimSearch.ITEMS_MAX];
  private final int[] branch = new int[VictimSearch.ITEMS_MAX];
  private long costStep;
  private int vcpusMax;
  private int ramMax;
  private int diskMax;

  private long bestCost;
  private int bestCount;
  private long bestSet;
  private boolean found;
  private boolean proven;
  private boolean firstOnly;
  private long nodes;
  private long nodesMax;

  boolean found() {
    return found;
  }

  long cost() {
    return bestCost;
  }

  /** A bit per item. */
  long chosen() {
    return bestSet;
  }

  boolean proven() {
    return proven;
  }

  long nodes() {
    return nodes;
  }

  /** Looks for a set that is better than (cost, count). */
  void search(Cover searched, long costBound, int countBound, int nodesLimit) {
    cover = searched;
    bestCost = costBound;
    bestCount = countBound;
    bestSet = 0;
    found = false;
    proven = true;
    firstOnly = false;
    nodes = 0;
    nodesMax = Math.min(PLAIN_NODES, nodesLimit);
    Arrays.fill(weight, 1);
    prepare();
    visitAll();
    if (!proven && nodesLimit > PLAIN_NODES) {
      proven = true;
      nodesMax = nodesLimit;
      DualPrices.improve(cover, weight);
      prepare();
      visitAll();
    }
  }

  private void visitAll() {
    int count = cover.count;
    long all = count == 64 ? -1L : (1L << count) - 1;
    visit(0, all, cover.needVcpus, cover.needRam, cover.needDisk, 0, 0, 0);
  }

  /** Of all sets as cheap and as small as the best, finds the first by ids. */
  void firstById(int nodesLimit) {
    if (!found || cover.count < 2) {
      return;
    }
    boolean provenCheapest = proven;
    long set = bestSet;
    bestCount++;
    firstOnly = true;
    proven = true;
    nodesMax = nodes + nodesLimit;
    for (int i = 0; i < cover.count; i++) {
      branch[i] = i;
    }
    visitAll();
    bestCount = Long.bitCount(set);
    proven = provenCheapest;
  }

  private void prepare() {
    int count = cover.count;
    double[] needs = {cover.needVcpus, cover.needRam, cover.needDisk};
    need[3] = 0;
    for (int q = 0; q < 3; q++) {
      need[q] = needs[q];
      need[3] += needs[q] == 0 ? 0 : weight[q];
    }
    costStep = 0;
    vcpusMax = 1;
    ramMax = 1;
    diskMax = 1;
    for (int i = 0; i < count; i++) {
      size[0][i] = cover.vcpus[i];
      size[1][i] = cover.ram[i];
      size[2][i] = cover.disk[i];
      size[3][i] = 0;
      for (int q = 0; q < 3; q++) {
        size[3][i] += needs[q] == 0 ? 0 : weight[q] * size[q][i] / needs[q];
      }
      costStep = Reduction.divisor(costStep, cover.cost[i]);
      vcpusMax = Math.max(vcpusMax, cover.vcpus[i]);
      ramMax = Math.max(ramMax, cover.ram[i]);
      diskMax = Math.max(diskMax, cover.disk[i]);
    }
    costStep = Math.max(1, costStep);
    for (int q = 0; q < ORDERS; q++) {
      sort(q);
    }
    System.arraycopy(order[3], 0, branch, 0, orderLength[3]);
    findDominated();
  }

  /** By cost per size; those without size are left out. */
  private void sort(int q) {
    int length = 0;
    int[] list = order[q];
    double[] sizes = size[q];
    for (int i = 0; i < cover.count; i++) {
      if (sizes[i] == 0) {
        continue;
      }
      int at = length++;
      while (at > 0 && isBefore(i, list[at - 1], sizes)) {
        list[at] = list[at - 1];
        at--;
      }
      list[at] = i;
    }
    orderLength[q] = length;
  }

  private boolean isBefore(int i, int j, double[] sizes) {
    double left = cover.cost[i] * sizes[j];
    double right = cover.cost[j] * sizes[i];
    return left < right || (left == right && sizes[i] > sizes[j]);
  }

  private void findDominated() {
    for (int i = 0; i < cover.count; i++) {
      long bits = 0;
      for (int j = 0; j < cover.count; j++) {
        if (i != j && cover.dominates(i, j)) {
          bits |= 1L << j;
        }
      }
      dominated[i] = bits;
    }
  }

  private void visit(
      int depth, long left, int vcpus, int ram, int disk, long cost, int count, long set) {
    int at = depth;
    long rest = left;
    while (true) {
      if (vcpus <= 0 && ram <= 0 && disk <= 0) {
        offer(cost, count, set);
        return;
      }
      if (++nodes > nodesMax) {
        proven = false;
        return;
      }
      if (!mayImprove(rest, vcpus, ram, disk, cost, count)) {
        return;
      }
      while (!isUseful(branch[at], rest, vcpus, ram, disk)) {
        at++;
      }
      int item = branch[at++];
      rest &= ~(1L << item);
      visit(
          at,
          rest,
          vcpus - cover.vcpus[item],
          ram - cover.ram[item],
          disk - cover.disk[item],
          cost + cover.cost[item],
          count + 1,
          set | 1L << item);
      if (nodes > nodesMax || (firstOnly && bestCount < 0)) {
        return;
      }
      rest &= ~dominated[item];
    }
  }

  private boolean isUseful(int item, long left, int vcpus, int ram, int disk) {
    return (left >>> item & 1) != 0
        && ((vcpus > 0 && cover.vcpus[item] > 0)
            || (ram > 0 && cover.ram[item] > 0)
            || (disk > 0 && cover.disk[item] > 0));
  }

  private void offer(long cost, int count, long set) {
    if (cost < bestCost || (cost == bestCost && count < bestCount)) {
      bestCost = cost;
      // The search for the first by ids ends with the first.
      bestCount = firstOnly ? -1 : count;
      bestSet = set;
      found = true;
    }
  }

  private boolean mayImprove(long left, int vcpus, int ram, int disk, long cost, int count) {
    long slack = bestCost - cost;
    double shares = 0;
    shares += vcpus > 0 ? weight[0] * vcpus / need[0] : 0;
    shares += ram > 0 ? weight[1] * ram / need[1] : 0;
    shares += disk > 0 ? weight[2] * disk / need[2] : 0;
    long bound = fractional(3, left, shares * (1 - 1e-12), slack);
    if (bound <= slack && vcpus > 0) {
      bound = Math.max(bound, fractional(0, left, vcpus, slack));
    }
    if (bound <= slack && ram > 0) {
      bound = Math.max(bound, fractional(1, left, ram, slack));
    }
    if (bound <= slack && disk > 0) {
      bound = Math.max(bound, fractional(2, left, disk, slack));
    }
    if (bound != slack) {
      return bound < slack;
    }
    int more = Math.max(1, Math.max(ceil(vcpus, vcpusMax), ceil(ram, ramMax)));
    return count + Math.max(more, ceil(disk, diskMax)) < bestCount;
  }

  private static int ceil(int amount, int step) {
    return amount <= 0 ? 0 : (int) (((long) amount + step - 1) / step);
  }

  /** The least cost of covering when items may be taken in part; more than enough: infinite. */
  private long fractional(int q, long left, double amount, long slack) {
    double missing = amount;
    double[] sizes = size[q];
    int[] list = order[q];
    long whole = 0;
    for (int k = 0; k < orderLength[q]; k++) {
      int item = list[k];
      if ((left >>> item & 1) == 0) {
        continue;
      }
      double itsSize = sizes[item];
      if (itsSize >= missing) {
        double part = cover.cost[item] * (missing / itsSize);
        whole += (long) Math.ceil(part * (1 - 1e-12) - 1e-6);
        return (whole + costStep - 1) / costStep * costStep;
      }
      whole += cover.cost[item];
      if (whole > slack) {
        return whole;
      }
      missing -= itsSize;
    }
    return q == 3 && missing < 1e-9 ? whole : Long.MAX_VALUE;
  }
}
