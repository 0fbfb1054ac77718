package io.windhover.policies.workflow.frame;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.Remainder;
import io.windhover.policies.workflow.plan.Upgrades;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Plans of job classes, each made once and kept as long as there are not too many others. A plan
 * depends on nothing but the job's description and the terms, so forgetting one costs only time.
 */
final class Planning {
  private static final int CLASSES_MAX = 512;

  /** A job without a deadline is planned to end within so many times its longest chain. */
  private static final long EASE = 4;

  private static final long DAY_MILLIS = 86_400_000;

  private final Method method;
  private final Terms terms;
  private final List<ClassPlan> classes = new ArrayList<>();

  Planning(Method method, Terms terms) {
    this.method = method;
    this.terms = terms;
  }

  /** The same method under other terms. */
  Planning under(Terms other) {
    return new Planning(method, other);
  }

  /** The name of the policy that plans so. */
  String policy() {
    return method.name();
  }

  Terms terms() {
    return terms;
  }

  /** Equal descriptions are mostly the same object, so that is looked at first. */
  @SuppressWarnings("ReferenceEquality")
  ClassPlan of(JobSpec spec, long submittedAtMillis) {
    long deadline = spec.deadline().atMillis(submittedAtMillis);
    boolean ends = deadline != Deadline.NEVER_MILLIS;
    long span = ends ? deadline - submittedAtMillis : 0;
    for (ClassPlan known : classes) {
      if (known.spec() == spec && (!ends || known.spanMillis() == span)) {
        return known;
      }
    }
    for (ClassPlan known : classes) {
      if ((!ends || known.spanMillis() == span) && known.spec().equals(spec)) {
        return known;
      }
    }
    if (classes.size() >= CLASSES_MAX) {
      classes.subList(0, CLASSES_MAX / 2).clear();
    }
    ClassPlan plan = plan(spec, ends, span);
    classes.add(plan);
    return plan;
  }

  private ClassPlan plan(JobSpec spec, boolean ends, long deadlineSpanMillis) {
    Units plain = Units.plain(spec, terms);
    long span = ends ? deadlineSpanMillis : easySpanMillis(plain);
    Units units = method.units(plain, terms, span);
    long lag = terms.lagMillisMax();
    Remainder whole = Remainder.whole(units.ordered(), lag, span);
    int[] types = method.firstTypes(units);
    Upgrades.untilInTime(whole, units.ladders(), terms.types(), types);
    long earliest = units.allRentable() ? earliestEndMillis(plain, spec) : 0;
    return new ClassPlan(
        terms.settings(), spec, span, units, types, whole.windows(types), earliest);
  }

  /** On the fastest types, after the longest lag, without margins on the runtimes. */
  private long earliestEndMillis(Units plain, JobSpec spec) {
    Dag exact =
        terms.hasRuntimeMargin()
            ? new Terms(terms.types(), WorkflowSettings.DEFAULT).dag(spec)
            : plain.groups();
    return terms.types().lagMillisMax() + exact.makespanMillis(plain.ladders().fastest());
  }

  /**
   * A job without a deadline: four times its longest chain on the cheapest types, or as long as one
   * machine would need for everything if that is longer; but not more than a day beyond the first.
   */
  private long easySpanMillis(Units plain) {
    int[] types = plain.ladders().cheapest();
    Dag dag = plain.real();
    long oneByOne = 0;
    for (int unit = 0; unit < dag.size(); unit++) {
      if (plain.rentable()[unit]) {
        oneByOne += dag.count(unit) * dag.millis(unit, types[unit]);
      }
    }
    Remainder whole = Remainder.whole(dag, 0, 0);
    long chain = plain.allRentable() ? whole.finishMillis(types) : Terms.UNKNOWN_MILLIS;
    return terms.lagMillisMax() + Math.max(EASE * chain, Math.min(oneByOne, DAY_MILLIS));
  }

  /**
   * Plans again what has no place yet. A machine rented for it takes its lag; when the time does
   * not suffice for that, what is there is hoped for.
   */
  void planAgain(LiveJob job, long[] knownEndsMillis, long nowMillis, boolean onlyIfCheaper) {
    Units units = job.plan().units();
    long[] fronts = {nowMillis + terms.lagMillisMax(), nowMillis};
    for (long at : fronts) {
      Remainder rest = new Remainder(units.ordered(), knownEndsMillis, at, job.deadlineAtMillis());
      int[] types = method.firstTypes(units);
      keepKnown(job, rest, types);
      boolean inTime = Upgrades.untilInTime(rest, units.ladders(), terms.types(), types);
      boolean wanted = !onlyIfCheaper || (inTime && busyNanos(rest, types) < busyNanos(rest, job));
      if (wanted && (inTime || at == nowMillis)) {
        job.replan(rest, types, rest.windows(types));
        return;
      }
      if (onlyIfCheaper) {
        return;
      }
    }
  }

  private long busyNanos(Remainder rest, LiveJob job) {
    int[] types = new int[rest.dag().size()];
    for (int unit = 0; unit < types.length; unit++) {
      types[unit] = job.type(unit);
    }
    return busyNanos(rest, types);
  }

  private long busyNanos(Remainder rest, int[] types) {
    long sum = 0;
    for (int unit = 0; unit < types.length; unit++) {
      if (rest.isOpen(unit)) {
        long one = terms.types().busyNanos(types[unit], rest.dag().millis(unit, types[unit]));
        sum += rest.dag().count(unit) * one;
      }
    }
    return sum;
  }

  private static void keepKnown(LiveJob job, Remainder rest, int[] types) {
    for (int unit = 0; unit < types.length; unit++) {
      if (!rest.isOpen(unit) || job.isMoved(unit)) {
        types[unit] = job.type(unit);
      }
    }
  }

  /** Nobody holds plans that were made under other terms. */
  void forget() {
    classes.clear();
  }

  @Override
  public String toString() {
    return classes.size() + " classes " + Arrays.toString(classes.toArray());
  }
}
