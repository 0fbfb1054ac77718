package io.windhover.app.live;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.model.AttemptId;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.TaskRecord;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What became of a story on real machines and in the simulator. */
record ToldTwice(Side live, Side simulated) {
  /** Cost and makespan may differ by this share of the simulator's. */
  static final double TOLERANCE = 0.05;

  /**
   * One telling.
   *
   * @param squeezedOut the attempts that ended because their machine had shrunk
   */
  record Side(RunRecord record, Set<AttemptId> squeezedOut) {
    Side {
      squeezedOut = new TreeSet<>(squeezedOut);
    }

    double dollars() {
      return record.costNanos() / 1e9;
    }

    double minutes() {
      return record.makespanMillis() / 60_000.0;
    }

    /**
     * How many attempts ended on each machine because it had shrunk. Which of several equal tasks a
     * machine was given depends on which machine came first by a hair.
     */
    SortedMap<Integer, Integer> squeezedOutOn() {
      SortedMap<Integer, Integer> ended = new TreeMap<>();
      for (TaskRecord task : record.tasks()) {
        for (AttemptRecord attempt : task.attempts()) {
          if (squeezedOut.contains(new AttemptId(task.id(), attempt.number()))) {
            ended.merge(attempt.machine(), 1, Integer::sum);
          }
        }
      }
      return ended;
    }

    /** How many machines were rented at one time, those that were starting up included. */
    int mostAtOnce() {
      return record.vms().stream()
          .mapToInt(
              vm ->
                  (int)
                      record.vms().stream()
                          .filter(other -> other.requestedAtMillis() <= vm.requestedAtMillis())
                          .filter(other -> other.endedAtMillis() > vm.requestedAtMillis())
                          .count())
          .max()
          .orElse(0);
    }

    boolean inTime() {
      return record.succeeded() && record.deadlineMet();
    }
  }

  /** The attempts of a batch that ended because their machine had shrunk. */
  static List<AttemptId> squeezedOut(List<Event> events) {
    return events.stream()
        .filter(event -> event instanceof Event.AttemptFailed failed && isShrink(failed.failure()))
        .map(event -> ((Event.AttemptFailed) event).attempt())
        .toList();
  }

  /** An order that a machine would not take is another matter. */
  private static boolean isShrink(Failure failure) {
    return failure instanceof Failure.NoRoom room && room.why().equals("the machine shrank");
  }

  double costDiffers() {
    return share(live.dollars(), simulated.dollars());
  }

  double makespanDiffers() {
    return share(live.minutes(), simulated.minutes());
  }

  private static double share(double live, double simulated) {
    return live / simulated - 1;
  }

  boolean agree() {
    return Math.abs(costDiffers()) <= TOLERANCE && Math.abs(makespanDiffers()) <= TOLERANCE;
  }
}
