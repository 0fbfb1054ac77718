package io.windhover.policies.workflow.justintime;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the place for a task that can wait no longer. */
final class Booking {
  /** Of places that add the same to the bill, the one whose room is worth less is taken. */
  private static final double ROOM_WEIGHT = 0.02;

  /**
   * So many machines are looked at, of each type as many, the newest: what floats fills the others.
   */
  private static final int LOOKED_AT_MAX = 1024;

  /**
   * Where more tasks than this are booked at one moment, as when all is looked at anew, each of the
   * others looks at a small part of that: a place for each in time comes before the best for some.
   */
  private static final int AT_LENGTH_MAX = 512;

  private static final int BRIEFLY = 32;

  /** The eager look at fewer, since they do so for each task. */
  private static final int EAGERLY_LOOKED_AT_MAX = 64;

  /** Where more are booked than this, none goes between them. */
  private static final int BETWEEN_MAX = 16;

  /**
   * Between what is booked a task is tried on so many lanes and no more: with thousands of machines
   * looking there takes twenty times as long as looking behind.
   */
  private static final int LOOKED_BETWEEN_MAX = 64;

  /** How much is asked of a place. */
  private enum Care {
    /** In time by the plan, and what is rented is of the planned type. */
    CALM,
    /** The same if launches take as long as is known; for plans that keep nothing back. */
    EXACT,
    /** In time if what follows is done in a hurry. */
    TRUSTING,
    /** In time by the plan, on whatever type. */
    WIDE,
    /** In time if all takes as long as estimated. */
    HURRIED
  }

  private static final List<Care> CARES = List.of(Care.values());

  private final Board board;
  private final Terms terms;
  private final Orders orders;
  private int lookedAtOfType;
  private int lookedBetweenMax;

  private long momentMillis = Long.MIN_VALUE;

  /** How many tasks were looked for a place for at that moment. */
  private int tasksAtMoment;

  private @Nullable Lane bestLane;

  /** Before which of those that are booked there; -1: behind them all. */
  private int bestPlace;

  private double bestNanos;

  /** How many lanes the task was tried on between what is booked. */
  private int lookedBetween;

  private Care care = Care.CALM;

  Booking(Board board, Terms terms, Orders orders) {
    this.board = board;
    this.terms = terms;
    this.orders = orders;
  }

  /**
   * The place that adds least to the bill and ends the task in time; when there is none, the one
   * that ends it soonest; null when no machine can be had.
   */
  @Nullable Lane best(Task task, long nowMillis, double reach, double trifleNanos) {
    long readyBy = task.job.readyByMillis(task, nowMillis);
    tasksAtMoment = nowMillis == momentMillis ? tasksAtMoment + 1 : 1;
    momentMillis = nowMillis;
    int share = tasksAtMoment > AT_LENGTH_MAX ? BRIEFLY : 1;
    lookedAtOfType = LOOKED_AT_MAX / Math.max(4, terms.size()) / share;
    lookedBetweenMax = LOOKED_BETWEEN_MAX / share;
    for (Care next : CARES) {
      care = next;
      if (care == Care.EXACT && task.job.plan.reserve().margin() > 0) {
        continue;
      }
      double asFar = isAsPlanned() ? reach : Double.MAX_VALUE;
      Lane lane = cheapest(task, readyBy, nowMillis, asFar, trifleNanos);
      if (lane != null) {
        return lane;
      }
    }
    return soonest(task, readyBy, nowMillis);
  }

  private @Nullable Lane cheapest(
      Task task, long readyBy, long nowMillis, double reach, double trifleNanos) {
    bestLane = null;
    bestPlace = -1;
    bestNanos = Double.MAX_VALUE;
    lookedBetween = 0;
    for (int type = 0; type < terms.size(); type++) {
      if (isInReach(task, type, reach)) {
        lookAmong(type, task, readyBy, nowMillis);
      }
    }
    int rented = cheapestNew(task, readyBy, nowMillis);
    if (rented >= 0 && newNanos(task, rented, readyBy, nowMillis) < bestNanos - trifleNanos) {
      bestPlace = -1;
      return orders.launch(rented).lanes.get(0);
    }
    return bestLane;
  }

