package io.windhover.manager;

import io.windhover.core.step.Snapshots;
import io.windhover.core.step.World;
import io.windhover.store.Store;

/**
 * Takes snapshots of the world now and then, and lets the journal behind the oldest of them go, a
 * little every turn. Of the snapshots as many are kept as it takes to replay the steps that are to
 * be kept.
 */
final class JournalKeeper {
  /** A snapshot may take this share of the time, at most: one part in so many. */
  private static final int SNAPSHOT_SHARE = 50;

  private static final int ENTRIES_A_TURN = 100;

  private final Store store;
  private final World world;
  private final ManagerSettings settings;
  private final LeaseBooks leases;
  private long snapshotSequence;
  private long snapshotAtMillis;
  private long snapshotTookMillis;

  /** Entries up to this one may go; 0 when none may. */
  private long trimmedThrough;

  JournalKeeper(Store store, World world, ManagerSettings settings, LeaseBooks leases) {
    this.store = store;
    this.world = world;
    this.settings = settings;
    this.leases = leases;
    this.snapshotSequence = world.sequence();
  }

  void keep(long nowMillis) {
    if (world.sequence() - snapshotSequence >= settings.snapshotSteps()
        && nowMillis - snapshotAtMillis >= SNAPSHOT_SHARE * snapshotTookMillis) {
      snapshot(nowMillis);
    } else if (trimmedThrough > 0 && store.forgetEntries(trimmedThrough, ENTRIES_A_TURN) == 0) {
      trimmedThrough = 0;
    }
  }

  /** Takes a snapshot, and with it the accounts of leases that go on from there. */
  void snapshot(long nowMillis) {
    long beganNanos = System.nanoTime();
    var snapshot = new Store.Snapshot(world.sequence(), JournalCodec.encode(Snapshots.of(world)));
    if (settings.keeping().keepsWholeJournal()) {
      store.saveSnapshot(snapshot, Long.MAX_VALUE, leases.besideSnapshot());
    } else {
      long neededFrom = world.sequence() - settings.keeping().journalSteps();
      store.saveSnapshot(snapshot, neededFrom, leases.besideSnapshot());
      trimmedThrough =
          store
              .earliestSnapshot()
              .map(Store.Snapshot::sequence)
              .filter(oldest -> oldest <= neededFrom && oldest < store.lastSequence())
              .orElse(0L);
    }
    snapshotTookMillis = (System.nanoTime() - beganNanos) / 1_000_000;
    snapshotSequence = world.sequence();
    snapshotAtMillis = nowMillis;
  }
}
