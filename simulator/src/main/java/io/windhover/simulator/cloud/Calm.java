package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.core.step.Machine;
import java.util.List;

/** A market in which nothing happens. */
record Calm() implements MarketProcess {
  @Override
  public long nextMillis() {
    return Long.MAX_VALUE;
  }

  @Override
  public List<Event> happen(long nowMillis, List<Machine> spots) {
    return List.of();
  }

  @Override
  public boolean sells(String type) {
    return true;
  }
}
