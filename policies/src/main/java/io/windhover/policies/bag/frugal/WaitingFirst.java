package io.windhover.policies.bag.frugal;

import io.windhover.core.policy.MachineView;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;

/**
 * Has {@link Fallback}'s plan start tasks that wait before tasks that run well elsewhere. Where a
 * task that runs on a spot machine would be started once more, it changes places with one that
 * waits and is as long and due at the same moment: the plan is as good as before, and nothing is
 * run twice while there is other work.
 */
final class WaitingFirst {
  private record Seat(FallbackSlot slot, int index) {
    Debt debt() {
      return slot.debts.get(index);
    }
  }

  private WaitingFirst() {}

  static void arrange(List<FallbackSlot> slots) {
    TreeMap<String, Deque<Seat>> waiting = new TreeMap<>();
    for (FallbackSlot slot : slots) {
      for (int i = startsNow(slot) ? 1 : 0; i < slot.debts.size(); i++) {
        Seat seat = new Seat(slot, i);
        if (seat.debt().running == null) {
          waiting.computeIfAbsent(likeness(seat.debt()), l -> new ArrayDeque<>()).add(seat);
        }
      }
    }
    for (FallbackSlot slot : slots) {
      if (startsNow(slot) && slot.debts.get(0).running != null) {
        Deque<Seat> alike = waiting.get(likeness(slot.debts.get(0)));
        if (alike != null && !alike.isEmpty()) {
          swap(new Seat(slot, 0), alike.remove());
        }
      }
    }
  }

  private static boolean startsNow(FallbackSlot slot) {
    return slot.free
        && !slot.debts.isEmpty()
        && slot.machine != null
        && slot.machine.state() == MachineView.State.READY;
  }

  private static String likeness(Debt debt) {
    return debt.deadlineMillis + " " + debt.restartMillis + " " + debt.orderMillis;
  }

  private static void swap(Seat one, Seat other) {
    Debt first = one.debt();
    Debt second = other.debt();
    long slackMillis = first.slackMillis;
    first.slackMillis = second.slackMillis;
    second.slackMillis = slackMillis;
    one.slot.debts.set(one.index, second);
    other.slot.debts.set(other.index, first);
  }
}
