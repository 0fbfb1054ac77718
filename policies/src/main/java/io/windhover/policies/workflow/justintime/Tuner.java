package io.windhover.policies.workflow.justintime;

import io.windhover.policies.workflow.plan.Dag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the choice that would have served the recent past at the least cost, by rehearsing it.
 * The past is thought to go on; how much work there is decides which types are worth renting, so it
 * cannot be told from the plans alone. The search is greedy, in a fixed order, with a budget of
 * rehearsals.
 */
final class Tuner {
  private static final long[] IDLE_MILLIS = {0, 600_000, 3_600_000};
  private static final double ANYTHING = 1e9;
  private static final double[] REACHES = {0, 1, 1.5, 3, ANYTHING};
  private static final double[] WHOLE = {0, 0.5, 1, 1.5, 2, ANYTHING};
  private static final double[] SPREADS = {0, 0.5, 1};
  private static final double[] USED = {1, 0.8, 0.6};
  private static final double[] ALL_KEPT = {1};
  private static final double[] KEPT_AT_FIRST = {1, 0.5, 0};
  static final double[] KEPT = {1, 0.6, 0.3, 0};
  private static final int[] SIDES = {1, 2, Planner.ALL};
  private static final double[] EXTENSIONS = {0, 0.25, 0.5, 1, 2, ANYTHING};
  private static final double[] KEEPS = {Habits.NEVER, 0.9, 0.7, 0.5, 0.3};
  private static final long[] LINGERS_MILLIS = {0, 60_000, 200_000, 390_000, 800_000};

  private static final int ROUNDS_MAX = 2;

  /** So many of each search are tried over a longer time. */
  private static final int FINALISTS = 3;

  /**
   * Searches: one for those who wait, one for the eager. What suits one does not suit the other.
   */
  private static final int FAMILIES = 2;

  /**
   * What the rehearsals of both may look at, with one type; with more of them each look finds less
   * and takes longer. Beyond the usual number of types it falls with their square, and to a part of
   * that: with sixteen a decision that searches takes less than a second once the JVM is warm, and
   * on six streams what it finds costs as much as with two thirds more, or less. No search goes on
   * after that; its best are still tried over a longer time.
   */
  private static final long LOOKS_MAX = 800_000_000;

  private static final double MANY_TYPES_SHARE = 0.6;

  /** Plans of both, each as large as its nodes times the types it chooses from. */
  private static final long PLANNING_MAX = 300_000;

  /** Of 0, 0.3, 1 and 3, this cost least on the streams that SCS was judged by. */
  private static final double DOUBT = 0.3;

  /** A round that saves less is the last. */
  private static final double WORTHWHILE = 0.999;

  private record Tried(Choice choice, double nanos) {}

  private final Terms terms;
  private final List<WorkClass> classes;
  private final Drafts drafts;
  private final List<Rehearsal.Arrival> arrivals;
  private final List<Rehearsal.Arrival> longer;

  /** What was the best last, in this search. */
  private final List<Tried> lately = new ArrayList<>();

  private final double margin;
  private final Luck luck;
  private final List<List<@Nullable ClassPlan>> whole = new ArrayList<>();
  private final TreeSet<String> seen = new TreeSet<>();
  private final Effort effort = new Effort();
  private long looksMax;
  private long plannedMax;
  private int budget;
  private @Nullable Choice best;
  private double bestNanos = Double.MAX_VALUE;

  Tuner(
      Terms terms,
      List<WorkClass> classes,
      List<Planner> planners,
      List<Rehearsal.Arrival> arrivals,
      List<Rehearsal.Arrival> longer,
      Luck luck,
      int budget) {
    this.terms = terms;
    this.classes = classes;
    this.margin = luck.error();
    this.drafts = new Drafts(terms, classes, planners, margin);
    this.arrivals = arrivals;
    this.longer = longer;
    this.luck = luck;
    this.budget = budget;
    planners.forEach(planner -> whole.add(planner.whole(Reserve.least(margin))));
  }

