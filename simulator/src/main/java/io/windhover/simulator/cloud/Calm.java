package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.simulator.LeasedMachine;
import java.util.List;

/** A market in which nothing happens. */
record Calm() implements MarketProcess {
  @Override
  public long nextMillis() {
    return Long.MAX_VALUE;
  }

  @Override
  public List<Event> happen(long nowMillis, List<LeasedMachine> spots) {
    return List.of();
  }

  @Override
  public boolean sells(String type) {
    return true;
  }
}
