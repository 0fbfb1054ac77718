package io.windhover.policies.workflow.justintime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the choices that a search goes through, and counts what making them took. */
final class Drafts {
  private static final double USUAL_SPREAD = 0.5;

  /** With more types than this, not every set of them is tried. */
  private static final int TYPES_MAX = 4;

  private final Terms terms;
  private final List<WorkClass> classes;
  private final List<Planner> planners;
  private final double margin;
  private long planned;

  Drafts(Terms terms, List<WorkClass> classes, List<Planner> planners, double margin) {
    this.terms = terms;
    this.classes = classes;
    this.planners = planners;
    this.margin = margin;
  }

  /** Plans from scratch so far, nodes times types each, and single nodes moved, nodes each. */
  long planned() {
    return planned;
  }

  private int allTypes() {
    return (1 << terms.size()) - 1;
  }

  /** Which types plans may be restricted to, each set as bits. */
  int[] typeSets() {
    int all = allTypes();
    if (terms.size() <= TYPES_MAX) {
      int[] sets = new int[all];
      Arrays.setAll(sets, i -> all - i);
      return sets;
    }
    // All, all but one, and each alone.
    int[] sets = new int[1 + 2 * terms.size()];
    sets[0] = all;
    for (int type = 0; type < terms.size(); type++) {
      sets[1 + type] = all & ~(1 << type);
      sets[1 + terms.size() + type] = 1 << type;
    }
    return sets;
  }

  /** To be taken when nothing has been rehearsed. */
  Choice plain() {
    return planned(allTypes(), 0, 1, Planner.ALL, 0, 1, Habits.USUAL);
  }

  /** With nothing else decided yet. */
  Choice of(int allowed, long idleMillis, double kept, Habits habits) {
    return planned(allowed, idleMillis, 1, Planner.ALL, USUAL_SPREAD, kept, habits);
  }

  /** The choice with other plans. */
  Choice with(Choice choice, double used, int side, double kept) {
    return planned(
        choice.allowed(), choice.idleMillis(), used, side, choice.spread(), kept, choice.habits());
  }

  /** Where no plan on these types is in time, all of them may be used. */
  private Choice planned(
      int allowed,
      long idleMillis,
      double used,
      int side,
      double spread,
      double kept,
      Habits habits) {
    Reserve reserve = new Reserve(margin, kept);
    List<ClassPlan> plans = new ArrayList<>();
    for (WorkClass work : classes) {
      planned += (long) work.dag().size() * terms.size();
    }
    for (Planner planner : planners) {
      ClassPlan plan = planner.plan(allowed, idleMillis, used, side, reserve, spread);
      if (plan == null) {
        plan = planner.plan(allTypes(), idleMillis, used, side, reserve, spread);
      }
      plans.add(plan != null ? plan : planner.fastest(margin));
    }
    return new Choice(allowed, idleMillis, used, side, spread, kept, plans, habits);
  }

  /** The same types, but time to spare is left elsewhere. */
  Choice spread(Choice choice, double spread) {
    List<ClassPlan> plans = new ArrayList<>();
    for (int number = 0; number < planners.size(); number++) {
      ClassPlan old = choice.plans().get(number);
      plans.add(planners.get(number).windows(old.types(), old.side(), old.reserve(), spread));
    }
    return new Choice(
        choice.allowed(),
        choice.idleMillis(),
        choice.used(),
        choice.side(),
        spread,
        choice.kept(),
        plans,
        choice.habits());
  }

  /** With a node of a class on another type; null when it is there, or would be late. */
  @Nullable Choice moved(Choice choice, int number, int node, int type) {
    WorkClass work = classes.get(number);
    planned += work.dag().size();
    int[] types = choice.plans().get(number).types().clone();
    if (types[node] == type || !work.dag().runsOn(node, type)) {
      return null;
    }
    types[node] = type;
    Reserve reserve = new Reserve(margin, choice.kept());
    ClassPlan plan = planners.get(number).with(types, choice.side(), reserve, choice.spread());
    return plan == null ? null : choice.with(number, plan);
  }
}
