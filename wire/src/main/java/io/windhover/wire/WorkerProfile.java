package io.windhover.wire;

import java.util.List;
import java.util.TreeSet;

/**
 * What a worker says of itself when it joins.
 *
 * @param name stable over reconnections and restarts of the worker
 * @param session new with every start of a worker that cannot answer for what it began before: a
 *     manager that sees another session knows that what ran in the old one is gone
 * @param labels what it offers, sorted
 * @param ordersAhead how many orders it takes before it has room for them
 */
public record WorkerProfile(
    String name,
    String session,
    List<String> labels,
    int cores,
    long memoryBytes,
    int ordersAhead) {
  public WorkerProfile {
    labels = List.copyOf(new TreeSet<>(labels));
  }

  /** One that takes only what it can start. */
  public WorkerProfile(
      String name, String session, List<String> labels, int cores, long memoryBytes) {
    this(name, session, labels, cores, memoryBytes, 0);
  }
}
