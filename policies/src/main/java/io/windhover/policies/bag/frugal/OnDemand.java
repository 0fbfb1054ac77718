package io.windhover.policies.bag.frugal;

import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import java.util.TreeSet;

/** Does what of the fallback plan cannot be put off, and asks to be woken before the rest. */
final class OnDemand {
  /** What is due within this time is done now. */
  private static final long SOON_MILLIS = 1000;

  /** An on-demand machine is not kept for a task that could be put off this much longer. */
  private static final long LATER_MILLIS = 60_000;

  /** Time left for a checkpoint beyond what it takes. */
  private static final long RESCUE_MARGIN_MILLIS = 5000;

  private final Turn turn;
  private final Fallback fallback;
  private final TreeSet<Integer> wanted = new TreeSet<>();

  OnDemand(Turn turn, Fallback fallback) {
    this.turn = turn;
    this.fallback = fallback;
  }

  void act() {
    int due = 0;
    if (fallback.launchable() > 0) {
      if (fallback.slackMillis <= SOON_MILLIS) {
        due = fallback.launchable();
      } else if (fallback.slackMillis < Long.MAX_VALUE) {
        turn.wakeAt(turn.nowMillis + fallback.slackMillis - SOON_MILLIS / 2);
      }
    }
    for (FallbackSlot slot : fallback.slots) {
      if (slot.slackMillis == Long.MAX_VALUE) {
        continue;
      }
      rescue(slot);
      if (slot.machine == null) {
        // Cores that tasks must share are all needed at once; a core of its own each may wait.
        long slackMillis = fallback.roomForAll ? slot.slackMillis : fallback.slackMillis;
        if (slackMillis <= SOON_MILLIS) {
          due++;
        } else {
          turn.wakeAt(turn.nowMillis + slackMillis - SOON_MILLIS / 2);
        }
      } else {
        use(slot, slot.machine);
      }
    }
    for (FallbackSlot slot : fallback.slots) {
      if (slot.machine != null) {
        fillBeside(slot, slot.machine);
      }
    }
    if (due > 0) {
      launch(Math.min(due, fallback.tasks()));
    }
    for (MachineView machine : turn.world.machines()) {
      if (turn.market.isOnDemand(machine)) {
        if (machine.state() == MachineView.State.REQUESTED
            && !wanted.contains(machine.id())
            && !turn.isPromised(machine)
            && !fallback.debts.isEmpty()) {
          turn.release(machine);
        }
      }
    }
  }

  /** A checkpoint of a task that runs well puts its fallback off by all it has done. */
  private void rescue(FallbackSlot slot) {
    for (Debt debt : slot.debts) {
      AttemptView attempt = debt.running;
      if (attempt == null || attempt.checkpointing() || attempt.startedAtMillis() < 0) {
        continue;
      }
      long dump = turn.runtimes.dumpMillis(debt.group);
      long progress = turn.runtimes.progressMillis(attempt, turn.nowMillis);
      long left = turn.runtimes.leftMillis(attempt, turn.nowMillis);
      long wait = debt.slackMillis - dump - RESCUE_MARGIN_MILLIS;
      if (left <= debt.slackMillis || left <= 2 * dump) {
        continue; // It ends before it matters, or nearly so.
      }
      if (wait > 0) {
        turn.wakeAt(turn.nowMillis + wait);
      } else if (debt.slackMillis > 0 && progress - attempt.checkpointedMillis() > 2 * dump) {
        turn.checkpoint(attempt);
      }
    }
  }

  /** A machine that is there runs the tasks planned for it, unless they can wait. */
  private void use(FallbackSlot slot, MachineView machine) {
    // Given back now, it could not be had again in time, or there is nothing to wait for.
    boolean soon =
        !fallback.roomForAll
            || slot.slackMillis < turn.market.reserveMillis() + LATER_MILLIS
            || slot.debts.stream().anyMatch(debt -> !turn.usesSpot(debt.group));
    if (soon) {
      wanted.add(machine.id());
      turn.keep(machine);
    } else {
      // It is given back, so that another must be launched in time.
      long launchMillis = turn.market.reserveMillis();
      turn.wakeAt(turn.nowMillis + slot.slackMillis - launchMillis - SOON_MILLIS / 2);
    }
    if (!slot.free || machine.state() != MachineView.State.READY || slot.debts.isEmpty()) {
      return;
    }
    Debt debt = slot.debts.get(0);
    if (!turn.room(machine).holds(debt.group.spec().need())) {
      fallback.debts.stream()
          .filter(d -> turn.room(machine).holds(d.group.spec().need()))
          .findFirst()
          .ifPresent(other -> start(other, machine));
      return;
    }
    boolean mayWait = fallback.roomForAll && slot.slackMillis > SOON_MILLIS;
    if (mayWait && (debt.running != null || !soon)) {
      turn.wakeAt(turn.nowMillis + slot.slackMillis - SOON_MILLIS / 2);
      return;
    }
    start(debt, machine);
  }

  private boolean start(Debt debt, MachineView machine) {
    Turn.Room room = turn.room(machine);
    if (room.holds(debt.group.spec().need())
        && debt.group.liveAttempts(debt.index) < Frugal.ATTEMPTS_MAX
        && !turn.isStarted(debt.group.task(debt.index))) {
      turn.start(debt.group, debt.index, room);
      turn.memory.count("migrations.onDemand");
      return true;
    }
    return false;
  }

  /**
   * A core beside a busy one is paid for anyway. It is given away only if the task it was planned
   * for could still wait for a machine of its own.
   */
  private void fillBeside(FallbackSlot slot, MachineView machine) {
    if (!slot.free
        || machine.state() != MachineView.State.READY
        || machine.attempts().isEmpty()
        || (!slot.debts.isEmpty()
            && slot.slackMillis <= turn.market.reserveMillis() + SOON_MILLIS)) {
      return;
    }
    long longest = 0;
    for (AttemptView attempt : machine.attempts()) {
      longest = Math.max(longest, turn.runtimes.leftMillis(attempt, turn.nowMillis));
    }
    for (Debt debt : fallback.debts) {
      if (debt.running == null && debt.restartMillis <= longest && start(debt, machine)) {
        return;
      }
    }
  }

  /**
   * The cheapest machines with so many places; whole ones while there is use for all their cores.
   */
  private void launch(int places) {
    Need need = fallback.largestNeed();
    int missing = places;
    while (missing > 0) {
      Offer best = null;
      double bestPrice = Double.MAX_VALUE;
      for (Offer offer : turn.market.onDemand()) {
        int slots = Market.slots(offer.machine(), need);
        if (slots > 0 && turn.market.mayRent(offer) && fallback.suits(offer)) {
          double price = (double) offer.machine().pricePerHourNanos() / Math.min(slots, missing);
          if (price < bestPrice) {
            best = offer;
            bestPrice = price;
          }
        }
      }
      if (best == null) {
        return;
      }
      turn.launch(best);
      turn.memory.mark("on-demand", 0, turn.nowMillis);
      missing -= Market.slots(best.machine(), need);
    }
  }
}
