package io.windhover.policies.workflow.frame;

/** A task's place on a machine: promised, or running. */
final class Slot {
  final int job;
  final int group;

  /** Counted through all groups of the job. */
  final int task;

  final Vm vm;
  final int share;
  long startMillis;
  long endMillis;
  boolean running;

  Slot(int job, int group, int task, Vm vm, int share, long startMillis, long endMillis) {
    this.job = job;
    this.group = group;
    this.task = task;
    this.vm = vm;
    this.share = share;
    this.startMillis = startMillis;
    this.endMillis = endMillis;
  }

  /** Until when its cores are taken. What runs too long is thought to end at any moment. */
  long takenUntilMillis(long nowMillis) {
    return running ? Math.max(endMillis, nowMillis + 1) : endMillis;
  }

  long runMillis() {
    return endMillis - startMillis;
  }
}
