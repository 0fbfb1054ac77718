package io.windhover.worker.pool;

import io.windhover.wire.xmpp.Jid;
import io.windhover.worker.StoreAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a worker of a pool is told when it starts.
 *
 * @param account by which the pool knows it, as far as it knows that itself
 * @param manager the manager's domain
 * @param dir where outputs, scratch folders and what it has begun are kept
 * @param name tells apart several workers of one account
 * @param offers labels besides those that every machine has by itself
 * @param grace between asking a task to end and killing it
 * @param patienceMillis how long a rented machine waits for a manager that it cannot reach
 * @param terminal whether this process belongs to a terminal
 * @param stores where orders may say that what tasks save is kept
 */
public record PoolWorkerSettings(
    Jid account,
    String manager,
    Path dir,
    String name,
    int cores,
    long memoryBytes,
    List<String> offers,
    long heartbeatMillis,
    Duration grace,
    long patienceMillis,
    boolean terminal,
    StoreAccess stores) {
  /** Between two signs of life, unless another time is given. */
  public static final long HEARTBEAT_MILLIS = 15_000;

  /** A quarter of an hour, unless another time is given. */
  public static final long PATIENCE_MILLIS = 900_000;

  public PoolWorkerSettings {
    offers = List.copyOf(offers);
  }
}
