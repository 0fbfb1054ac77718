package io.windhover.simulator;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import java.util.List;
import java.util.OptionalLong;

/**
 * A provider that leaves to another whatever it does not do itself, so that who changes one thing
 * cannot forget to pass on the others.
 */
public abstract class ForwardingCloud implements Cloud {
  private final Cloud inner;

  protected ForwardingCloud(Cloud inner) {
    this.inner = inner;
  }

  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    return inner.launchMillis(offer, machine, nowMillis);
  }

  @Override
  public MachineSpec delivered(MachineChange.Ready ready, long nowMillis) {
    return inner.delivered(ready, nowMillis);
  }

  @Override
  public void released(int machine, long nowMillis) {
    inner.released(machine, nowMillis);
  }

  @Override
  public long releaseMillis() {
    return inner.releaseMillis();
  }

  @Override
  public long refusalMillis() {
    return inner.refusalMillis();
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return inner.dumpMillis(memoryBytes);
  }

  @Override
  public long nextMillis() {
    return inner.nextMillis();
  }

  @Override
  public List<Event> happen(long nowMillis, LeasedMachines machines) {
    return inner.happen(nowMillis, machines);
  }
}
