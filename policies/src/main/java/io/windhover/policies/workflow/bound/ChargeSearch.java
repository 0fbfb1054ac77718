package io.windhover.policies.workflow.bound;

import java.util.Arrays;

/**
 * Looks for the numbers a(v) of {@link WorkflowBound} that give the best bound: first the same for
 * all types, then one type at a time while that helps.
 */
final class ChargeSearch {
  /** The numbers a(v) are multiples of one over this. */
  static final int LEVEL_MAX = 10;

  private static final int PASSES_MAX = 3;

  private final Classes classes;
  private final Charges charges;
  private final long[] sets;
  private final double[][][] charged;

  ChargeSearch(Classes classes, Charges charges) {
    this.classes = classes;
    this.charges = charges;
    this.sets = classes.typeSets();
    this.charged = new double[charges.types()][LEVEL_MAX + 1][0];
  }

  /** The sum of the jobs' least busy costs. */
  double busyNanos() {
    long all = (1L << charges.types()) - 1;
    int[] levels = new int[charges.types()];
    Arrays.fill(levels, LEVEL_MAX);
    double[] busyByClass = new double[classes.size()];
    Arrays.setAll(busyByClass, number -> classes.leastBusy(number, all, levels));
    double sum = 0;
    for (int job = 0; job < charges.jobs(); job++) {
      sum += busyByClass[classes.classOf(job)];
    }
    return sum;
  }

  double bestNanos() {
    int[] levels = new int[charges.types()];
    int[] start = levels.clone();
    double best = -1;
    for (int level = LEVEL_MAX; level >= 0; level--) {
      Arrays.fill(start, level);
      double nanos = nanos(start);
      if (nanos > best) {
        best = nanos;
        System.arraycopy(start, 0, levels, 0, levels.length);
      }
    }
    for (int pass = 0; pass < PASSES_MAX && sets.length > 1; pass++) {
      double before = best;
      for (int type = 0; type < levels.length; type++) {
        best = improve(levels, type, best);
      }
      if (!(best > before)) {
        return best;
      }
    }
    return best;
  }

  private double improve(int[] levels, int type, double known) {
    double best = known;
    int kept = levels[type];
    for (int level = 0; level <= LEVEL_MAX; level++) {
      levels[type] = level;
      double nanos = nanos(levels);
      if (nanos > best) {
        best = nanos;
        kept = level;
      }
    }
    levels[type] = kept;
    return best;
  }

  private double nanos(int[] levels) {
    double[][] byType = new double[levels.length][];
    for (int type = 0; type < levels.length; type++) {
      double[] known = charged[type][levels[type]];
      charged[type][levels[type]] = known.length > 0 ? known : charges.of(type, levels[type]);
      byType[type] = charged[type][levels[type]];
    }
    double[][] busy = new double[classes.size()][sets.length];
    for (int number = 0; number < busy.length; number++) {
      for (int i = 0; i < sets.length; i++) {
        busy[number][i] = classes.leastBusy(number, sets[i], levels);
      }
    }
    double sum = 0;
    for (int job = 0; job < charges.jobs(); job++) {
      sum += least(job, busy[classes.classOf(job)], byType);
    }
    return sum;
  }

  /** With one set of all types, a job is known to touch some lease only: the least charge. */
  private double least(int job, double[] busyBySet, double[][] chargeByType) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < sets.length; i++) {
      double sum = 0;
      double smallest = Double.POSITIVE_INFINITY;
      for (int type = 0; type < chargeByType.length; type++) {
        if ((sets[i] >> type & 1) == 1) {
          sum += chargeByType[type][job];
          smallest = Math.min(smallest, chargeByType[type][job]);
        }
      }
      least = Math.min(least, busyBySet[i] + (sets.length > 1 ? sum : smallest));
    }
    return least;
  }
}
