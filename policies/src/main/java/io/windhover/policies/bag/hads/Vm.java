package io.windhover.policies.bag.hads;

import io.windhover.core.model.MachineSpec;
import java.util.ArrayList;
import java.util.List;

/** A rented machine of a bag with its queues: what the paper calls vm_j and Q_j. */
final class Vm {
  static final long NEVER = Long.MAX_VALUE;

  final int id;
  final int job;
  final String offer;
  final boolean spot;
  final String type;
  final long pricePerHourNanos;
  long memoryBytes;
  final List<Core> cores = new ArrayList<>();

  boolean ready;
  boolean frozen;

  /** The provider has said that it will take it. */
  boolean leaving;

  /** Its trigger has passed and some of its tasks found no place; they wait for the deadline. */
  boolean leftBehind;

  /** Its lack of work has been noticed, and it has tried to steal. */
  boolean idleKnown;

  /** When it came up; while it is asked for, when it will have at the latest. */
  long openAtMillis;

  long frozenSinceMillis;

  /** mtt; NEVER when it is not frozen or has nothing to move. */
  long triggerMillis = NEVER;

  Vm(int id, int job, String offer, boolean spot, MachineSpec spec, long openAtMillis) {
    this(
        id,
        job,
        offer,
        spot,
        spec.type(),
        spec.pricePerHourNanos(),
        spec.memoryBytes(),
        spec.cores());
    this.openAtMillis = openAtMillis;
  }

  Vm(
      int id,
      int job,
      String offer,
      boolean spot,
      String type,
      long pricePerHourNanos,
      long memoryBytes,
      int cores) {
    this.id = id;
    this.job = job;
    this.offer = offer;
    this.spot = spot;
    this.type = type;
    this.pricePerHourNanos = pricePerHourNanos;
    this.memoryBytes = memoryBytes;
    for (int c = 0; c < cores; c++) {
      this.cores.add(new Core());
    }
  }

  boolean hasTasks() {
    for (Core core : cores) {
      if (!core.isFree() || !core.waiting.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Running and waiting: the size of Q_j. */
  int taskCount() {
    int count = 0;
    for (Core core : cores) {
      count += core.waiting.size() + (core.isFree() ? 0 : 1);
    }
    return count;
  }

  /** Tasks may be planned for it. */
  boolean isOpen() {
    return !frozen && !leaving;
  }

  long finishMillis(long nowMillis) {
    long from = Math.max(nowMillis, openAtMillis);
    long finish = from;
    for (Core core : cores) {
      finish = Math.max(finish, core.finishMillis(from));
    }
    return finish;
  }

  long longestRestMillis() {
    long longest = 0;
    for (Core core : cores) {
      longest = Math.max(longest, core.longestRestMillis());
    }
    return longest;
  }

  long runningMemoryBytes() {
    long bytes = 0;
    for (Core core : cores) {
      bytes += core.memoryBytes;
    }
    return bytes;
  }

  /** It goes on where it stopped: everything ends later by the time it stood. */
  void thaw(long nowMillis) {
    frozen = false;
    leftBehind = false;
    triggerMillis = NEVER;
    for (Core core : cores) {
      core.endsAtMillis += nowMillis - frozenSinceMillis;
    }
  }

  /** The end of the allocation cycle that is running, or has just ended; section 4.3.1. */
  long cycleEndMillis(long nowMillis, long cycleMillis) {
    long up = Math.max(1, nowMillis - openAtMillis);
    return openAtMillis + (up + cycleMillis - 1) / cycleMillis * cycleMillis;
  }
}
