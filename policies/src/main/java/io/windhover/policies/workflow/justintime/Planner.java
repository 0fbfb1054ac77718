package io.windhover.policies.workflow.justintime;

import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes plans for one class of jobs: from the cheapest type of each node, upgraded by gain until
 * the whole fits, as SCS's Algorithm 1 does, but with the types restricted, the price of a task's
 * share in an idle machine added, and nodes that may have to share a machine run one after the
 * other.
 */
final class Planner {
  /** Plans for larger workflows do not say which nodes share a machine. */
  private static final int SHARED_NODES_MAX = 64;

  /**
   * How often a plan is made for less time, because its reserves did not fit, and how much less.
   */
  private static final int GOALS_MAX = 8;

  private static final double TIGHTER = 0.95;

  /** No limit on nodes side by side. */
  static final int ALL = Integer.MAX_VALUE;

  private final Dag dag;
  private final Terms terms;
  private final long deadlineMillis;
  private final long lagMillis;
  private final long lagMarginMillis;
  private final Lineup lineup;
  private final int[] levels;
  private @Nullable Hurry hurry;
  private double hurryMargin;

  /**
   * Makes plans for the class.
   *
   * @param lagMarginMillis how much longer than is known a launch may take; plans leave time for it
   *     when they can
   */
  Planner(WorkClass work, Terms terms, long lagMarginMillis) {
    this.dag = work.dag();
    this.terms = terms;
    this.deadlineMillis = work.deadlineMillis();
    this.lagMillis = terms.types().lagMillisMin();
    this.lagMarginMillis = lagMarginMillis;
    this.levels = dag.levels();
    this.lineup = new Lineup(dag, terms.size());
  }

  /** What a node costs on a type if each of its tasks also pays for so much idle time. */
  private double nanos(int node, int type, long idleMillis) {
    return dag.count(node) * terms.laneNanos(type, dag.millis(node, type) + idleMillis);
  }

  private boolean allows(int allowed, int node, int type) {
    return (allowed >> type & 1) == 1 && dag.runsOn(node, type);
  }

  /** Each node on the allowed type where it costs least; null when one has none. */
  private int @Nullable [] cheapest(int allowed, long idleMillis) {
    int[] types = new int[dag.size()];
    for (int node = 0; node < types.length; node++) {
      int best = -1;
      for (int type = 0; type < terms.size(); type++) {
        if (allows(allowed, node, type)
            && (best < 0 || nanos(node, type, idleMillis) < nanos(node, best, idleMillis))) {
          best = type;
        }
      }
      if (best < 0) {
        return null;
      }
      types[node] = best;
    }
    return types;
  }

  /**
   * A plan on some of the types that leaves a share of the time unused; null when there is none.
   *
   * @param allowed a bit for each type
   * @param idleMillis what each task is thought to waste of its machine
   * @param used the share of the time between lag and deadline that the plan may take
   */
  @Nullable ClassPlan plan(
      int allowed, long idleMillis, double used, int side, Reserve reserve, double spread) {
    int[] types = cheapest(allowed, idleMillis);
    if (types == null) {
      return null;
    }
    long goal = (long) (used * (double) (deadlineMillis - lagMillis - lagMarginMillis));
    for (int round = 0; round < GOALS_MAX; round++) {
      upgrade(types, allowed, idleMillis, goal, side);
      ClassPlan plan = finished(types, side, reserve, spread);
      if (plan != null) {
        return plan;
      }
      goal = (long) ((double) goal * TIGHTER);
    }
    return null;
  }

  private void upgrade(int[] types, int allowed, long idleMillis, long goal, int side) {
    int roundsMax = dag.size() * terms.size();
    if (dag.size() > SHARED_NODES_MAX) {
      for (int round = 0; round < roundsMax && upgradeBeside(types, allowed, idleMillis, goal); ) {
        round++;
      }
      return;
    }
    long span = lineup.arrange(types, side);
    for (int round = 0; round < roundsMax && span > goal; round++) {
      int[] best = bestUpgrade(types, allowed, idleMillis, span, side);
      if (best[0] < 0) {
        return;
      }
      types[best[0]] = best[1];
      span = lineup.arrange(types, side);
    }
  }

