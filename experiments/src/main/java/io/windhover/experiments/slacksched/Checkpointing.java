package io.windhover.experiments.slacksched;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** Another policy, while tasks that can be interrupted write a checkpoint every minute (B.3). */
record Checkpointing(Policy inner) implements Policy {
  private static final long EVERY_MILLIS = 60_000;

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public SortedSet<Trait> traits() {
    return inner.traits();
  }

  @Override
  public int liveAttemptsMax() {
    return inner.liveAttemptsMax();
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    Decision decision = inner.decide(world, batch);
    List<Action> actions = new ArrayList<>(decision.actions());
    boolean due = world.nowMillis() % EVERY_MILLIS == 0;
    boolean more = !world.liveJobs().isEmpty();
    if (due) {
      for (MachineView machine : world.machines()) {
        for (AttemptView attempt : machine.attempts()) {
          if (writes(attempt, world.nowMillis())) {
            actions.add(new Action.Checkpoint(attempt.id()));
          }
        }
      }
    }
    if (more) {
      actions.add(new Action.WakeAt((world.nowMillis() / EVERY_MILLIS + 1) * EVERY_MILLIS));
    }
    return new Decision(actions, decision.reasons(), decision.memory());
  }

  private static boolean writes(AttemptView attempt, long nowMillis) {
    return attempt.group().spec().interruptible()
        && attempt.startedAtMillis() >= 0
        && attempt.startedAtMillis() < nowMillis
        && attempt.ranMillis(nowMillis) > attempt.checkpointedMillis()
        && !attempt.checkpointing()
        && !attempt.stopping();
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return inner.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return inner.recall(encoded);
  }
}
