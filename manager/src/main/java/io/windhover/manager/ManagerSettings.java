package io.windhover.manager;

import io.windhover.store.Store;

/**
 * The limits of a manager.
 *
 * @param silenceMillis a worker unheard for this long is lost
 * @param awayMillis a worker whose connection broke is lost after this long; 0 for at once
 * @param joinMillis a rented machine that has not joined this long after its offer's start-up time
 *     is given back
 * @param resendMillis pause before an order or a cancel is said again
 * @param resendsMax an order said this often without an answer goes back to the queue
 * @param sweepMillis how often silence and unanswered orders are looked for
 * @param requestMillis how often other processes' requests are looked for
 * @param progressMillis how often progress is written down for other processes, at most
 * @param snapshotSteps steps between two snapshots, at least
 * @param inboxMax messages kept at most
 * @param tellsWhere whether results of attempts that succeeded keep how their output ended
 * @param durability how sure results must be before workers are told; what owners submit is always
 *     on disk first
 * @param keeping how long what is over is kept
 */
public record ManagerSettings(
    long silenceMillis,
    long awayMillis,
    long joinMillis,
    long resendMillis,
    int resendsMax,
    long sweepMillis,
    long requestMillis,
    long progressMillis,
    long snapshotSteps,
    int inboxMax,
    boolean tellsWhere,
    Store.Durability durability,
    Keeping keeping) {
  /**
   * For one process on one machine: a power cut takes the tasks along, so results need no fsync.
   */
  public static final ManagerSettings LOCAL =
      new ManagerSettings(
          30_000,
          0,
          600_000,
          2_000,
          10,
          1_000,
          50,
          250,
          20_000,
          100_000,
          false,
          Store.Durability.PROCESS_CRASH,
          Keeping.EVERYTHING);

  /** For workers elsewhere, which go on when this machine loses its power. */
  public static final ManagerSettings POOL =
      new ManagerSettings(
          60_000,
          30_000,
          600_000,
          5_000,
          6,
          1_000,
          200,
          500,
          20_000,
          200_000,
          true,
          Store.Durability.POWER_LOSS,
          Keeping.USUAL);

  /** The same, but for how long a worker may be unheard and how sure results must be. */
  public ManagerSettings with(long newSilenceMillis, Store.Durability newDurability) {
    return new ManagerSettings(
        newSilenceMillis,
        Math.min(awayMillis, newSilenceMillis),
        joinMillis,
        resendMillis,
        resendsMax,
        sweepMillis,
        requestMillis,
        progressMillis,
        snapshotSteps,
        inboxMax,
        tellsWhere,
        newDurability,
        keeping);
  }

  /** The same, but for what is kept, and how often a snapshot is taken. */
  public ManagerSettings keeping(Keeping newKeeping, long newSnapshotSteps) {
    return new ManagerSettings(
        silenceMillis,
        awayMillis,
        joinMillis,
        resendMillis,
        resendsMax,
        sweepMillis,
        requestMillis,
        progressMillis,
        newSnapshotSteps,
        inboxMax,
        tellsWhere,
        durability,
        newKeeping);
  }

  /**
   * The same for a clock of another speed. Workers say what they say in real time, so what is
   * expected of them takes as many more seconds of that clock.
   */
  public ManagerSettings paced(double speed) {
    return new ManagerSettings(
        paced(silenceMillis, speed),
        paced(awayMillis, speed),
        paced(joinMillis, speed),
        paced(resendMillis, speed),
        resendsMax,
        paced(sweepMillis, speed),
        paced(requestMillis, speed),
        paced(progressMillis, speed),
        snapshotSteps,
        inboxMax,
        tellsWhere,
        durability,
        keeping);
  }

  private static long paced(long millis, double speed) {
    return millis == 0 ? 0 : Math.max(1, Math.round(millis * speed));
  }
}