  /**
   * One round for a large workflow: the node of the longest chain that gains most of its own time
   * for the money, and with it all beside it that lie on a chain that is too long. Trying each with
   * the whole plan would take minutes.
   *
   * @return false when the plan fits, or cannot be faster
   */
  private boolean upgradeBeside(int[] types, int allowed, long idleMillis, long goal) {
    long span = dag.makespanMillis(types);
    if (span <= goal) {
      return false;
    }
    long[] latest = dag.latestStarts(types, span);
    long[] ends = new long[types.length];
    long[] chains = new long[types.length];
    int best = -1;
    double bestGain = 0;
    for (int node = 0; node < types.length; node++) {
      long start = 0;
      for (int parent : dag.parents(node)) {
        start = Math.max(start, ends[parent]);
      }
      ends[node] = start + dag.millis(node, types[node]);
      chains[node] = span - (latest[node] - start);
      int faster = chains[node] < span ? -1 : faster(node, types[node], allowed, idleMillis);
      if (faster >= 0 && gain(node, types[node], faster, idleMillis) > bestGain) {
        best = node;
        bestGain = gain(node, types[node], faster, idleMillis);
      }
    }
    for (int node = 0; node < types.length && best >= 0; node++) {
      if (levels[node] == levels[best] && chains[node] > goal) {
        int faster = faster(node, types[node], allowed, idleMillis);
        types[node] = faster < 0 ? types[node] : faster;
      }
    }
    return best >= 0;
  }

  /** The node's own time saved for the money. */
  private double gain(int node, int old, int type, long idleMillis) {
    double added = nanos(node, type, idleMillis) - nanos(node, old, idleMillis);
    return (double) (dag.millis(node, old) - dag.millis(node, type)) / Math.max(1e-6, added);
  }

  /** The faster type with the best gain; -1 when there is none. */
  private int faster(int node, int old, int allowed, long idleMillis) {
    int best = -1;
    for (int type = 0; type < terms.size(); type++) {
      if (dag.millis(node, type) < dag.millis(node, old)
          && allows(allowed, node, type)
          && (best < 0 || gain(node, old, type, idleMillis) > gain(node, old, best, idleMillis))) {
        best = type;
      }
    }
    return best;
  }

  /** The node and type with most of the makespan saved for the money; then most of its own time. */
  private int[] bestUpgrade(int[] types, int allowed, long idleMillis, long span, int side) {
    int[] best = {-1, -1};
    double bestGain = -1;
    double bestOwnGain = -1;
    boolean[] critical = lineup.critical(types);
    for (int node = 0; node < types.length; node++) {
      int old = types[node];
      for (int type = 0; critical[node] && type < terms.size(); type++) {
        long saved = dag.millis(node, old) - dag.millis(node, type);
        if (type == old || saved <= 0 || !allows(allowed, node, type)) {
          continue;
        }
        double added = nanos(node, type, idleMillis) - nanos(node, old, idleMillis);
        double price = Math.max(1e-6, added);
        types[node] = type;
        double gain = (double) (span - lineup.arrange(types, side)) / price;
        types[node] = old;
        if (gain > bestGain || (gain == bestGain && (double) saved / price > bestOwnGain)) {
          bestGain = gain;
          bestOwnGain = (double) saved / price;
          best[0] = node;
          best[1] = type;
        }
      }
    }
    return best;
  }

  /** The plan with these types, or null when it does not end in time. */
  @Nullable ClassPlan with(int[] types, int side, Reserve reserve, double spread) {
    return finished(types.clone(), side, reserve, spread);
  }

  /** By type: one node after the other on one machine of it; null where that takes too long. */
  List<@Nullable ClassPlan> whole(Reserve reserve) {
    List<@Nullable ClassPlan> plans = new ArrayList<>();
    for (int type = 0; type < terms.size(); type++) {
      plans.add(dag.size() > SHARED_NODES_MAX ? null : whole(type, reserve));
    }
    return plans;
  }

  private @Nullable ClassPlan whole(int type, Reserve reserve) {
    int[] types = new int[dag.size()];
    for (int node = 0; node < types.length; node++) {
      if (!dag.runsOn(node, type) || dag.count(node) > 1) {
        return null;
      }
      types[node] = type;
    }
    ClassPlan plan = windows(types, 1, reserve, 0);
    return Arrays.stream(plan.latestStarts()).min().orElse(-1) < 0 ? null : plan;
  }

