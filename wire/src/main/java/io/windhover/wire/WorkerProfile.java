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
 * @param lease the lease by which its machine was rented; empty for one that came by itself
 * @param proof that it is the machine of that lease: the join secret of its start-up data at first,
 *     the session key of {@link ToWorker.Welcome} from then on
 */
public record WorkerProfile(
    String name,
    String session,
    List<String> labels,
    int cores,
    long memoryBytes,
    int ordersAhead,
    String lease,
    String proof) {
  public WorkerProfile {
    labels = List.copyOf(new TreeSet<>(labels));
  }

  /** One that takes only what it can start. */
  public WorkerProfile(
      String name, String session, List<String> labels, int cores, long memoryBytes) {
    this(name, session, labels, cores, memoryBytes, 0);
  }

  /** One whose machine was not rented. */
  public WorkerProfile(
      String name,
      String session,
      List<String> labels,
      int cores,
      long memoryBytes,
      int ordersAhead) {
    this(name, session, labels, cores, memoryBytes, ordersAhead, "", "");
  }

  /** The same worker on a machine that was rented. */
  public WorkerProfile leased(String newLease, String newProof) {
    return new WorkerProfile(
        name, session, labels, cores, memoryBytes, ordersAhead, newLease, newProof);
  }

  /** The same worker with another size. */
  public WorkerProfile resized(int newCores, long newMemoryBytes) {
    return new WorkerProfile(
        name, session, labels, newCores, newMemoryBytes, ordersAhead, lease, proof);
  }

  /** Without the proof, which is a secret, since this ends up in logs. */
  @Override
  public String toString() {
    return "worker %s, session %s, %d cores%s"
        .formatted(name, session, cores, lease.isEmpty() ? "" : ", lease " + lease);
  }
}
