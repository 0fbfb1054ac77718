package io.windhover.simulator.testkit;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Offer;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachine;
import io.windhover.simulator.LeasedMachines;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;

/** A provider that does to its machines what a test says, within a tenth of a second. */
public final class CommandedCloud implements Cloud {
  private static final long LOOK_MILLIS = 100;

  private final ConcurrentLinkedQueue<IntFunction<MachineChange>> commands =
      new ConcurrentLinkedQueue<>();
  private long nextMillis = LOOK_MILLIS;

  /** Every machine that is rented now meets with this. */
  public void command(IntFunction<MachineChange> change) {
    commands.add(change);
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    return OptionalLong.of(offer.startUpMillis());
  }

  @Override
  public long refusalMillis() {
    return 0;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return 0;
  }

  @Override
  public long nextMillis() {
    return nextMillis;
  }

  @Override
  public List<Event> happen(long nowMillis, LeasedMachines machines) {
    nextMillis = nowMillis + LOOK_MILLIS;
    List<Event> events = new ArrayList<>();
    for (var change = commands.poll(); change != null; change = commands.poll()) {
      for (LeasedMachine machine : machines.all()) {
        events.add(change.apply(machine.id()));
      }
    }
    return events;
  }
}
