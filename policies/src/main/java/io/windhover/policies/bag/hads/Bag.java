package io.windhover.policies.bag.hads;

import java.util.TreeMap;
import java.util.TreeSet;

/** A job that HADS looks after, its VMs, and where each of its tasks is. */
final class Bag {
  static final int NOWHERE = 0;

  final int job;
  final long deadlineAtMillis;
  final TreeMap<Integer, Vm> vms = new TreeMap<>();

  /** The VM on which a task runs or waits. */
  final int[] vmOf;

  /** Tasks that found no VM: any machine with room may take them, or has. */
  final TreeSet<Integer> homeless = new TreeSet<>();

  Bag(int job, long deadlineAtMillis, int tasks) {
    this.job = job;
    this.deadlineAtMillis = deadlineAtMillis;
    this.vmOf = new int[tasks];
  }
}
