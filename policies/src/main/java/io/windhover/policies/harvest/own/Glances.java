package io.windhover.policies.harvest.own;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Drops;
import io.windhover.policies.harvest.predict.Extremes;
import java.util.Arrays;
import java.util.List;

/**
 * What a first look at nodes needs to know of them, side by side for the sake of the processor's
 * caches: most nodes are passed over for it. Instead of when each task there ends it is known how
 * many cores may go at a few moments; between two of them risks are as low, or as high, as any
 * number of cores in between makes them.
 */
final class Glances {
  /** Of a node whose room comes and goes. */
  private static final long UNKNOWN = -1;

  private final Drops drops;
  private final boolean newestFirst;

  /** The moments; the first is now. */
  private final long[] cutMillis;

  /** By part of the time and place in the drops, for the longest task. */
  private final double[][] longestMost;

  private int size;
  private int[] cores = new int[16];
  private int[] freeCores = new int[16];
  private long[] freeBytes = new long[16];

  /** When there is more room than now, and how much. */
  private long[] moreMillis = new long[16];

  private int[] moreCores = new int[16];
  private long[] moreBytes = new long[16];
  private long[] elapsedMillis = new long[16];

  /** How still and how large, as {@link Drops} tells them apart: where their row begins. */
  private int[] places = new int[16];

  private double[] multiples = new double[16];

  /** As {@link Stack#margins} tells them: one for each moment, then one for when all have ended. */
  private int[] margins;

  /** Whether nobody runs there. */
  private boolean[] idle = new boolean[16];

  Glances(Drops drops, boolean newestFirst, long longestMillis) {
    this.drops = drops;
    this.newestFirst = newestFirst;
    this.cutMillis = Drops.horizonsBelow(longestMillis);
    this.longestMost = parts(longestMillis, drops.most());
    this.margins = new int[16 * (cutMillis.length + 1)];
  }

  /** By part of the time and place in the drops, what is added to the risk then. */
  private double[][] parts(long durationMillis, Extremes risks) {
    double[][] parts = new double[cutMillis.length][];
    double[] before = risks.within(0);
    for (int part = 0; part < parts.length; part++) {
      boolean last = part + 1 == parts.length;
      double[] after =
          risks.within(last ? durationMillis : Math.min(durationMillis, cutMillis[part + 1]));
      double[] added = new double[after.length];
      for (int i = 0; i < added.length; i++) {
        added[i] = Math.max(0, after[i] - before[i]);
      }
      parts[part] = added;
      before = after;
    }
    return parts;
  }

  /** Looks at nodes that have come since, on which all runs that runs there now. */
  void catchUp(List<Stack> stacks) {
    if (stacks.size() > cores.length) {
      int length = Math.max(stacks.size(), 2 * cores.length);
      cores = Arrays.copyOf(cores, length);
      freeCores = Arrays.copyOf(freeCores, length);
      freeBytes = Arrays.copyOf(freeBytes, length);
      moreMillis = Arrays.copyOf(moreMillis, length);
      moreCores = Arrays.copyOf(moreCores, length);
      moreBytes = Arrays.copyOf(moreBytes, length);
      elapsedMillis = Arrays.copyOf(elapsedMillis, length);
      idle = Arrays.copyOf(idle, length);
      places = Arrays.copyOf(places, length);
      multiples = Arrays.copyOf(multiples, length);
      margins = Arrays.copyOf(margins, length * (cutMillis.length + 1));
    }
    while (size < stacks.size()) {
      look(size, stacks.get(size));
      size++;
    }
  }

  /** What is there has changed. */
  void look(int index, Stack stack) {
    Room room = stack.node.room();
    cores[index] = stack.cores;
    freeCores[index] = room.freeCores();
    freeBytes[index] = room.freeBytes();
    moreCores[index] = room.nextCores();
    moreBytes[index] = room.nextBytes();
    elapsedMillis[index] = stack.node.elapsedMillis();
    moreMillis[index] = room.rises() ? room.nextMillis() : UNKNOWN;
    places[index] = drops.least().place(stack.row);
    multiples[index] = stack.multiple;
    idle[index] = stack.isIdle();
    stack.margins(cutMillis, margins, index * (cutMillis.length + 1));
  }

  /** Weighs every node that could be the best. */
  void search(Search search, List<Stack> stacks) {
    double[][] least = parts(search.task.durationMillis(), drops.least());
    int first = lowest(search, least, true);
    first = first < 0 ? lowest(search, least, false) : first;
    if (first >= 0) {
      glance(first, search, stacks, least);
    }
    for (int i = 0; i < size; i++) {
      if (i != first) {
        glance(i, search, stacks, least);
      }
    }
  }

