package io.windhover.policies.bag.frugal;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import java.util.List;

/**
 * Checkpoints of long tasks, at the interval that loses least (Young 1974: the root of twice the
 * dump time and the time between failures), and of whatever runs on a machine that is about to end.
 */
final class Checkpoints {
  /** How long a spot type lasts on the whole, as long as nobody knows better. */
  private static final double BETWEEN_FREEZES_MILLIS = 3_600_000;

  private final Turn turn;

  Checkpoints(Turn turn) {
    this.turn = turn;
  }

  void take(List<Event> batch) {
    boolean timer = false;
    for (Event event : batch) {
      if (event instanceof MachineChange.Notice notice && !notice.isWithdrawn()) {
        turn.world.machine(notice.machine()).ifPresent(this::beforeTheEnd);
      } else if (event instanceof Event.AttemptStarted started) {
        turn.world
            .machine(turn.machineOf(started.attempt()))
            .ifPresent(machine -> machine.attempts().forEach(this::planFirst));
      } else if (event instanceof Event.TimerFired) {
        timer = true;
      }
    }
    if (timer && turn.memory.longTasks) {
      for (MachineView machine : turn.world.machines()) {
        if (isAtRisk(machine)) {
          machine.attempts().forEach(this::takeIfDue);
        }
      }
    }
  }

  private boolean isAtRisk(MachineView machine) {
    return turn.market.isSpot(machine) && machine.state() != MachineView.State.HIBERNATED;
  }

  private long intervalMillis(GroupView group) {
    long best = (long) Math.sqrt(2.0 * turn.runtimes.dumpMillis(group) * BETWEEN_FREEZES_MILLIS);
    long own = group.spec().checkpointEveryMillis();
    return Math.max(best, own + own / 2); // What saves by itself is asked when that is overdue.
  }

  private void planFirst(AttemptView attempt) {
    long interval = intervalMillis(attempt.group());
    if (isAtRisk(attempt.machine())
        && attempt.startedAtMillis() == turn.nowMillis
        && turn.runtimes.leftMillis(attempt, turn.nowMillis) > 2 * interval) {
      turn.memory.longTasks = true;
      turn.wakeAt(turn.nowMillis + interval);
    }
  }

  private void takeIfDue(AttemptView attempt) {
    long interval = intervalMillis(attempt.group());
    long unsafe =
        turn.runtimes.progressMillis(attempt, turn.nowMillis) - attempt.checkpointedMillis();
    if (unsafe >= interval
        && turn.runtimes.leftMillis(attempt, turn.nowMillis) > interval
        && turn.checkpoint(attempt)) {
      turn.wakeAt(turn.nowMillis + turn.runtimes.dumpMillis(attempt.group()) + interval);
    }
  }

  /** What takes longer to write than to lose is not written. */
  private void beforeTheEnd(MachineView machine) {
    long leftMillis = machine.noticeMillis() - turn.nowMillis;
    for (AttemptView attempt : machine.attempts()) {
      long dump = turn.runtimes.dumpMillis(attempt.group());
      long unsafe =
          turn.runtimes.progressMillis(attempt, turn.nowMillis) - attempt.checkpointedMillis();
      boolean endsInTime = turn.runtimes.leftMillis(attempt, turn.nowMillis) <= leftMillis;
      if (!endsInTime && dump < leftMillis && unsafe > dump) {
        turn.checkpoint(attempt);
      }
    }
    if (!machine.offer().isEmpty() && machine.state() == MachineView.State.READY) {
      turn.actions.add(new Action.Drain(machine.id()));
    }
  }
}
