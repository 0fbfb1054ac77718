package io.windhover.simulator;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import java.util.List;
import java.util.OptionalLong;

/** The provider that machines are rented from, as far as a simulation shows it. */
public interface Cloud {
  /** What {@link #nextMillis} answers when nothing more will happen by itself. */
  long NEVER_MILLIS = Long.MAX_VALUE;

  /** How long a machine asked for now takes to be ready; empty when it will be refused. */
  OptionalLong launchMillis(Offer offer, int machine, long nowMillis);

  /** What has really come up, when that can differ from what was offered: a harvest machine. */
  default MachineSpec delivered(MachineChange.Ready ready, long nowMillis) {
    return ready.spec();
  }

  /** A machine is gone from the world: given back, lost, or never come. */
  default void released(int machine, long nowMillis) {}

  /** For how long a machine is still paid for after it was given back. */
  default long releaseMillis() {
    return 0;
  }

  /** How long a refusal takes to be heard. */
  long refusalMillis();

  /** How long a task with this much memory stands still to write a checkpoint. */
  long dumpMillis(long memoryBytes);

  /** When the provider next does something to rented machines. */
  long nextMillis();

  /**
   * What the provider does at the moment it announced; afterwards {@link #nextMillis} lies later.
   */
  List<Event> happen(long nowMillis, LeasedMachines machines);

  /** Machines come up after the same time and stay. */
  static Cloud steady(long launchMillis) {
    return new SteadyCloud(launchMillis, false);
  }

  /** Nothing can be rented, whatever the offers say. */
  static Cloud refusing(long refusalMillis) {
    return new SteadyCloud(refusalMillis, true);
  }
}
