package io.windhover.simulator.cloud;

import io.windhover.core.event.Event;
import io.windhover.simulator.LeasedMachine;
import java.util.List;

/** What befalls spot machines, and when. One object serves one simulation. */
public interface MarketProcess {
  /** The next moment at which something may happen; Long.MAX_VALUE for never. */
  long nextMillis();

  /** What happens at that moment to these rented spot machines, which come ordered by id. */
  List<Event> happen(long nowMillis, List<LeasedMachine> spots);

  /** A spot machine was asked for and will be up at this moment, as far as is known. */
  default void launched(int machine, String type, long readyAtMillis) {}

  /** Whether spot machines of this type can be had now. */
  boolean sells(String type);

  /**
   * When certainly no spot machine of which type works, whatever anybody rents; for bounds that
   * know the future. Nothing is certain unless the process says so.
   */
  default List<Outage> certainOutages(long untilMillis) {
    return List.of();
  }

  /** Nothing ever happens: spot machines are there and stay. */
  static MarketProcess calm() {
    return new Calm();
  }
}
