package io.windhover.policies.bag.hads;

import io.windhover.core.model.Offer;
import io.windhover.policies.bag.plan.BagTask;
import io.windhover.policies.bag.plan.Plan;
import java.util.ArrayList;
import java.util.List;

/**
 * The VMs of one offer that a plan has chosen, in the order of their choice.
 *
 * <p>Tasks come by falling memory. So a core that has had one task has the memory for any later
 * one, and only a core that is still empty asks for more. That leaves two questions about a VM,
 * when is the first used core free, and how much memory is left for an empty one; a tree each finds
 * the first VM that answers them well.
 */
final class ChosenMachines {
  /** A VM under planning. */
  private static final class Chosen {
    final long[] coreEnds;
    final List<Plan.Slot> slots = new ArrayList<>();
    int usedCores;
    long freeMemoryBytes;

    Chosen(Offer offer) {
      coreEnds = new long[offer.machine().cores()];
      freeMemoryBytes = offer.machine().memoryBytes();
    }

    int firstFreeCore() {
      int first = 0;
      for (int c = 1; c < usedCores; c++) {
        if (coreEnds[c] < coreEnds[first]) {
          first = c;
        }
      }
      return first;
    }
  }

  final Offer offer;

  /** Tasks must be planned to end before this moment. */
  private final long limitMillis;

  private final List<Chosen> chosen = new ArrayList<>();
  private final FirstFit usedCoreFreeMillis = new FirstFit();

  /** Negative, so that much is least; Long.MAX_VALUE for a VM without an empty core. */
  private final FirstFit emptyCoreMemory = new FirstFit();

  ChosenMachines(Offer offer, long limitMillis) {
    this.offer = offer;
    this.limitMillis = limitMillis;
  }

  int count() {
    return chosen.size();
  }

  /** Algorithm 3: whether a new VM of this offer would end the task before the limit. */
  boolean wouldTake(BagTask task, long runMillis) {
    return offer.machine().offers(task.need()) && offer.startUpMillis() + runMillis < limitMillis;
  }

  void choose() {
    chosen.add(new Chosen(offer));
    usedCoreFreeMillis.add(Long.MAX_VALUE);
    emptyCoreMemory.add(-offer.machine().memoryBytes());
  }

  /** Puts the task on the first VM that passes Algorithm 3; false when none does. */
  boolean schedule(BagTask task, long runMillis) {
    if (chosen.isEmpty() || !offer.machine().offers(task.need())) {
      return false;
    }
    int used = usedCoreFreeMillis.firstAtMost(limitMillis - runMillis - 1);
    int empty =
        wouldTake(task, runMillis)
            ? emptyCoreMemory.firstAtMost(-task.need().memoryBytes())
            : FirstFit.NONE;
    if (used == FirstFit.NONE && empty == FirstFit.NONE) {
      return false;
    }
    boolean takesEmpty = empty != FirstFit.NONE && (used == FirstFit.NONE || empty <= used);
    int place = takesEmpty ? empty : used;
    Chosen machine = chosen.get(place);
    int core = takesEmpty ? machine.usedCores++ : machine.firstFreeCore();
    long start = takesEmpty ? offer.startUpMillis() : machine.coreEnds[core];
    machine.coreEnds[core] = start + runMillis;
    machine.slots.add(new Plan.Slot(task, core, start, start + runMillis));
    if (takesEmpty) {
      machine.freeMemoryBytes -= task.need().memoryBytes();
      boolean full = machine.usedCores == machine.coreEnds.length;
      emptyCoreMemory.set(place, full ? Long.MAX_VALUE : -machine.freeMemoryBytes);
    }
    usedCoreFreeMillis.set(place, machine.coreEnds[machine.firstFreeCore()]);
    return true;
  }

  void addTo(List<Plan.Machine> machines) {
    chosen.forEach(machine -> machines.add(new Plan.Machine(offer, machine.slots)));
  }
}
