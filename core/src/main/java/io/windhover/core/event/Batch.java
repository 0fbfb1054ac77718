package io.windhover.core.event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All that happened at one instant, and the only clock the core sees. A policy sees every machine
 * that froze at this instant as frozen before it decides anything.
 *
 * @param sequence counts from 1 without gaps
 * @param events sorted by phase; within a phase in the order they were noticed
 */
public record Batch(long sequence, long atMillis, List<Event> events) {
  public Batch {
    List<Event> sorted = new ArrayList<>(events);
    sorted.sort(Comparator.comparing(Event::phase));
    events = List.copyOf(sorted);
  }
}
