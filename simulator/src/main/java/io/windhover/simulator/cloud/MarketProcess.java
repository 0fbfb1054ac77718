package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.core.step.Machine;
import java.util.List;

/** What befalls spot machines, and when. One object serves one simulation. */
public interface MarketProcess {
  /** The next moment at which something may happen; Long.MAX_VALUE for never. */
  long nextMillis();

  /** What happens at that moment to these rented spot machines, which come ordered by id. */
  List<Event> happen(long nowMillis, List<Machine> spots);

  /** Whether spot machines of this type can be had now. */
  boolean sells(String type);

  /** Nothing ever happens: spot machines are there and stay. */
  static MarketProcess calm() {
    return new Calm();
  }
}
