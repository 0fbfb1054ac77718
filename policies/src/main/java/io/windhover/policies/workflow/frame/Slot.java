package io.windhover.policies.workflow.frame;

/** A task's place on a machine: promised, or running. */
final class Slot {
  private static final long OVERRUN_MILLIS = 1000;

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

  /**
   * Until when its cores are taken. What runs too long is thought to run as long again as it has
   * run too long, a second at most: whoever waits for it then asks once a second, and not once a
   * millisecond.
   */
  long takenUntilMillis(long nowMillis) {
    return running && endMillis <= nowMillis
        ? nowMillis + Math.max(1, Math.min(OVERRUN_MILLIS, nowMillis - endMillis))
        : endMillis;
  }

  long runMillis() {
    return endMillis - startMillis;
  }
}
