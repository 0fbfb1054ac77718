package io.windhover.policies.bag.plan;

import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** A machine of a plan in the making: when each core is free again, and what was put there. */
final class OpenMachine {
  private final Offer offer;
  private final long[] freeAtMillis;
  private final List<Plan.Slot> slots = new ArrayList<>();

  OpenMachine(Offer offer) {
    this.offer = offer;
    this.freeAtMillis = new long[offer.machine().cores()];
  }

  Offer offer() {
    return offer;
  }

  long endMillis() {
    return Arrays.stream(freeAtMillis).max().orElse(0);
  }

  /**
   * Puts the task at the end of the core that is free first (the lower one of equals), unless it
   * would end after the limit, its runtime is not known, or its memory would not be free for the
   * whole run. A task of several cores begins when that many are free.
   */
  boolean take(BagTask task, long limitMillis) {
    OptionalLong runMillis = task.runtime().millisOn(offer.machine().type());
    if (runMillis.isEmpty() || !offer.machine().offers(task.need())) {
      return false;
    }
    int[] cores = firstFree(task.need().cores());
    long startMillis = freeAtMillis[cores[cores.length - 1]];
    if (startMillis > limitMillis - runMillis.getAsLong()) {
      return false;
    }
    long endMillis = startMillis + runMillis.getAsLong();
    if (!memoryIsFree(task.need().memoryBytes(), startMillis, endMillis)) {
      return false;
    }
    for (int core : cores) {
      freeAtMillis[core] = endMillis;
    }
    slots.add(new Plan.Slot(task, cores[0], startMillis, endMillis));
    return true;
  }

  /** The cores that are free first, in the order in which they are. */
  private int[] firstFree(int count) {
    int[] chosen = new int[count];
    boolean[] taken = new boolean[freeAtMillis.length];
    for (int i = 0; i < count; i++) {
      int best = -1;
      for (int core = 0; core < freeAtMillis.length; core++) {
        if (!taken[core] && (best < 0 || freeAtMillis[core] < freeAtMillis[best])) {
          best = core;
        }
      }
      taken[best] = true;
      chosen[i] = best;
    }
    return chosen;
  }

  private boolean memoryIsFree(long memoryBytes, long startMillis, long endMillis) {
    long usedBytes = memoryBytes;
    for (Plan.Slot slot : slots) {
      if (slot.startMillis() < endMillis && slot.endMillis() > startMillis) {
        usedBytes += slot.task().need().memoryBytes();
      }
    }
    return usedBytes <= offer.machine().memoryBytes();
  }

  Plan.Machine closed() {
    return new Plan.Machine(offer, slots);
  }
}
