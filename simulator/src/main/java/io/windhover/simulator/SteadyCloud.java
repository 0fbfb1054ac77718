package io.windhover.simulator;

import io.windhover.core.event.Event;
import io.windhover.core.model.Offer;
import java.util.List;
import java.util.OptionalLong;

/** Nothing happens here by itself; checkpoints cost nothing. */
record SteadyCloud(long launchMillis, boolean refuses) implements Cloud {
  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    return refuses ? OptionalLong.empty() : OptionalLong.of(launchMillis);
  }

  @Override
  public long refusalMillis() {
    return launchMillis;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return 0;
  }

  @Override
  public long nextMillis() {
    return NEVER_MILLIS;
  }

  @Override
  public List<Event> happen(long nowMillis, LeasedMachines machines) {
    return List.of();
  }
}
