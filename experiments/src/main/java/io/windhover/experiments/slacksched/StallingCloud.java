package io.windhover.experiments.slacksched;

import io.windhover.core.event.Event;
import io.windhover.core.model.Offer;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.LeasedMachines;
import java.util.List;
import java.util.OptionalLong;

/** Nothing to rent; a checkpoint takes as long as it takes, however large the task (B.1). */
record StallingCloud(long dumpMillis) implements Cloud {
  @Override
  public OptionalLong launchMillis(Offer offer, int machine, long nowMillis) {
    return OptionalLong.empty();
  }

  @Override
  public long refusalMillis() {
    return 0;
  }

  @Override
  public long dumpMillis(long memoryBytes) {
    return dumpMillis;
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
