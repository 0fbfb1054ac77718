package io.windhover.policies.workflow.justintime;

import org.jspecify.annotations.Nullable;

/** Finds the place for a task that can wait no longer. */
final class Booking {
  /** Of places that add the same to the bill, the one whose room is worth less is taken. */
  private static final double ROOM_WEIGHT = 0.02;

  private final Board board;
  private final Terms terms;
  private final Orders orders;
  private final long lagMarginMillis;

  private @Nullable Lane bestLane;
  private double bestNanos;

  Booking(Board board, Terms terms, Orders orders, long lagMarginMillis) {
    this.board = board;
    this.terms = terms;
    this.orders = orders;
    this.lagMarginMillis = lagMarginMillis;
  }

  /**
   * The place that adds least to the bill and ends the task in time; when there is none, the one
   * that ends it soonest; null when no machine can be had.
   */
  @Nullable Lane best(Task task, long nowMillis, double reach, double trifleNanos) {
    long readyBy = task.job.readyByMillis(task, nowMillis);
    bestLane = null;
    bestNanos = Double.MAX_VALUE;
    for (int type = 0; type < terms.size(); type++) {
      if (isInReach(task, type, reach)) {
        lookAmong(type, task, readyBy, nowMillis);
      }
    }
    int rented = cheapestNew(task, readyBy, nowMillis, lagMarginMillis);
    if (rented < 0 && bestLane == null) {
      rented = cheapestNew(task, readyBy, nowMillis, 0);
    }
    if (rented >= 0 && newNanos(task, rented, readyBy, nowMillis) < bestNanos - trifleNanos) {
      return orders.launch(rented).lanes.get(0);
    }
    return bestLane != null ? bestLane : soonest(task, readyBy, nowMillis);
  }

  private boolean isInReach(Task task, int type, double reach) {
    if (type == task.type) {
      return true;
    }
    return task.job.work.dag().runsOn(task.node, type)
        && terms.laneNanos(type, task.runMillisOn(type))
            <= reach * terms.laneNanos(task.type, task.runMillis);
  }

  private void lookAmong(int type, Task task, long readyBy, long nowMillis) {
    long needed = task.reservedMillisOn(type);
    double room = ROOM_WEIGHT * terms.laneNanos(type, task.runMillisOn(type));
    for (Vm vm : board.vmsByType.get(type)) {
      if (!vm.open || !vm.holds(task)) {
        continue;
      }
      long tail = vm.tailMillis(nowMillis);
      for (Lane lane : vm.lanes) {
        long end = Math.max(Math.max(lane.tailMillis, nowMillis), readyBy) + needed;
        if (end <= task.latestEndMillis) {
          double added =
              end <= tail
                  ? room
                  : room
                      + terms.leaseNanos(type, vm.requestedMillis, end)
                      - terms.leaseNanos(type, vm.requestedMillis, tail);
          if (added < bestNanos) {
            bestNanos = added;
            bestLane = lane;
          }
        }
      }
    }
  }

  long lagMillis(int type) {
    return terms.lagMillis(type) + lagMarginMillis;
  }

  /** Expected to be ready a while later than is known, when experience says so. */
  private long newEnd(Task task, int type, long readyBy, long nowMillis) {
    return newEnd(task, type, readyBy, nowMillis, lagMarginMillis);
  }

  private long newEnd(Task task, int type, long readyBy, long nowMillis, long marginMillis) {
    long ready = nowMillis + terms.lagMillis(type) + marginMillis;
    return Math.max(ready, readyBy) + task.reservedMillisOn(type);
  }

  private double newNanos(Task task, int type, long readyBy, long nowMillis) {
    return terms.leaseNanos(type, nowMillis, newEnd(task, type, readyBy, nowMillis))
        + ROOM_WEIGHT * terms.laneNanos(type, task.runMillisOn(type));
  }

  /** The planned type; another one only when that would be too late or cannot be had. */
  private int cheapestNew(Task task, long readyBy, long nowMillis, long marginMillis) {
    if (orders.canLaunch(task.type)
        && newEnd(task, task.type, readyBy, nowMillis, marginMillis) <= task.latestEndMillis) {
      return task.type;
    }
    int best = -1;
    for (int type = 0; type < terms.size(); type++) {
      if (task.job.work.dag().runsOn(task.node, type)
          && orders.canLaunch(type)
          && newEnd(task, type, readyBy, nowMillis, marginMillis) <= task.latestEndMillis
          && (best < 0
              || newNanos(task, type, readyBy, nowMillis)
                  < newNanos(task, best, readyBy, nowMillis))) {
        best = type;
      }
    }
    return best;
  }

  /** Nothing ends it in time any more. */
  private @Nullable Lane soonest(Task task, long readyBy, long nowMillis) {
    Lane soonest = null;
    long end = Long.MAX_VALUE;
    for (Vm vm : board.vms.values()) {
      if (vm.open && !vm.isOwn() && vm.holds(task)) {
        for (Lane lane : vm.lanes) {
          long there =
              Math.max(Math.max(lane.tailMillis, nowMillis), readyBy) + vm.reservedMillis(task);
          if (there < end) {
            end = there;
            soonest = lane;
          }
        }
      }
    }
    int best = -1;
    for (int type = 0; type < terms.size(); type++) {
      if (task.job.work.dag().runsOn(task.node, type) && orders.canLaunch(type)) {
        long there = newEnd(task, type, readyBy, nowMillis);
        if (there < end) {
          end = there;
          best = type;
        }
      }
    }
    return best >= 0 ? orders.launch(best).lanes.get(0) : soonest;
  }
}
