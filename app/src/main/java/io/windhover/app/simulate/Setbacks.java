package io.windhover.app.simulate;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.World;
import io.windhover.simulator.Simulation;
import java.util.BitSet;

/** Counts what went wrong in a run, whether it was made good or not. */
final class Setbacks implements Simulation.Observer {
  private final BitSet released = new BitSet();
  private int failedAttempts;
  private int lostMachines;

  @Override
  public void stepped(Batch batch, Decision decision, World world) {
    for (Event event : batch.events()) {
      if (event instanceof Event.AttemptFailed failed && failed.failure().countsAgainstTask()) {
        failedAttempts++;
      } else if (event instanceof MachineChange.Lost lost && !released.get(lost.machine())) {
        lostMachines++;
      }
    }
    for (Action action : decision.actions()) {
      if (action instanceof Action.Release release) {
        released.set(release.machine());
      }
    }
  }

  /** Those that ended by themselves, not those that were stopped or lost with their machine. */
  int failedAttempts() {
    return failedAttempts;
  }

  /** Machines that went away before they were given back. */
  int lostMachines() {
    return lostMachines;
  }
}
