package io.windhover.policies.workflow.justintime;

import io.windhover.policies.workflow.plan.VmTypes;

/**
 * What machines cost and how many tasks one takes at a time.
 *
 * @param lanes by type: how many tasks of the widest kind fit on one machine side by side
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
public record Terms(VmTypes types, int[] lanes) {
  /** Shorter periods leave no room that is worth filling, and are treated as no periods. */
  private static final long PERIOD_MILLIS_MIN = 60_000;

  private static final double HOUR_MILLIS = 3_600_000;

  int size() {
    return types.size();
  }

  long lagMillis(int type) {
    return types.lagMillis(type);
  }

  /** Whether the type is paid in periods so long that what is left of one is worth filling. */
  boolean inPeriods(int type) {
    return types.billing(type).periodMillis() >= PERIOD_MILLIS_MIN;
  }

  long periodMillis(int type) {
    return types.billing(type).periodMillis();
  }

  /** What a lane of a machine costs for so long, in nano-dollars. */
  double laneNanos(int type, long millis) {
    return machineNanos(type, millis) / lanes[type];
  }

  double machineNanos(int type, long millis) {
    return (double) types.pricePerHourNanos(type) * (double) millis / HOUR_MILLIS;
  }

  /** Until when a machine is paid that is kept until the given moment. */
  long paidUntilMillis(int type, long requestedMillis, long keptUntilMillis) {
    long held = Math.max(0, keptUntilMillis - requestedMillis);
    return requestedMillis + types.billing(type).paidMillis(held);
  }

  /** What is paid in all for a machine that is kept until the given moment. */
  double leaseNanos(int type, long requestedMillis, long keptUntilMillis) {
    long held = Math.max(0, keptUntilMillis - requestedMillis);
    return machineNanos(type, types.billing(type).chargedMillis(held));
  }
}
