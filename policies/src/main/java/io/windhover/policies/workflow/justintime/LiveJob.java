package io.windhover.policies.workflow.justintime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A job that is not over, and its tasks. */
final class LiveJob {
  /** Counts over all jobs. */
  static final class Tally {
    long tasks;
  }

  final int id;
  final WorkClass work;
  final ClassPlan plan;
  final long submittedMillis;
  final Task[] tasks;

  /** By node: how many of its parents have not succeeded. */
  final int[] missingParents;

  /** By node: how many of its tasks have not succeeded. */
  final int[] unfinished;

  private int open;
  private @Nullable Tally tally;

  LiveJob(int id, WorkClass work, ClassPlan plan, long submittedMillis, long[] bookBeforeMillis) {
    this.id = id;
    this.work = work;
    this.plan = plan;
    this.submittedMillis = submittedMillis;
    this.tasks = new Task[work.tasks()];
    this.missingParents = new int[work.dag().size()];
    this.unfinished = new int[work.dag().size()];
    this.open = tasks.length;
    for (int node = 0; node < unfinished.length; node++) {
      missingParents[node] = work.dag().parents(node).length;
      unfinished[node] = work.dag().count(node);
      long before =
          work.rentable()[node] ? bookBeforeMillis[plan.types()[node]] : Long.MIN_VALUE / 4;
      for (int i = 0; i < work.dag().count(node); i++) {
        int index = work.firstTasks()[node] + i;
        tasks[index] = new Task(this, node, index, before);
      }
    }
  }

  /** Counts a task that has succeeded or will never run; answers whether its node is done. */
  boolean settle(Task task) {
    task.state = Task.State.OVER;
    task.lane = null;
    open--;
    if (tally != null) {
      tally.tasks--;
    }
    return --unfinished[task.node] == 0;
  }

  /** To be called when tasks have changed otherwise. */
  void recount() {
    Tally counted = tally;
    countIn(null);
    open = 0;
    Arrays.fill(unfinished, 0);
    for (Task task : tasks) {
      if (task.state != Task.State.OVER) {
        open++;
        unfinished[task.node]++;
      }
    }
    countIn(counted);
  }

  /** Its open tasks are counted there from now on, and no longer where they were. */
  void countIn(@Nullable Tally other) {
    if (tally != null) {
      tally.tasks -= open;
    }
    tally = other;
    if (other != null) {
      other.tasks += open;
    }
  }

  boolean isOver() {
    return open == 0;
  }

  /**
   * When the last of the task's parents will be done if those that run take as long as estimated;
   * Long.MAX_VALUE when one of them does not run yet.
   */
  long startsAtMillis(Task task) {
    long at = 0;
    for (int parent : work.dag().parents(task.node)) {
      int first = work.firstTasks()[parent];
      for (int i = 0; i < work.dag().count(parent); i++) {
        Task before = tasks[first + i];
        if (before.state == Task.State.RUNS) {
          at = Math.max(at, before.expectedEndMillis);
        } else if (before.state != Task.State.OVER) {
          return Long.MAX_VALUE;
        }
      }
    }
    return at;
  }

  /**
   * When the task's parents will be done at the latest, those that are booked as they are booked
   * now: whoever relies on that must {@link #promise}.
   */
  long readyByMillis(Task task, long nowMillis) {
    return readyByMillis(task, nowMillis, null, true);
  }

  /** The task's parents must be done by then from now on. */
  void promise(Task task, long startMillis, long nowMillis) {
    for (int parent : work.dag().parents(task.node)) {
      int first = work.firstTasks()[parent];
      for (int i = 0; unfinished[parent] > 0 && i < work.dag().count(parent); i++) {
        Task before = tasks[first + i];
        if (before.isOpen() && before.lane != null && startMillis < before.promisedEndMillis) {
          before.promisedEndMillis =
              Math.min(before.promisedEndMillis, Math.max(startMillis, before.projectedEndMillis));
          before.lane.measure(nowMillis);
        }
      }
    }
  }

  /** The same, but for what runs or is booked before it on the given lane. */
  long readyByMillis(Task task, long nowMillis, @Nullable Lane besides) {
    return readyByMillis(task, nowMillis, besides, false);
  }

  private long readyByMillis(Task task, long nowMillis, @Nullable Lane besides, boolean projected) {
    if (task.state == Task.State.READY) {
      return nowMillis;
    }
    long by = nowMillis;
    for (int parent : work.dag().parents(task.node)) {
      if (unfinished[parent] > 0) {
        by = Math.max(by, doneByMillis(parent, besides, projected));
      }
    }
    return by;
  }

  private long doneByMillis(int node, @Nullable Lane besides, boolean projected) {
    long by = 0;
    int first = work.firstTasks()[node];
    for (int i = 0; i < work.dag().count(node); i++) {
      Task task = tasks[first + i];
      if (besides != null && task.isOn(besides)) {
        continue;
      }
      if (task.state == Task.State.RUNS) {
        by = Math.max(by, task.trustedEndMillis());
      } else if (task.state != Task.State.OVER) {
        boolean known = projected && task.lane != null;
        long end = task.promisedEndMillis;
        by = Math.max(by, known ? Math.min(end, task.projectedEndMillis) : end);
      }
    }
    return by;
  }
}
