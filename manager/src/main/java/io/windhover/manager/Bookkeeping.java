package io.windhover.manager;

import io.windhover.core.step.Snapshots;
import io.windhover.core.step.World;
import io.windhover.store.Store;
import java.util.List;

/** What the manager writes down beside the journal: snapshots, and progress for others to read. */
final class Bookkeeping {
  /** Under this key other processes find the progress of a manager that runs. */
  static final String PROGRESS = "progress";

  /** A snapshot may take this share of the time, at most: one part in so many. */
  private static final int SNAPSHOT_SHARE = 50;

  private final Store store;
  private final World world;
  private final ManagerSettings settings;
  private volatile Progress progress = new Progress(0, 0, 0, List.of());
  private long progressAtMillis;
  private int liveJobs = -1;
  private long snapshotSequence;
  private long snapshotAtMillis;
  private long snapshotTookMillis;

  Bookkeeping(Store store, World world, ManagerSettings settings) {
    this.store = store;
    this.world = world;
    this.settings = settings;
    this.snapshotSequence = world.sequence();
  }

  Progress progress() {
    return progress;
  }

  void keep(long nowMillis) {
    if (liveJobs != world.liveJobs().size()
        || nowMillis - progressAtMillis >= settings.progressMillis()) {
      publish(nowMillis);
    }
    if (world.sequence() - snapshotSequence >= settings.snapshotSteps()
        && nowMillis - snapshotAtMillis >= SNAPSHOT_SHARE * snapshotTookMillis) {
      snapshot(nowMillis);
    }
  }

  void publish(long nowMillis) {
    Progress now = Progress.of(world);
    boolean news = !now.jobs().equals(progress.jobs()) || now.machines() != progress.machines();
    progress = now;
    progressAtMillis = nowMillis;
    liveJobs = world.liveJobs().size();
    if (news) {
      store.put(PROGRESS, JournalCodec.encode(now));
    }
  }

  private void snapshot(long nowMillis) {
    long beganNanos = System.nanoTime();
    store.saveSnapshot(
        new Store.Snapshot(world.sequence(), JournalCodec.encode(Snapshots.of(world))));
    snapshotTookMillis = (System.nanoTime() - beganNanos) / 1_000_000;
    snapshotSequence = world.sequence();
    snapshotAtMillis = nowMillis;
  }
}
