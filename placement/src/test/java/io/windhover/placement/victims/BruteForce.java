package io.windhover.placement.victims;

import java.util.List;
import java.util.stream.IntStream;

/** Every subset: what the search must equal. */
final class BruteForce {
  record Item(int vcpus, int ram, int disk, long cost) {}

  record Answer(List<Integer> chosen, long cost) {}

  private BruteForce() {}

  /** The first by (cost, count, ids), or null when all together are not enough. */
  static Answer cheapest(int vcpus, int ram, int disk, List<Item> items) {
    long[][] sums = sums(items);
    int best = -1;
    for (int set = 0; set < 1 << items.size(); set++) {
      boolean enough = sums[0][set] >= vcpus && sums[1][set] >= ram && sums[2][set] >= disk;
      if (enough && (best < 0 || isBefore(set, sums[3][set], best, sums[3][best]))) {
        best = set;
      }
    }
    return best < 0 ? null : new Answer(list(best), sums[3][best]);
  }

  /** By dimension and set: the sum without the set's lowest item, and that item. */
  private static long[][] sums(List<Item> items) {
    long[][] sums = new long[4][1 << items.size()];
    for (int set = 1; set < 1 << items.size(); set++) {
      int rest = set & (set - 1);
      Item lowest = items.get(Integer.numberOfTrailingZeros(set));
      sums[0][set] = sums[0][rest] + lowest.vcpus();
      sums[1][set] = sums[1][rest] + lowest.ram();
      sums[2][set] = sums[2][rest] + lowest.disk();
      sums[3][set] = sums[3][rest] + lowest.cost();
    }
    return sums;
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
