package io.windhover.policies.harvest.own;

import io.windhover.core.model.Need;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Drops;
import io.windhover.policies.harvest.predict.Risks;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a first look at nodes needs to know of them, side by side for the sake of the processor's
 * caches: most nodes are passed over for it. Instead of when each task there ends it is known how
 * many cores are still in use at a few moments; between two of them risks are as low, or as high,
 * as any number of cores in between makes them.
 */
final class Glances {
  /** Of a node whose room comes and goes. */
  private static final long UNKNOWN = -1;

  private final Drops drops;
  private final boolean newestFirst;
  private final long longestMillis;

  /** The moments; the first is now. */
  private final long[] cutMillis;

  /** By part of the time, row and drop, for the longest task. */
  private double @Nullable [][][] longestMost;

  private int size;
  private int[] cores = new int[16];
  private int[] freeCores = new int[16];
  private long[] freeBytes = new long[16];

  /** When there is more room than now. */
  private long[] moreMillis = new long[16];

  /** How still and how large, as {@link Drops} tells them apart. */
  private int[] rows = new int[16];

  private double[] multiples = new double[16];

  /** One for each moment, then 0. */
  private int[] usedCores;

  Glances(Drops drops, boolean newestFirst, long longestMillis) {
    this.drops = drops;
    this.newestFirst = newestFirst;
    this.cutMillis = Drops.horizonsBelow(longestMillis);
    this.longestMillis = longestMillis;
    this.usedCores = new int[16 * (cutMillis.length + 1)];
  }

  private interface Table {
    double[] risks(Risks row, long withinMillis);
  }

  /** By part of the time, row and drop, what is added to the risk then. */
  private double[][][] parts(long durationMillis, Table table) {
    double[][][] parts = new double[cutMillis.length][Drops.ROWS][];
    for (int row = 0; row < Drops.ROWS; row++) {
      double[] before = table.risks(drops.row(row), 0);
      for (int part = 0; part < parts.length; part++) {
        boolean last = part + 1 == parts.length;
        long end = last ? durationMillis : Math.min(durationMillis, cutMillis[part + 1]);
        double[] after = table.risks(drops.row(row), end);
        parts[part][row] = new double[after.length];
        for (int drop = 0; drop < after.length; drop++) {
          parts[part][row][drop] = Math.max(0, after[drop] - before[drop]);
        }
        before = after;
      }
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
      rows = Arrays.copyOf(rows, length);
      multiples = Arrays.copyOf(multiples, length);
      usedCores = Arrays.copyOf(usedCores, length * (cutMillis.length + 1));
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
    moreMillis[index] = room.rises() ? room.nextMillis() : UNKNOWN;
    rows[index] = Drops.row(stack.node.elapsedMillis(), stack.cores);
    multiples[index] = stack.multiple;
    stack.usedAfter(cutMillis, usedCores, index * (cutMillis.length + 1));
  }

  /**
   * By node, what it costs there at least.
   *
   * @param free told of each node that has room now and will not have less
   */
  double[] bounds(Search search, boolean[] free) {
    Need need = search.task.need();
    double[][][] least = parts(search.task.durationMillis(), Risks::leastRisks);
    double[][][] most = longestMost == null ? parts(longestMillis, Risks::mostRisks) : longestMost;
    longestMost = most;
    double[] bounds = new double[size];
    for (int i = 0; i < size; i++) {
      if (moreMillis[i] == UNKNOWN) {
        bounds[i] = 0;
      } else if (need.cores() > freeCores[i] || need.memoryBytes() > freeBytes[i]) {
        bounds[i] =
            moreMillis[i] == Room.NEVER ? Double.MAX_VALUE : search.bound(moreMillis[i], 0, 0);
      } else {
        free[i] = need.requires().isEmpty();
        bounds[i] = boundNow(i, search, least, most);
      }
    }
    return bounds;
  }

  private double boundNow(int i, Search search, double[][][] least, double[][][] most) {
    int need = search.task.need().cores();
    int at = i * (cutMillis.length + 1);
    double risk = 0;
    double longestRisk = 0;
    int depth = Stack.depth(newestFirst, cores[i], need, usedCores[at]);
    for (int part = 0; part < cutMillis.length; part++) {
      int later = Stack.depth(newestFirst, cores[i], need, usedCores[at + part + 1]);
      int spareMost = cores[i] - Math.min(depth, later);
      int spareLeast = cores[i] - Math.max(depth, later);
      if (spareLeast >= 0) {
        risk += of(least[part][rows[i]], spareMost);
      }
      if (spareMost >= 0) {
        longestRisk += of(most[part][rows[i]], Math.max(0, spareLeast));
      }
      depth = later;
    }
    return search.boundByRisks(0, multiples[i] * risk, multiples[i] * longestRisk, 0);
  }

  private static double of(double[] risks, int spare) {
    return risks[Math.min(spare, risks.length - 1)];
  }
}
