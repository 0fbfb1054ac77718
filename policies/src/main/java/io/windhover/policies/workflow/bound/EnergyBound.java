package io.windhover.policies.workflow.bound;

import io.windhover.core.model.Billing;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import java.util.Arrays;

/**
 * A bound for a single workflow, from work that cannot be put off: much work in a short time takes
 * many machines, and each of them is paid from its request and for a whole period.
 *
 * <p>Why it is a bound. Take an interval of length L. A node whose every parent chain ends, on the
 * fastest types, no sooner than the interval begins, and whose every child chain must begin no
 * later than it ends, runs inside it. A machine of type v that is up for u of the interval, u at
 * most L, works c(v) x u there at most, and is paid for u + o, with o the lag and start-up that are
 * billed, and for a whole period at least: so its work inside costs at least p(v) / c(v) x max(T, L
 * + o) / L a millisecond. Each node chooses the cheapest type on which it fits between its chains.
 * Where what is billed beyond u is only o, work outside the interval costs its busy time besides;
 * of a whole period it may be part, so there it is left out. The best interval is taken, of all or,
 * where these are many, of some.
 */
final class EnergyBound {
  /** So many beginnings and as many ends are tried. */
  private static final int MOMENTS_MAX = 48;

  private static final double MILLIS_PER_HOUR = 3_600_000;

  private final Dag dag;
  private final VmTypes types;
  private final long[] from;
  private final long[] to;

  private EnergyBound(Dag dag, VmTypes types, long firstMillis, long windowMillis) {
    this.dag = dag;
    this.types = types;
    int size = dag.size();
    this.from = new long[size];
    this.to = new long[size];
    for (int node = 0; node < size; node++) {
      from[node] = firstMillis;
      for (int parent : dag.parents(node)) {
        from[node] = Math.max(from[node], from[parent] + fastestMillis(parent));
      }
    }
    Arrays.fill(to, windowMillis);
    for (int node = size - 1; node >= 0; node--) {
      for (int parent : dag.parents(node)) {
        to[parent] = Math.min(to[parent], to[node] - fastestMillis(node));
      }
    }
  }

  private long fastestMillis(int node) {
    return dag.millis(node, dag.fastest(node));
  }

  /**
   * The bound for a workflow that must be done so long after it comes; 0 if it cannot be.
   *
   * @param atMillis when it comes; who knows of it before then may rent at 0, and not before
   */
  static double nanos(Dag dag, VmTypes types, long atMillis, long windowMillis) {
    long firstMillis = Math.max(0, types.lagMillisMin() - atMillis);
    var bound = new EnergyBound(dag, types, firstMillis, windowMillis);
    for (int node = 0; node < dag.size(); node++) {
      if (bound.from[node] + bound.fastestMillis(node) > bound.to[node]) {
        return 0;
      }
    }
    return bound.best();
  }

  private double best() {
    double best = 0;
    for (long begin : some(from)) {
      for (long end : some(to)) {
        if (end > begin) {
          best = Math.max(best, Math.max(nanos(begin, end, false), nanos(begin, end, true)));
        }
      }
    }
    return best;
  }

  private static long[] some(long[] moments) {
    long[] all = Arrays.stream(moments).distinct().sorted().toArray();
    if (all.length <= MOMENTS_MAX) {
      return all;
    }
    long[] some = new long[MOMENTS_MAX];
    Arrays.setAll(some, i -> all[(int) ((long) i * (all.length - 1) / (MOMENTS_MAX - 1))]);
    return some;
  }

  /** With whole periods counted, nothing outside the interval is. */
  private double nanos(long begin, long end, boolean periods) {
    double sum = 0;
    for (int node = 0; node < dag.size(); node++) {
      boolean inside = from[node] >= begin && to[node] <= end;
      if (inside || !periods) {
        sum += nanos(node, inside ? end - begin : 0, periods);
      }
    }
    return sum;
  }

  /** A node's share of its machines; by its busy time where there is no interval. */
  private double nanos(int node, long intervalMillis, boolean periods) {
    double least = Double.MAX_VALUE;
    for (int type = 0; type < types.size(); type++) {
      long millis = dag.millis(node, type);
      if (from[node] + millis <= to[node]) {
        double perCore =
            types.pricePerHourNanos(type)
                / MILLIS_PER_HOUR
                * millis
                / types.offer(type).machine().cores();
        double times = intervalMillis == 0 ? 1 : times(type, intervalMillis, periods);
        least = Math.min(least, perCore * times);
      }
    }
    return least == Double.MAX_VALUE ? 0 : least * dag.count(node);
  }

  /** How many times its busy time a machine is paid for that works for the interval. */
  private double times(int type, long intervalMillis, boolean periods) {
    Billing billing = types.billing(type);
    long besides = billing.startUpMillis() + (billing.fromRequest() ? types.lagMillis(type) : 0);
    long paid = intervalMillis + besides;
    if (periods) {
      paid = Math.max(paid, Math.max(billing.periodMillis(), billing.minimumMillis()));
    }
    return (double) paid / intervalMillis;
  }
}
