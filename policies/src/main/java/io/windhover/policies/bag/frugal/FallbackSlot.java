package io.windhover.policies.bag.frugal;

import io.windhover.core.policy.MachineView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place for one task at a time on an on-demand machine that is there or could be launched, as
 * {@link Fallback} counts them.
 */
final class FallbackSlot {
  final @Nullable MachineView machine;
  final boolean free;
  final List<Debt> debts = new ArrayList<>();
  final long freeFromMillis;
  long freeAtMillis;
  long slackMillis = Long.MAX_VALUE;
  final int order;

  FallbackSlot(@Nullable MachineView machine, boolean free, long freeAtMillis, int order) {
    this.machine = machine;
    this.free = free;
    this.freeFromMillis = freeAtMillis;
    this.freeAtMillis = freeAtMillis;
    this.order = order;
  }

  void add(Debt debt) {
    freeAtMillis += debt.restartMillis;
    debt.slackMillis = debt.deadlineMillis - freeAtMillis;
    slackMillis = Math.min(slackMillis, debt.slackMillis);
    debts.add(debt);
  }
}
