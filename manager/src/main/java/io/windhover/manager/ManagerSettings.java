package io.windhover.manager;

import io.windhover.store.Store;

/**
 * The limits of a manager.
 *
 * @param silenceMillis a worker unheard for this long is lost
 * @param resendMillis pause before an order or a cancel is said again
 * @param resendsMax an order said this often without an answer goes back to the queue
 * @param sweepMillis how often silence and unanswered orders are looked for
 * @param requestMillis how often other processes' requests are looked for
 * @param progressMillis how often progress is written down for other processes, at most
 * @param snapshotSteps steps between two snapshots, at least
 * @param inboxMax messages kept at most
 * @param durability how sure results must be before workers are told; what owners submit is always
 *     on disk first
 */
public record ManagerSettings(
    long silenceMillis,
    long resendMillis,
    int resendsMax,
    long sweepMillis,
    long requestMillis,
    long progressMillis,
    long snapshotSteps,
    int inboxMax,
    Store.Durability durability) {
  /**
   * For one process on one machine: a power cut takes the tasks along, so results need no fsync.
   */
  public static final ManagerSettings LOCAL =
      new ManagerSettings(
          30_000, 2_000, 10, 1_000, 50, 250, 20_000, 100_000, Store.Durability.PROCESS_CRASH);
}
