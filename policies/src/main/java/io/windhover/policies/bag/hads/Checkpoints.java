package io.windhover.policies.bag.hads;

import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;

/**
 * Checkpoints on spot VMs: one every dump / ovh of progress, none at the very end (section 4.1).
 */
final class Checkpoints {
  private static final long WHOLE = 1_000_000;

  private final Turn turn;

  Checkpoints(Turn turn) {
    this.turn = turn;
  }

  void tend(Vm vm, MachineView machine) {
    if (!vm.spot || turn.settings.overheadMillionths() == 0) {
      return;
    }
    for (AttemptView attempt : machine.attempts()) {
      if (attempt.group().savable()
          && attempt.startedAtMillis() >= 0
          && !attempt.stopping()
          && !attempt.checkpointing()) {
        tend(vm, attempt);
      }
    }
  }

  private void tend(Vm vm, AttemptView attempt) {
    var group = attempt.group().spec();
    long dump = attempt.group().dumpMillis(turn.settings.checkpoint());
    long every = turn.settings.checkpointEveryMillis(dump);
    int asked = attempt.checkpointsAsked();
    long whole = group.runtime().millisOn(vm.type).orElse(0);
    long toDo = whole - whole * attempt.startParts() / WHOLE;
    // A task that saves by itself is asked only when that is overdue.
    long own = group.checkpointEveryMillis();
    long next =
        own == 0
            ? every * (asked + 1L)
            : attempt.checkpointedMillis() + Math.max(every, own + own / 2);
    if (next >= toDo) {
      return;
    }
    long progress = attempt.ranMillis(turn.nowMillis) - asked * dump;
    if (progress >= next) {
      turn.actions.add(new Action.Checkpoint(attempt.id()));
    } else {
      turn.lookAt(vm.id, turn.nowMillis + next - progress);
    }
  }
}
