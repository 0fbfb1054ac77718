package io.windhover.placement.victims;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Every subset: what the search must equal. */
final class BruteForce {
  record Item(int vcpus, int ram, int disk, long cost) {}

  record Answer(List<Integer> chosen, long cost) {}

  private BruteForce() {}

  /** The first by (cost, count, ids), or null when all together are not enough. */
  static Answer cheapest(int vcpus, int ram, int disk, List<Item> items) {
    int best = -1;
    long bestCost = 0;
    int sets = 1 << items.size();
    long[] sums = new long[4];
    for (int set = 0; set < sets; set++) {
      sum(set, items, sums);
      if (sums[0] < vcpus || sums[1] < ram || sums[2] < disk) {
        continue;
      }
      if (best < 0 || isBefore(set, sums[3], best, bestCost)) {
        best = set;
        bestCost = sums[3];
      }
    }
    return best < 0 ? null : new Answer(list(best), bestCost);
  }

  private static void sum(int set, List<Item> items, long[] sums) {
    Arrays.fill(sums, 0);
    for (int rest = set; rest != 0; rest &= rest - 1) {
      Item item = items.get(Integer.numberOfTrailingZeros(rest));
      sums[0] += item.vcpus();
      sums[1] += item.ram();
      sums[2] += item.disk();
      sums[3] += item.cost();
    }
  }

  private static boolean isBefore(int set, long cost, int other, long otherCost) {
    if (cost != otherCost) {
      return cost < otherCost;
    }
    if (Integer.bitCount(set) != Integer.bitCount(other)) {
      return Integer.bitCount(set) < Integer.bitCount(other);
    }
    // The first id that only one of them has decides.
    int first = Integer.lowestOneBit(set ^ other);
    return (set & first) != 0;
  }

  private static List<Integer> list(int set) {
    return IntStream.range(0, 31).filter(i -> (set >>> i & 1) != 0).boxed().toList();
  }
}
