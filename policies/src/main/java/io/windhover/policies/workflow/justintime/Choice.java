package io.windhover.policies.workflow.justintime;

import java.util.ArrayList;
import java.util.List;

/**
 * How a stream is served: a plan for each class, and habits; with how the plans came about.
 *
 * @param allowed a bit for each type that plans may use
 * @param idleMillis what each task was thought to waste of its machine
 * @param used the share of the time that plans may take
 * @param spread which share of the time to spare is left for the middle of a job
 * @param kept how much of the reserve for errors plans keep back
 */
record Choice(
    int allowed,
    long idleMillis,
    double used,
    int side,
    double spread,
    double kept,
    List<ClassPlan> plans,
    Habits habits) {
  Choice {
    plans = List.copyOf(plans);
  }

  Choice with(Habits other) {
    return new Choice(allowed, idleMillis, used, side, spread, kept, plans, other);
  }

  Choice with(List<ClassPlan> others) {
    return new Choice(allowed, idleMillis, used, side, spread, kept, others, habits);
  }

  Choice with(int workClass, ClassPlan plan) {
    List<ClassPlan> changed = new ArrayList<>(plans);
    changed.set(workClass, plan);
    return with(changed);
  }

  /** With a plan for one class more. */
  Choice and(ClassPlan plan) {
    List<ClassPlan> more = new ArrayList<>(plans);
    more.add(plan);
    return with(more);
  }
}
