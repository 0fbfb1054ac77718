package io.windhover.policies.workflow.justintime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Room for one task at a time on a machine, and the tasks that are booked there. */
final class Lane {
  final Vm vm;
  final int number;
  final List<Task> booked = new ArrayList<>();
  @Nullable Task running;

  /** Since when it works on its task, or is idle. */
  long sinceMillis;

  /** When everything that runs or is booked here will have ended at the latest. */
  long tailMillis;

  /** When the lane must be free for what is booked at the latest. */
  long limitMillis = Long.MAX_VALUE;

  /** When it must be free for the last of what is booked. */
  private long lastLimitMillis = Long.MAX_VALUE;

  Lane(Vm vm, int number) {
    this.vm = vm;
    this.number = number;
  }

  boolean isIdle() {
    return running == null;
  }

  /** Whether something that is booked could start. */
  boolean hasReadyBooking() {
    for (Task task : booked) {
      if (task.state == Task.State.READY) {
        return true;
      }
    }
    return false;
  }

  /**
   * What is booked next. Another one goes first when there is time for it; or when there is no time
   * left and nobody can tell how long what is booked next will wait: perhaps for that very task.
   */
  @Nullable Task nextBooking(long nowMillis) {
    Task next = booked.isEmpty() ? null : booked.get(0);
    if (next == null || next.state == Task.State.READY) {
      return next;
    }
    long startsAtMillis = next.job.startsAtMillis(next);
    long untilMillis =
        startsAtMillis == Long.MAX_VALUE && limitMillis > nowMillis
            ? limitMillis
            : Math.max(limitMillis, startsAtMillis);
    for (Task task : booked) {
      if (task.state == Task.State.READY && nowMillis + vm.reservedMillis(task) <= untilMillis) {
        return task;
      }
    }
    return null;
  }

  boolean isEmpty() {
    return running == null && booked.isEmpty();
  }

  /** When the lane is free for what is booked first. */
  private long freeMillis(long nowMillis) {
    long free = vm.up ? nowMillis : Math.max(nowMillis, vm.readyMillis);
    if (running == null) {
      return free;
    }
    // Once it has taken longer than it was trusted to, nobody can tell, so the worst is expected.
    long trusted = running.trustedEndMillis();
    return Math.max(free, trusted > nowMillis ? trusted : running.endMillis);
  }

  /**
   * The first place among what is booked, behind what it waits for, where a task ends in time and
   * all others still do; -1 when there is none but behind them all.
   */
  int placeBefore(
      Task task, long readyBy, long neededMillis, long latestEndMillis, long nowMillis) {
    // No place allows a later end than the one before the last.
    long latest = Math.min(latestEndMillis, lastLimitMillis);
    if (booked.isEmpty() || Math.max(nowMillis, readyBy) + neededMillis > latest) {
      return -1;
    }
    long free = freeMillis(nowMillis);
    if (free + neededMillis > latest) {
      return -1;
    }
    int first = firstPlace(task);
    for (int place = 0; place < booked.size(); place++) {
      Task other = booked.get(place);
      long end = Math.max(free, readyBy) + neededMillis;
      if (place >= first && end <= latestEndMillis && end <= other.placeLimitMillis) {
        return place;
      }
      free =
          Math.max(free, other.job.readyByMillis(other, nowMillis, this))
              + vm.reservedMillis(other);
    }
    return -1;
  }

  /** When a task that goes in there will have ended. */
  long endAt(int at, long readyBy, long neededMillis, long nowMillis) {
    long end = freeMillis(nowMillis);
    for (int place = 0; place < at; place++) {
      Task task = booked.get(place);
      end = Math.max(end, task.job.readyByMillis(task, nowMillis, this)) + vm.reservedMillis(task);
    }
    return Math.max(end, readyBy) + neededMillis;
  }

  /** Behind what the task waits for. */
  private int firstPlace(Task task) {
    int place = booked.size();
    while (place > 0 && !task.waitsFor(booked.get(place - 1))) {
      place--;
    }
    return place;
  }

  /** When all will have ended if a task goes in there. */
  long tailWith(int at, long readyBy, long neededMillis, long nowMillis) {
    long end = freeMillis(nowMillis);
    for (int place = 0; place < booked.size(); place++) {
      if (place == at) {
        end = Math.max(end, readyBy) + neededMillis;
      }
      Task task = booked.get(place);
      end = Math.max(end, task.job.readyByMillis(task, nowMillis, this)) + vm.reservedMillis(task);
    }
    return end;
  }

  /** To be called after anything here has changed. */
  void measure(long nowMillis) {
    long end = freeMillis(nowMillis);
    for (Task task : booked) {
      end = Math.max(end, task.job.readyByMillis(task, nowMillis, this)) + vm.reservedMillis(task);
      task.projectedEndMillis = end;
    }
    tailMillis = end;
    limitPlaces();
    limitMillis = booked.isEmpty() ? Long.MAX_VALUE : booked.get(0).placeLimitMillis;
  }

  /** When the lane must be free for each of those that are booked, and all behind it. */
  void limitPlaces() {
    long limit = Long.MAX_VALUE;
    for (int place = booked.size() - 1; place >= 0; place--) {
      Task task = booked.get(place);
      limit = Math.min(limit, task.promisedEndMillis) - vm.reservedMillis(task);
      task.placeLimitMillis = limit;
    }
    lastLimitMillis =
        booked.isEmpty() ? Long.MAX_VALUE : booked.get(booked.size() - 1).placeLimitMillis;
  }
}
