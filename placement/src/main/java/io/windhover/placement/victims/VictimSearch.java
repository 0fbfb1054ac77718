package io.windhover.placement.victims;

/**
 * Finds the cheapest set of instances whose sizes cover a need in every dimension; among equally
 * cheap ones the smallest set, among those the first by id. An exact fit fits.
 *
 * <p>Exact, by branch and bound ({@link CoverTree}) after the hopeless have been left out ({@link
 * Reduction}). When more than {@link #ITEMS_MAX} instances are left, or beyond the limit of nodes,
 * the answer is still sufficient and says that it is not proven.
 *
 * <p>Use: {@link #begin}, {@link #add} each instance in the order of ids, then ask one question.
 */
public final class VictimSearch {
  /** No set is sufficient, or none within the limit. */
  public static final long NONE = Long.MAX_VALUE;

  static final int ITEMS_MAX = 64;
  private static final int REDUCE_MIN = 8;

  private final Cover cover = new Cover();
  private final CoverTree tree = new CoverTree();
  private int nodesMax = Integer.MAX_VALUE;
  private long single;
  private int[] chosen = {};
  private long chosenCost;
  private boolean proven;

  public void setNodesMax(int nodes) {
    nodesMax = nodes;
  }

  /** What is missing in each dimension; 0 or less when nothing is. */
  public void begin(int vcpusMissing, int ramMissing, int diskMissing) {
    cover.begin(vcpusMissing, ramMissing, diskMissing);
    single = NONE;
  }

  /** The next instance by id; its cost is at least 0. */
  public void add(int vcpus, int ram, int disk, long cost) {
    int i = cover.count;
    cover.add(vcpus, ram, disk, cost, i);
    if (cost < single && cover.isEnoughAlone(i)) {
      single = cost;
    }
  }

  /** The cost of the cheapest sufficient set if it is at most the limit, else {@link #NONE}. */
  public long cheapestCost(long limit) {
    proven = true;
    if (cover.nothingNeeded()) {
      return 0;
    }
    // A set with something as dear as the cheapest single one is no cheaper than that.
    cover.keepUpTo(Math.min(single - 1, limit));
    if (cover.count < 2 || !cover.isCoverable()) {
      return single <= limit ? single : NONE;
    }
    long bound = limit == NONE ? single : Math.min(single, limit + 1);
    plant();
    tree.search(cover, bound, 0, nodesMax);
    proven &= tree.proven();
    long best = tree.found() ? tree.cost() : single;
    return best <= limit ? best : NONE;
  }

  /** Finds the victims; false when all together are not enough. */
  public boolean cheapest() {
    chosen = new int[0];
    chosenCost = 0;
    proven = true;
    if (cover.nothingNeeded()) {
      return true;
    }
    if (single != NONE && !cover.isCoverableBelow(single)) {
      chosen = new int[] {cover.firstAlone(single)};
      chosenCost = single;
      return true;
    }
    cover.keepUpTo(single);
    if (!cover.isCoverable()) {
      return false;
    }
    plant();
    if (cover.count > ITEMS_MAX) {
      takeAll();
      return true;
    }
    tree.search(cover, NONE, 0, nodesMax);
    proven &= tree.proven();
    tree.firstById(nodesMax);
    chosenCost = tree.cost();
    chosen = new int[Long.bitCount(tree.chosen())];
    int k = 0;
    for (long rest = tree.chosen(); rest != 0; rest &= rest - 1) {
      chosen[k++] = cover.number[Long.numberOfTrailingZeros(rest)];
    }
    return true;
  }

  private void plant() {
    if (cover.count > REDUCE_MIN) {
      Reduction.roundNeed(cover);
      Reduction.leaveOutHopeless(cover);
    }
    if (cover.count > ITEMS_MAX) {
      Reduction.shorten(cover, ITEMS_MAX);
      proven = false;
    }
  }

  private void takeAll() {
    chosen = new int[cover.count];
    for (int i = 0; i < cover.count; i++) {
      chosen[i] = cover.number[i];
      chosenCost += cover.cost[i];
    }
  }

  /** Positions of the victims in the order in which they were added. */
  public int[] chosen() {
    return chosen;
  }

  public long chosenCost() {
    return chosenCost;
  }

  /** Whether it is certain that no other sufficient set is cheaper. */
  public boolean proven() {
    return proven;
  }

  /** Nodes of the last tree, the one that settles ties by id included. */
  public long nodes() {
    return tree.nodes();
  }
}