  /** Where on the lane that was found last the task is to go; -1: behind all others. */
  int place() {
    return bestPlace;
  }

  /** Where among the machines of its type the task ends first, and in time; null when nowhere. */
  @Nullable Lane earliest(Task task, long nowMillis) {
    int type = task.type;
    long readyBy = task.job.readyByMillis(task, nowMillis);
    Lane found = null;
    bestPlace = -1;
    long best = task.latestEndMillis + 1;
    long needed = task.reservedMillisOn(type);
    List<Vm> vms = board.vmsByType.get(type);
    for (Vm vm : vms.subList(Math.max(0, vms.size() - EAGERLY_LOOKED_AT_MAX), vms.size())) {
      board.looks++;
      if (!vm.open || !vm.holds(task)) {
        continue;
      }
      for (Lane lane : vm.lanes) {
        int place = -1;
        long end = Math.max(Math.max(readyBy, lane.tailMillis), nowMillis) + needed;
        if (end >= best && lane.booked.size() <= BETWEEN_MAX) {
          place = lane.placeBefore(task, readyBy, needed, best - 1, nowMillis);
          end = place < 0 ? end : lane.endAt(place, readyBy, needed, nowMillis);
        }
        if (end < best) {
          best = end;
          found = lane;
          bestPlace = place;
        }
      }
    }
    return found;
  }

  private boolean isAsPlanned() {
    return care == Care.CALM || care == Care.EXACT;
  }

  private long neededMillis(Task task, int type) {
    return switch (care) {
      case HURRIED -> task.runMillisOn(type);
      case TRUSTING ->
          ClassPlan.stretched(task.runMillisOn(type), 1 + task.job.plan.reserve().margin());
      default -> task.reservedMillisOn(type);
    };
  }

  private long latestEndMillis(Task task) {
    return switch (care) {
      case HURRIED -> task.hardEndMillis;
      case TRUSTING -> task.hurriedEndMillis;
      default -> task.latestEndMillis;
    };
  }

  /**
   * The lane on which a whole job ends in time for the least addition to the bill, a new machine's
   * if that is less; null when it would add more than the limit.
   */
  @Nullable Lane wholly(
      WorkClass work, Plans plans, long nowMillis, long submittedMillis, double limitNanos) {
    Lane best = null;
    double least = limitNanos;
    int rented = -1;
    for (int type = 0; type < terms.size(); type++) {
      if (plans.whole().get(type) == null) {
        continue;
      }
      long needed = reservedMillis(work, plans.whole().get(type), type);
      long deadline = submittedMillis + work.deadlineMillis();
      for (Vm vm : board.vmsByType.get(type)) {
        board.looks++;
        if (!vm.open || vm.lanes.size() > 1) {
          continue;
        }
        long tail = vm.tailMillis(nowMillis);
        long end = Math.max(tail, nowMillis) + needed;
        double added =
            terms.leaseNanos(type, vm.requestedMillis, end)
                - terms.leaseNanos(type, vm.requestedMillis, tail)
                + ROOM_WEIGHT * terms.laneNanos(type, needed);
        if (end <= deadline && added < least) {
          least = added;
          best = vm.lanes.get(0);
          rented = -1;
        }
      }
      long end = nowMillis + lagMillis(type) + needed;
      double added =
          terms.leaseNanos(type, nowMillis, end) + ROOM_WEIGHT * terms.laneNanos(type, needed);
      if (terms.lanes()[type] == 1 && orders.canLaunch(type) && end <= deadline && added < least) {
        least = added;
        rented = type;
      }
    }
    return rented >= 0 ? orders.launch(rented).lanes.get(0) : best;
  }

