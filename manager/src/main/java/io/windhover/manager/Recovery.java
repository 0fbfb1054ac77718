package io.windhover.manager;

import io.windhover.core.event.Batch;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.LeaseAccounts;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.Snapshots;
import io.windhover.core.step.World;
import io.windhover.store.StoreView;
import java.util.List;
import java.util.Optional;

/** Makes the world that a store describes: the last snapshot, and the journal after it. */
public final class Recovery {
  private static final int TRIES_MAX = 5;

  private Recovery() {}

  /**
   * The world as of now. The manager may go on meanwhile and let the entries go that come after the
   * snapshot that was read; then there is a newer one to begin with.
   */
  public static Scheduler load(StoreView store, Policy policy) {
    for (int tries = 1; ; tries++) {
      LeaseBooks.Beginning beginning = LeaseBooks.Beginning.of(store);
      World world =
          beginning
              .snapshot()
              .map(s -> Snapshots.restore(JournalCodec.snapshot(s.state()), policy))
              .orElseGet(() -> new World(List.of()));
      Scheduler scheduler = new Scheduler(policy, world);
      scheduler.keepAccounts(new LeaseAccounts(world, beginning.accounts()));
      if (catchUp(scheduler, store)) {
        return scheduler;
      }
      if (tries == TRIES_MAX) {
        throw new UnreadableJournal(
            "the journal does not read: entries after step %d are missing"
                .formatted(scheduler.world().sequence()));
      }
    }
  }

  /** Takes up what was recorded after this; answers false where something in between is missing. */
  private static boolean catchUp(Scheduler scheduler, StoreView store) {
    boolean[] gap = new boolean[1];
    store.entriesAfter(
        scheduler.world().sequence(),
        entry -> {
          gap[0] |= entry.sequence() != scheduler.world().sequence() + 1;
          if (!gap[0]) {
            Batch batch = JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch());
            takeUp(scheduler, batch, entry.decision());
          }
        });
    return !gap[0];
  }

  /** Takes up one recorded step: what was decided then, not what the policy would decide now. */
  public static void takeUp(Scheduler scheduler, Batch batch, String decision) {
    if (decision.isEmpty()) {
      scheduler.passOver(batch);
    } else {
      scheduler.redo(batch, JournalCodec.actions(decision));
    }
  }

  /**
   * What a manager that may still be running last said: jobs that are not over, and the newest; see
   * {@link JobList} for the others.
   */
  public static Optional<Progress> lastProgress(StoreView store) {
    return store.value(Bookkeeping.PROGRESS).map(JournalCodec::progress);
  }

  /** How far the jobs of this world are. */
  public static Progress progress(Scheduler scheduler) {
    return Progress.of(scheduler.world());
  }
}
