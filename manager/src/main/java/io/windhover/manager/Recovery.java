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
  private Recovery() {}

  public static Scheduler load(StoreView store, Policy policy) {
    LeaseBooks.Beginning beginning = LeaseBooks.Beginning.of(store);
    World world =
        beginning
            .snapshot()
            .map(s -> Snapshots.restore(JournalCodec.snapshot(s.state()), policy))
            .orElseGet(() -> new World(List.of()));
    Scheduler scheduler = new Scheduler(policy, world);
    scheduler.keepAccounts(new LeaseAccounts(world, beginning.accounts()));
    store.entriesAfter(
        scheduler.world().sequence(),
        entry -> {
          Batch batch = JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch());
          takeUp(scheduler, batch, entry.decision());
        });
    return scheduler;
  }

  /** Takes up one recorded step: what was decided then, not what the policy would decide now. */
  public static void takeUp(Scheduler scheduler, Batch batch, String decision) {
    if (decision.isEmpty()) {
      scheduler.passOver(batch);
    } else {
      scheduler.redo(batch, JournalCodec.actions(decision));
    }
  }

  /** What a manager that may still be running last said of its progress. */
  public static Optional<Progress> lastProgress(StoreView store) {
    return Bookkeeping.read(store);
  }

  /** How far the jobs of this world are. */
  public static Progress progress(Scheduler scheduler) {
    return Progress.of(scheduler.world());
  }
}