  /**
   * The best choice found; everything on its fastest type when no plan is in time.
   *
   * @param before what has been chosen so far
   * @param weight what that counts, others being 1: the past is not quite what will come, and for a
   *     change machines of other types are rented while those there are still paid for
   */
  Choice tuned(@Nullable Choice before, double weight) {
    Choice known = before != null && before.plans().size() == classes.size() ? before : null;
    List<Tried> finalists = new ArrayList<>();
    int share = budget / FAMILIES;
    for (int family = 0; family < FAMILIES; family++) {
      boolean eager = family == 1;
      budget = Math.max(1, share);
      looksMax = (family + 1) * looksOf(terms.size()) / FAMILIES;
      plannedMax = (family + 1) * PLANNING_MAX / FAMILIES;
      best = null;
      bestNanos = Double.MAX_VALUE;
      lately.clear();
      if (known != null && known.habits().eager() == eager) {
        seen.add(key(known));
        tryOut(known);
        finalists.addAll(lately);
        lately.clear();
      }
      search(Habits.USUAL.being(eager));
      finalists.addAll(lately);
    }
    return longer.equals(arrivals)
        ? cheapest(finalists, known, weight)
        : chosen(finalists, known, weight);
  }

  private static long looksOf(int types) {
    long usual = LOOKS_MAX / Math.max(1, types);
    return types <= Tuning.TYPES_USUAL
        ? usual
        : (long) (MANY_TYPES_SHARE * usual * Tuning.TYPES_USUAL / types);
  }

  private void search(Habits habits) {
    for (long idleMillis : IDLE_MILLIS) {
      for (int allowed : drafts.typeSets()) {
        for (double kept : margin > 0 ? KEPT_AT_FIRST : ALL_KEPT) {
          if (mayGoOn()) {
            rehearse(drafts.of(allowed, idleMillis, kept, habits));
          }
        }
      }
    }
    for (int round = 0; round < ROUNDS_MAX && mayGoOn(); round++) {
      double soFar = bestNanos;
      improve();
      if (bestNanos > soFar * WORTHWHILE) {
        break;
      }
    }
  }

  private Choice cheapest(List<Tried> finalists, @Nullable Choice before, double knownWeight) {
    Choice winner = null;
    double least = Double.MAX_VALUE;
    for (Tried tried : finalists) {
      double nanos = tried.choice.equals(before) ? tried.nanos * knownWeight : tried.nanos;
      if (winner == null || nanos < least) {
        least = nanos;
        winner = tried.choice;
      }
    }
    return winner == null ? best() : winner;
  }

  /** The best of each search once more, over a longer time. */
  private Choice chosen(List<Tried> finalists, @Nullable Choice before, double knownWeight) {
    Choice winner = null;
    double least = Double.MAX_VALUE;
    for (Tried tried : finalists) {
      Choice choice = tried.choice;
      double weight = choice.equals(before) ? knownWeight : 1;
      double doubt = doubtNanos(choice);
      double nanos = weight * (doubt + nanos(choice, longer, least / weight - doubt));
      if (winner == null || nanos < least) {
        least = nanos;
        winner = choice;
      }
    }
    return winner == null ? best() : winner;
  }

  /** What arrivals would have cost with a choice, on the mean of several beginnings. */
  double nanos(Choice choice, List<Rehearsal.Arrival> others) {
    return nanos(choice, others, Double.MAX_VALUE);
  }

  private double nanos(Choice choice, List<Rehearsal.Arrival> others, double limitNanos) {
    List<Plans> plans = plansOf(choice);
    int jobs = others.size();
    return Beginnings.meanNanos(
        jobs,
        limitNanos,
        (first, limit) -> rehearsedNanos(choice, plans, others.subList(first, jobs), limit));
  }

  private double rehearsedNanos(
      Choice choice, List<Plans> plans, List<Rehearsal.Arrival> some, double limitNanos) {
    return Rehearsal.nanos(terms, classes, plans, choice.habits(), some, luck, limitNanos, effort);
  }

  private boolean mayGoOn() {
    return budget > 0 && drafts.planned() < plannedMax && effort.looks() < looksMax;
  }

  private Choice best() {
    return best != null ? best : drafts.plain();
  }

  private boolean rehearse(Choice choice) {
    if (!mayGoOn() || !seen.add(key(choice))) {
      return false;
    }
    return tryOut(choice);
  }

