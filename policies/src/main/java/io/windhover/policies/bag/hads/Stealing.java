package io.windhover.policies.bag.hads;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** An idle spot VM takes waiting tasks from busy ones: Algorithm 8. */
final class Stealing {
  /** Line 1: on-demand VMs cost more, so they are robbed first. */
  private static final Comparator<Vm> ON_DEMAND_FIRST =
      Comparator.comparing((Vm vm) -> vm.spot).thenComparingInt(vm -> vm.id);

  private final Turn turn;

  Stealing(Turn turn) {
    this.turn = turn;
  }

  void stealFor(Vm thief) {
    turn.memory.count(HadsMemory.STEAL_CALLS);
    Bag bag = turn.memory.bag(thief);
    List<Vm> victims = new ArrayList<>();
    for (Vm vm : bag.vms.values()) {
      if (vm != thief && vm.isOpen()) {
        victims.add(vm);
      }
    }
    victims.sort(ON_DEMAND_FIRST);
    Seat seat = new Seat(thief, turn.nowMillis);
    boolean stole = false;
    for (Vm victim : victims) {
      for (Core core : victim.cores) {
        stole |= stealFrom(victim, core, thief, seat, bag);
      }
    }
    if (stole) {
      turn.memory.count(HadsMemory.STEALS);
    }
  }

  /** Only what would start after the victim's current cycle is worth taking (section 4.3.5). */
  private boolean stealFrom(Vm victim, Core core, Vm thief, Seat seat, Bag bag) {
    long cycleEnd = victim.cycleEndMillis(turn.nowMillis, turn.settings.cycleMillis());
    long from = Math.max(turn.nowMillis, victim.openAtMillis);
    long start = core.isFree() ? from : Math.max(from, core.endsAtMillis);
    boolean stole = false;
    for (int i = 0; i < core.waiting.size(); ) {
      Queued next = core.waiting.get(i);
      if (start >= cycleEnd && turn.canStart(bag, next.task())) {
        Moving task = turn.moving(bag, next.task());
        if (seat.takes(task, bag.deadlineAtMillis, turn.settings, false)) {
          core.waiting.remove(i);
          turn.enqueue(
              bag, thief, seat.put(task, turn.settings), task.queuedOn(thief, turn.settings));
          turn.touched.add(victim.id);
          stole = true;
          continue;
        }
      }
      start += next.hereMillis();
      i++;
    }
    return stole;
  }
}
