package io.windhover.policies.bag.hads;

import io.windhover.core.model.Offer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A VM as a place for tasks while moves are weighed: one that is there, or one that could be
 * rented. Weighing changes the seat, never the VM.
 */
final class Seat {
  static final int NONE = -1;

  /** Null while the VM is only thought of. */
  @Nullable Vm vm;

  /** Null when the VM is there. */
  final @Nullable Offer offer;

  final boolean spot;
  final String type;
  final long pricePerHourNanos;
  boolean idle;

  private final long memoryBytes;
  private final long[] coreFinishMillis;
  private final long[] coreMemoryBytes;
  private long longestRestMillis;

  Seat(Vm vm, long nowMillis) {
    this.vm = vm;
    this.offer = null;
    this.spot = vm.spot;
    this.type = vm.type;
    this.pricePerHourNanos = vm.pricePerHourNanos;
    this.memoryBytes = vm.memoryBytes;
    this.idle = vm.ready && !vm.hasTasks();
    this.longestRestMillis = vm.longestRestMillis();
    this.coreFinishMillis = new long[vm.cores.size()];
    this.coreMemoryBytes = new long[vm.cores.size()];
    long from = Math.max(nowMillis, vm.openAtMillis);
    for (int c = 0; c < coreFinishMillis.length; c++) {
      coreFinishMillis[c] = vm.cores.get(c).finishMillis(from);
      coreMemoryBytes[c] = vm.cores.get(c).largestMemoryBytes();
    }
  }

  /** A VM that would be rented now and take its first task at the given moment. */
  Seat(Offer offer, long openAtMillis) {
    this.vm = null;
    this.offer = offer;
    this.spot = offer.isSpot();
    this.type = offer.machine().type();
    this.pricePerHourNanos = offer.machine().pricePerHourNanos();
    this.memoryBytes = offer.machine().memoryBytes();
    this.coreFinishMillis = new long[offer.machine().cores()];
    this.coreMemoryBytes = new long[offer.machine().cores()];
    Arrays.fill(coreFinishMillis, openAtMillis);
  }

  /** The core that is free first among those with the memory; NONE when none has. */
  int coreFor(Moving task) {
    long kept = 0;
    for (long bytes : coreMemoryBytes) {
      kept += bytes;
    }
    int best = NONE;
    for (int c = 0; c < coreFinishMillis.length; c++) {
      long more = Math.max(0, task.memoryBytes - coreMemoryBytes[c]);
      boolean fits = kept + more <= memoryBytes;
      if (fits && (best == NONE || coreFinishMillis[c] < coreFinishMillis[best])) {
        best = c;
      }
    }
    return best;
  }

  long finishWith(Moving task, int core, HadsSettings settings) {
    long rest = task.restOn(type);
    return coreFinishMillis[core] + (spot ? settings.withOverhead(rest) : rest);
  }

  long finishMillis() {
    long finish = 0;
    for (long core : coreFinishMillis) {
      finish = Math.max(finish, core);
    }
    return finish;
  }

  /**
   * check_migration, Algorithm 7. The reserve of line 3, time to run the longest task again
   * elsewhere, is for VMs that may freeze; one on demand needs to end the task by the deadline and
   * no more, unless the reserve is asked of all.
   */
  boolean takes(Moving task, long deadlineAtMillis, HadsSettings settings, boolean reserveForAll) {
    int core = coreFor(task);
    if (core == NONE) {
      return false;
    }
    long end = finishWith(task, core, settings);
    if (!spot && !reserveForAll) {
      return end <= deadlineAtMillis;
    }
    long finish = Math.max(finishMillis(), end);
    long longest = Math.max(longestRestMillis, task.restMillis);
    return deadlineAtMillis - finish > longest + settings.alphaMillis();
  }

  /** Takes the task in; answers on which core. */
  int put(Moving task, HadsSettings settings) {
    int core = coreFor(task);
    coreFinishMillis[core] = finishWith(task, core, settings);
    coreMemoryBytes[core] = Math.max(coreMemoryBytes[core], task.memoryBytes);
    longestRestMillis = Math.max(longestRestMillis, task.restMillis);
    return core;
  }
}