  /** Whether it is the best so far. */
  private boolean tryOut(Choice choice) {
    budget--;
    double doubt = doubtNanos(choice);
    double nanos = doubt + rehearsedNanos(choice, plansOf(choice), arrivals, bestNanos - doubt);
    if (nanos < bestNanos) {
      bestNanos = nanos;
      best = choice;
      lately.add(new Tried(choice, nanos));
      if (lately.size() > FINALISTS) {
        lately.remove(0);
      }
      return true;
    }
    return false;
  }

  /**
   * After a job or two all of its tasks may have found room on machines of another type than
   * planned, and a plan that rents dear ones looks as cheap as any. So a part of what a job of each
   * class would pay alone counts too, each planned type rented for it; the more jobs have been
   * seen, the less that weighs.
   */
  private double doubtNanos(Choice choice) {
    double nanos = 0;
    for (int number = 0; number < classes.size(); number++) {
      nanos += aloneNanos(classes.get(number).dag(), choice.plans().get(number).types());
    }
    return DOUBT * nanos / classes.size();
  }

  private double aloneNanos(Dag dag, int[] typeByNode) {
    long[] busyMillis = new long[terms.size()];
    for (int node = 0; node < typeByNode.length; node++) {
      int type = typeByNode[node];
      busyMillis[type] += dag.count(node) * dag.millis(node, type) / terms.lanes()[type];
    }
    double nanos = 0;
    for (int type = 0; type < busyMillis.length; type++) {
      if (busyMillis[type] > 0) {
        nanos += terms.leaseNanos(type, 0, terms.lagMillis(type) + busyMillis[type]);
      }
    }
    return nanos;
  }

  private List<Plans> plansOf(Choice choice) {
    List<Plans> plans = new ArrayList<>();
    for (int number = 0; number < classes.size(); number++) {
      ClassPlan usual = choice.plans().get(number);
      plans.add(Plans.of(usual, classes.get(number), terms, whole.get(number)));
    }
    return plans;
  }

  private static String key(Choice choice) {
    StringBuilder key = new StringBuilder(choice.habits().toString());
    for (ClassPlan plan : choice.plans()) {
      key.append(' ').append(Arrays.toString(plan.types()));
      key.append(Arrays.hashCode(plan.latestStarts()));
      key.append(Arrays.hashCode(plan.bookStarts()));
    }
    return key.toString();
  }

  private void improve() {
    for (double kept : KEPT) {
      Choice now = best();
      if (margin > 0 && mayGoOn()) {
        rehearse(drafts.with(now, now.used(), now.side(), kept));
      }
    }
    for (double reach : REACHES) {
      rehearse(best().with(best().habits().reaching(reach)));
    }
    for (double spread : SPREADS) {
      rehearse(drafts.spread(best(), spread));
    }
    for (double share : WHOLE) {
      rehearse(best().with(best().habits().takingWhole(share)));
    }
    for (int side : SIDES) {
      for (double used : USED) {
        Choice now = best();
        if (mayGoOn()) {
          rehearse(drafts.with(now, used, side, now.kept()));
        }
      }
    }
    if (terms.inPeriods(0)) {
      for (double extension : EXTENSIONS) {
        rehearse(best().with(best().habits().extending(extension)));
      }
      for (double keep : KEEPS) {
        rehearse(best().with(best().habits().keeping(keep)));
      }
    } else {
      for (long linger : LINGERS_MILLIS) {
        rehearse(best().with(best().habits().lingering(linger)));
      }
    }
    for (int number = 0; number < classes.size(); number++) {
      moveNodes(number);
    }
  }

  /** Each node of a class to each other type, as long as that helps. */
  private void moveNodes(int number) {
    WorkClass work = classes.get(number);
    boolean improved = true;
    while (improved && mayGoOn()) {
      improved = false;
      for (int node = 0; node < work.dag().size() && mayGoOn(); node++) {
        for (int type = 0; type < terms.size(); type++) {
          Choice moved = drafts.moved(best(), number, node, type);
          improved |= moved != null && rehearse(moved);
        }
      }
    }
  }
}