  private static long reservedMillis(WorkClass work, @Nullable ClassPlan plan, int type) {
    long sum = 0;
    for (int node = 0; plan != null && node < work.dag().size(); node++) {
      long run = work.dag().millis(node, type);
      sum += ClassPlan.stretched(run, plan.stretch(node, run));
    }
    return sum;
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
    long needed = neededMillis(task, type);
    double room = ROOM_WEIGHT * terms.laneNanos(type, task.runMillisOn(type));
    long latestEnd = latestEndMillis(task);
    List<Vm> vms = board.vmsByType.get(type);
    for (int i = Math.max(0, vms.size() - lookedAtOfType); i < vms.size(); i++) {
      Vm vm = vms.get(i);
      board.looks++;
      if (!vm.open || !vm.holds(task)) {
        continue;
      }
      for (Lane lane : vm.lanes) {
        long end = Math.max(Math.max(lane.tailMillis, nowMillis), readyBy) + needed;
        if (end <= latestEnd && room < bestNanos) {
          long tail = vm.tailMillis(nowMillis);
          double added =
              end <= tail
                  ? room
                  : room
                      + terms.leaseNanos(type, vm.requestedMillis, end)
                      - terms.leaseNanos(type, vm.requestedMillis, tail);
          if (added < bestNanos) {
            bestNanos = added;
            bestLane = lane;
            bestPlace = -1;
          }
        }
        if (!lane.booked.isEmpty()
            && lane.booked.size() <= BETWEEN_MAX
            && room < bestNanos
            && lookedBetween < lookedBetweenMax) {
          lookedBetween++;
          lookBetween(lane, task, readyBy, needed, nowMillis);
        }
      }
    }
  }

  private void lookBetween(Lane lane, Task task, long readyBy, long needed, long nowMillis) {
    board.looks += lane.booked.size();
    int place = lane.placeBefore(task, readyBy, needed, latestEndMillis(task), nowMillis);
    if (place < 0) {
      return;
    }
    Vm vm = lane.vm;
    long tail = vm.tailMillis(nowMillis);
    long end = Math.max(tail, lane.tailWith(place, readyBy, needed, nowMillis));
    double added =
        ROOM_WEIGHT * terms.laneNanos(vm.type, task.runMillisOn(vm.type))
            + terms.leaseNanos(vm.type, vm.requestedMillis, end)
            - terms.leaseNanos(vm.type, vm.requestedMillis, tail);
    if (added < bestNanos) {
      bestNanos = added;
      bestLane = lane;
      bestPlace = place;
    }
  }

  long lagMillis(int type) {
    return terms.lagMillis(type) + orders.lagMarginMillis();
  }

  /** Expected to be ready a while later than is known, when experience says so. */
  private long newEnd(Task task, int type, long readyBy, long nowMillis) {
    long ready =
        nowMillis
            + terms.lagMillis(type)
            + (care == Care.EXACT || care == Care.HURRIED ? 0 : orders.lagMarginMillis());
    return Math.max(ready, readyBy) + neededMillis(task, type);
  }

  private double newNanos(Task task, int type, long readyBy, long nowMillis) {
    return terms.leaseNanos(type, nowMillis, newEnd(task, type, readyBy, nowMillis))
        + ROOM_WEIGHT * terms.laneNanos(type, task.runMillisOn(type));
  }

  /** The planned type; another one only when that would be too late or cannot be had. */
  private int cheapestNew(Task task, long readyBy, long nowMillis) {
    if (orders.canLaunch(task.type)
        && newEnd(task, task.type, readyBy, nowMillis) <= latestEndMillis(task)) {
      return task.type;
    }
    if (isAsPlanned() && orders.canLaunch(task.type)) {
      return -1;
    }
    int best = -1;
    for (int type = 0; type < terms.size(); type++) {
      if (task.job.work.dag().runsOn(task.node, type)
          && orders.canLaunch(type)
          && newEnd(task, type, readyBy, nowMillis) <= latestEndMillis(task)
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
    bestPlace = -1;
    long end = Long.MAX_VALUE;
    int newest = board.vms.isEmpty() ? 0 : board.vms.lastKey();
    for (Vm vm : board.vms.tailMap(newest - LOOKED_AT_MAX).values()) {
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