  /**
   * Of the nodes with room now, that with the lowest bound; below 0 for none.
   *
   * @param idleOnly only of those where nobody runs: nobody is harmed there and bounds are close,
   *     so it is likely to be one of the best, and most of the others are soon passed over
   */
  private int lowest(Search search, double[][] least, boolean idleOnly) {
    Need need = search.task.need();
    int lowest = -1;
    double bound = Double.MAX_VALUE;
    for (int i = 0; i < size; i++) {
      if ((idle[i] || !idleOnly) && hasRoom(i, need)) {
        double its = bound(i, search, least);
        lowest = its < bound ? i : lowest;
        bound = Math.min(its, bound);
      }
    }
    return lowest;
  }

  private void glance(int i, Search search, List<Stack> stacks, double[][] least) {
    Need need = search.task.need();
    if (hasRoom(i, need)) {
      double bound = bound(i, search, least);
      if (!search.isBeaten(bound)) {
        Stack stack = stacks.get(i);
        boolean now = need.requires().isEmpty();
        search.weigh(i, stack, now ? 0 : search.task.startMillis(stack.node), bound);
      }
    } else if (moreMillis[i] == UNKNOWN) {
      search.weigh(i, stacks.get(i), search.task.startMillis(stacks.get(i).node));
    } else if (moreMillis[i] != Room.NEVER && !search.isBeaten(search.waitBound(moreMillis[i]))) {
      long start = laterMillis(i, search, stacks.get(i));
      if (start != Room.NEVER && !search.isBeaten(search.waitBound(start))) {
        search.weigh(i, stacks.get(i), start, boundLater(i, search, start, least));
      }
    }
  }

  /** When a node has room that has none now. */
  private long laterMillis(int i, Search search, Stack stack) {
    Need need = search.task.need();
    boolean next =
        need.requires().isEmpty()
            && need.cores() <= moreCores[i]
            && need.memoryBytes() <= moreBytes[i];
    return next ? moreMillis[i] : search.task.startMillis(stack.node);
  }

  /** Whether it has room now and will not have less. */
  private boolean hasRoom(int index, Need need) {
    return moreMillis[index] != UNKNOWN
        && need.cores() <= freeCores[index]
        && need.memoryBytes() <= freeBytes[index];
  }

  /** What it costs to start there now at least, harm aside. */
  private double bound(int i, Search search, double[][] least) {
    int need = search.task.need().cores();
    int at = i * (cutMillis.length + 1);
    int place = places[i];
    double risk = 0;
    double longestRisk = 0;
    int spare = spare(i, need, margins[at]);
    for (int part = 0; part < least.length; part++) {
      int later = spare(i, need, margins[at + part + 1]);
      int spareMost = Math.max(spare, later);
      int spareLeast = Math.min(spare, later);
      if (spareLeast >= 0) {
        risk += least[part][place + spareMost];
      }
      if (spareMost >= 0) {
        longestRisk += longestMost[part][place + Math.max(0, spareLeast)];
      }
      spare = later;
    }
    double killed = Chances.killedLeast(multiples[i] * risk);
    double steady = Chances.survivesLeast(multiples[i] * longestRisk);
    return search.roughBound(0, killed, steady, 0);
  }

  /**
   * The same for a later start. Parts of the task's time lie askew to the moments then: within one
   * as many cores may go as at any moment from the last before it to the first after.
   */
  private double boundLater(int i, Search search, long startMillis, double[][] least) {
    int need = search.task.need().cores();
    int at = i * (cutMillis.length + 1);
    int place = drops.least().place(Drops.row(elapsedMillis[i] + startMillis, cores[i]));
    double risk = 0;
    double longestRisk = 0;
    int before = 0;
    int after = 0;
    for (int part = 0; part < least.length; part++) {
      long begin = startMillis + cutMillis[part];
      while (before + 1 < cutMillis.length && cutMillis[before + 1] <= begin) {
        before++;
      }
      boolean last = part + 1 == least.length;
      while (after < cutMillis.length
          && (last || cutMillis[after] < startMillis + cutMillis[part + 1])) {
        after++;
      }
      int early = spare(i, need, margins[at + before]);
      int late = spare(i, need, margins[at + after]);
      if (Math.min(early, late) >= 0) {
        risk += least[part][place + Math.max(early, late)];
      }
      if (Math.max(early, late) >= 0) {
        longestRisk += longestMost[part][place + Math.max(0, Math.min(early, late))];
      }
    }
    return search.boundByRisks(startMillis, multiples[i] * risk, multiples[i] * longestRisk, 0);
  }

  /** As the drops tell them apart. */
  private int spare(int i, int need, int margin) {
    return Math.min(Drops.DEEPEST, Stack.spare(newestFirst, cores[i], need, margin));
  }
}