  /** When the job can end at the earliest if every machine is asked for at its submission. */
  long earliestEndMillis() {
    int[] types = new int[dag.size()];
    return Arrays.stream(earliestEnds(types)).max().orElse(0);
  }

  /** Each node on the type on which it ends first, the launch counted too. */
  private long[] earliestEnds(int[] types) {
    long[] ends = new long[dag.size()];
    for (int node = 0; node < ends.length; node++) {
      long ready = 0;
      for (int parent : dag.parents(node)) {
        ready = Math.max(ready, ends[parent]);
      }
      ends[node] = Long.MAX_VALUE;
      for (int type = 0; type < terms.size(); type++) {
        long end = Math.max(ready, terms.lagMillis(type)) + dag.millis(node, type);
        if (end < ends[node]) {
          ends[node] = end;
          types[node] = type;
        }
      }
    }
    return ends;
  }

  /** Everything where it ends first; to be used when nothing better ends in time. */
  ClassPlan fastest(double margin) {
    int[] types = new int[dag.size()];
    earliestEnds(types);
    // As much of the margin as there is time for.
    for (double part = margin; part > margin / 8; part *= 0.8) {
      ClassPlan plan = windows(types, ALL, Reserve.full(part), 0);
      if (isInTime(plan.latestStarts(), types, lagMarginMillis)) {
        return plan;
      }
    }
    return windows(types, ALL, Reserve.NONE, 0);
  }

  /** Null when there is no time for all of it, the margins too. */
  private @Nullable ClassPlan finished(int[] types, int side, Reserve reserve, double spread) {
    int kept = dag.size() > SHARED_NODES_MAX ? ALL : side;
    if (lineup.arrange(types, kept) > deadlineMillis - lagMillis) {
      return null;
    }
    ClassPlan plan = windows(types, kept, reserve, spread);
    return isInTime(plan.latestStarts(), types, lagMarginMillis) ? plan : null;
  }

  /** Whether machines that are asked for at the submission are there when they must be. */
  private boolean isInTime(long[] latestStarts, int[] types, long marginMillis) {
    for (int node = 0; node < latestStarts.length; node++) {
      if (latestStarts[node] < terms.lagMillis(types[node]) + marginMillis) {
        return false;
      }
    }
    return true;
  }

  /** The plan with these types, in time or not. */
  ClassPlan windows(int[] types, int side, Reserve reserve, double spread) {
    lineup.arrange(types, side);
    Hurry hurry = hurry(reserve.margin());
    long[] starts = lineup.latestStarts(types, deadlineMillis, reserve, hurry);
    long[] hardStarts = lineup.latestStarts(types, deadlineMillis, Reserve.NONE, null);
    long[] ends = new long[starts.length];
    long[] hurriedEnds = new long[starts.length];
    long[] hardEnds = new long[starts.length];
    for (int node = 0; node < ends.length; node++) {
      ends[node] = lineup.latestEnd(node, starts, deadlineMillis);
      hurriedEnds[node] = deadlineMillis - hurry.afterMillis(node, lineup.next(node));
      hardEnds[node] = lineup.latestEnd(node, hardStarts, deadlineMillis);
    }
    long first = Arrays.stream(starts).min().orElse(0);
    return new ClassPlan(
        types,
        side,
        reserve,
        spread,
        starts,
        ends,
        bookStarts(starts, first, spread),
        lineup.order(),
        hurriedEnds,
        hardEnds,
        isInTime(starts, types, 0));
  }

  private Hurry hurry(double margin) {
    if (hurry == null || hurryMargin != margin) {
      hurry = Hurry.of(dag, terms, margin);
      hurryMargin = margin;
    }
    return hurry;
  }

  /** All the time to spare for the first node, less and less for later ones. */
  private long[] bookStarts(long[] latestStarts, long first, double spread) {
    double spare = spread * (double) Math.max(0, first - lagMillis - lagMarginMillis);
    double way = (double) Math.max(1, deadlineMillis - first);
    long[] starts = new long[latestStarts.length];
    for (int node = 0; node < starts.length; node++) {
      double left = (double) (deadlineMillis - latestStarts[node]) / way;
      starts[node] = latestStarts[node] - (long) (spare * left);
    }
    return starts;
  }
}
