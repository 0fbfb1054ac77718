package io.windhover.manager;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import io.windhover.manager.Roster.Peer;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Held;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Whether a worker holds what the world thinks it does. A message may have been lost, of which
 * neither end knows; or a cancel that was said once, of an attempt that nobody waits for. What a
 * worker says with its heartbeat was true when it was said, and what it said before has arrived
 * before, so both should agree; where a message was on its way, they do at the next heartbeat.
 */
final class HeldCheck {
  private static final int DISAGREEMENTS_MAX = 2;

  private HeldCheck() {}

  /**
   * Takes what a worker says; answers whether it is to say all that it holds.
   *
   * @param settled attempts whose end was heard in this turn
   */
  static boolean mustSayAll(
      World world, Outbox outbox, Set<AttemptId> settled, Peer peer, Held said) {
    if (!said.isSaid() || said.equals(thought(world, outbox, settled, peer))) {
      peer.disagreements = 0;
      return false;
    }
    peer.disagreements++;
    if (peer.disagreements < DISAGREEMENTS_MAX) {
      return false;
    }
    peer.disagreements = 0;
    return true;
  }

  /** What it has said to have taken, and not said to be over. */
  private static Held thought(World world, Outbox outbox, Set<AttemptId> settled, Peer peer) {
    List<AttemptRef> refs = new ArrayList<>();
    world
        .machine(peer.machine)
        .ifPresent(
            machine -> {
              for (Attempt attempt : machine.attempts()) {
                if (!settled.contains(attempt.id()) && !outbox.awaitsAnswer(attempt.id())) {
                  TaskId task = attempt.id().task();
                  refs.add(new AttemptRef(task.job(), task.index(), attempt.id().number()));
                }
              }
            });
    return Held.of(refs);
  }
}
