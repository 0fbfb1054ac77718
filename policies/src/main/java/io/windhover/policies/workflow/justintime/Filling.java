package io.windhover.policies.workflow.justintime;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds work for an idle lane. */
final class Filling {
  /** So many of the most urgent tasks of each type are looked at. */
  private static final int LOOKED_AT_MAX = 8;

  /**
   * Of so many machines or more, every other one, every third and so on stands for them all; what
   * one of those leaves to the others is then an estimate too.
   */
  private static final int SAMPLE_MAX = 256;

  private static final long NOT_COUNTED = -1;

  private final Board board;
  private final Terms terms;
  private final Orders orders;

  /** By type: what all its machines have room for in time that is paid for. */
  private final long[] roomMillis;

  Filling(Board board, Terms terms, Orders orders) {
    this.board = board;
    this.terms = terms;
    this.orders = orders;
    this.roomMillis = new long[terms.size()];
    changed();
  }

  /** To be called before lanes are filled, and whenever one of them has got a task. */
  void changed() {
    Arrays.fill(roomMillis, NOT_COUNTED);
  }

  /** What is booked here goes first; then its own type's work, then that of others. */
  @Nullable Task pick(Lane lane, long nowMillis, Habits habits) {
    Task booked = lane.nextBooking(nowMillis);
    if (booked != null) {
      return orders.hasRoom(booked, lane.vm) ? booked : null;
    }
    if (lane.vm.isOwn()) {
      return forNothing(lane, nowMillis);
    }
    long paidUntil = paidUntilMillis(lane, nowMillis);
    Task own = ofItsType(lane, nowMillis, paidUntil, habits);
    return own != null || habits.reach() <= 0 ? own : ofOthers(lane, nowMillis, paidUntil, habits);
  }

  private long paidUntilMillis(Lane lane, long nowMillis) {
    Vm vm = lane.vm;
    if (!terms.inPeriods(vm.type)) {
      return Long.MAX_VALUE;
    }
    return terms.paidUntilMillis(vm.type, vm.requestedMillis, vm.tailMillis(nowMillis));
  }

  private @Nullable Task ofItsType(Lane lane, long nowMillis, long paidUntil, Habits habits) {
    int looked = 0;
    boolean asked = false;
    boolean worth = false;
    for (Task task : board.floating.get(lane.vm.type)) {
      if (looked++ >= LOOKED_AT_MAX) {
        return null;
      }
      board.looks++;
      long end = nowMillis + task.reservedMillisOn(lane.vm.type);
      if (end <= lane.limitMillis && lane.vm.holds(task) && orders.hasRoom(task, lane.vm)) {
        if (end > paidUntil && !asked) {
          asked = true; // The answer is the same for every task, and dear.
          worth = isWorthAnotherPeriod(lane.vm, nowMillis, habits);
        }
        if (end <= paidUntil || worth) {
          return task;
        }
      }
    }
    return null;
  }

  /**
   * What is to come, less what others of the type have room for, fills enough of another period.
   */
  private boolean isWorthAnotherPeriod(Vm vm, long nowMillis, Habits habits) {
    double wanted = habits.extension() * (double) terms.periodMillis(vm.type);
    double missing =
        (double) board.unplacedMillis(vm.type, nowMillis) / (double) terms.lanes()[vm.type];
    long elsewhere = roomMillis(vm.type, nowMillis) - roomMillis(vm, nowMillis);
    return missing - (double) Math.max(0, elsewhere) >= wanted;
  }

  /** Counted once for all idle lanes of a type: there may be a hundred, and none gets a task. */
  private long roomMillis(int type, long nowMillis) {
    List<Vm> vms = board.vmsByType.get(type);
    int stride = 1 + vms.size() / SAMPLE_MAX;
    board.looks += vms.size() / stride; // As if counted each time: searches end by that number.
    if (roomMillis[type] == NOT_COUNTED) {
      long room = 0;
      for (int i = 0; i < vms.size(); i += stride) {
        room += stride * roomMillis(vms.get(i), nowMillis);
      }
      roomMillis[type] = room;
    }
    return roomMillis[type];
  }

  private long roomMillis(Vm vm, long nowMillis) {
    long tail = vm.tailMillis(nowMillis);
    return terms.paidUntilMillis(vm.type, vm.requestedMillis, tail) - tail;
  }

  /** The task that is cheapest here, measured by what it would cost on its own type. */
  private @Nullable Task ofOthers(Lane lane, long nowMillis, long paidUntil, Habits habits) {
    int type = lane.vm.type;
    Task best = null;
    double bestRatio = 1 / habits.reach();
    for (int other = 0; other < terms.size(); other++) {
      int looked = 0;
      if (other == type) {
        continue;
      }
      for (Task task : board.floating.get(other)) {
        if (looked++ >= LOOKED_AT_MAX) {
          break;
        }
        board.looks++;
        if (!lane.vm.holds(task)) {
          continue;
        }
        long end = nowMillis + task.reservedMillisOn(type);
        double here = Math.max(1e-9, terms.laneNanos(type, task.runMillisOn(type)));
        double ratio = terms.laneNanos(other, task.runMillis) / here;
        if (ratio >= bestRatio
            && end <= Math.min(lane.limitMillis, paidUntil)
            && end <= task.latestEndMillis
            && (best == null || ratio > bestRatio)
            && orders.hasRoom(task, lane.vm)) {
          best = task;
          bestRatio = ratio;
        }
      }
    }
    return best;
  }

  /** A machine that came by itself takes the most urgent task that it ends in time. */
  private @Nullable Task forNothing(Lane lane, long nowMillis) {
    Task best = null;
    for (TreeSet<Task> tasks : board.floating) {
      int looked = 0;
      for (Task task : tasks) {
        if (looked++ >= LOOKED_AT_MAX) {
          break;
        }
        boolean inTime =
            task.type < 0
                || nowMillis + lane.vm.reservedMillis(task) <= task.latestEndMillis
                || task.latestStartMillis < nowMillis;
        if (inTime
            && lane.vm.holds(task)
            && orders.hasRoom(task, lane.vm)
            && (best == null || Task.URGENCY.compare(task, best) < 0)) {
          best = task;
        }
      }
    }
    return best;
  }
}
