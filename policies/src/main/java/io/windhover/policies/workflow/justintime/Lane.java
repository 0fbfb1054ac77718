package io.windhover.policies.workflow.justintime;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Room for one task at a time on a machine, and the tasks that are booked there. */
final class Lane {
  final Vm vm;
  final int number;
  final ArrayDeque<Task> booked = new ArrayDeque<>();
  @Nullable Task running;
  long idleSinceMillis;

  /** When everything that runs or is booked here will have ended at the latest. */
  long tailMillis;

  /** When the lane must be free for what is booked at the latest. */
  long limitMillis = Long.MAX_VALUE;

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
    Task next = booked.peek();
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

  /** To be called after anything here has changed. */
  void measure(long nowMillis) {
    long end = vm.up ? nowMillis : Math.max(nowMillis, vm.readyMillis);
    if (running != null) {
      end = Math.max(end, running.endMillis);
    }
    for (Task task : booked) {
      end = Math.max(end, task.job.readyByMillis(task, nowMillis, this)) + vm.reservedMillis(task);
    }
    tailMillis = end;
    long limit = Long.MAX_VALUE;
    for (Iterator<Task> last = booked.descendingIterator(); last.hasNext(); ) {
      Task task = last.next();
      limit = Math.min(limit, task.latestEndMillis) - vm.reservedMillis(task);
    }
    limitMillis = limit;
  }
}
