package io.windhover.policies.harvest;

import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Trait;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.frame.Turn;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * As {@link Capacity}, and every task writes a checkpoint now and then, from which it goes on
 * elsewhere when it is killed (Appendix B.1). What a checkpoint costs is the cloud's business; the
 * paper measured one or two minutes.
 *
 * @param everyMillis run time between two checkpoints
 */
public record CheckpointMigrate(long everyMillis) implements Method {
  /** Every 10 minutes, as in Appendix B.1. */
  public static final long EVERY_MILLIS = 600_000;

  @Override
  public String name() {
    return "checkpoint-migrate";
  }

  @Override
  public SortedSet<Trait> traits() {
    return new TreeSet<>(List.of(Trait.CHECKPOINTS));
  }

  @Override
  public void place(Turn turn) {
    for (MachineView machine : turn.world().machines()) {
      if (machine.state() == MachineView.State.READY
          || machine.state() == MachineView.State.DRAINING) {
        machine.attempts().forEach(attempt -> checkpoint(turn, attempt));
      }
    }
    new Capacity().place(turn);
  }

  private void checkpoint(Turn turn, AttemptView attempt) {
    if (!attempt.group().savable()
        || attempt.checkpointing()
        || attempt.stopping()
        || attempt.startedAtMillis() < 0) {
      return;
    }
    long sinceMillis = attempt.ranMillis(turn.nowMillis()) - turn.ranAtCheckpointMillis(attempt);
    long dueMillis = everyMillis - sinceMillis;
    if (turn.leftMillis(attempt) <= Math.max(0, dueMillis)) {
      return;
    }
    if (dueMillis <= 0) {
      turn.act(new Action.Checkpoint(attempt.id()));
    } else {
      turn.wakeAt(turn.nowMillis() + dueMillis);
    }
  }
}
