package io.windhover.policies.bag.frugal;

import java.util.List;
import java.util.PriorityQueue;

/**
 * With how few new places {@link Fallback}'s plan would still be in time: so many must be kept
 * where a limit counts machines; beyond them cheap machines may be rented.
 */
final class FewestSlots {
  /** Kept before the deadline, so that what is due soon need not be done at once. */
  private static final long SPARE_MILLIS = 1000;

  private FewestSlots() {}

  /** At most this many; fewer if the same plan is in time with fewer. */
  static int of(List<FallbackSlot> slots, List<Debt> debts, int most) {
    int tooFew = -1;
    int enough = most;
    while (enough - tooFew > 1) {
      int middle = (tooFew + enough) / 2;
      if (inTime(slots, debts, middle)) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return enough;
  }

  private static boolean inTime(List<FallbackSlot> slots, List<Debt> debts, int added) {
    PriorityQueue<Long> free = new PriorityQueue<>();
    int more = added;
    for (FallbackSlot slot : slots) {
      if (slot.machine != null || more-- > 0) {
        free.add(slot.freeFromMillis);
      }
    }
    if (free.isEmpty()) {
      return debts.isEmpty();
    }
    for (Debt debt : debts) {
      long end = free.remove() + debt.restartMillis;
      if (end > debt.deadlineMillis - SPARE_MILLIS) {
        return false;
      }
      free.add(end);
    }
    return true;
  }
}
