package io.windhover.manager;

import io.windhover.core.event.Batch;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.DecisionLog;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.Snapshot;
import io.windhover.core.step.Snapshots;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Steps a recorded journal again and compares every decision with the one that was made then: from
 * the start or, where the beginning was trimmed, from the oldest snapshot that is kept. A
 * difference means that something impure crept into the step, that the policy has changed, or that
 * another policy is asked.
 */
public final class Replay {
  /** Where a decision differs from the recorded one. */
  public record Difference(long sequence, String batch, String recorded, String now) {}

  /**
   * What came of a replay; of the differences only the first few are kept.
   *
   * @param from where it began
   * @param launches decisions to rent a machine that were compared
   * @param releases decisions to give one back
   */
  public record Outcome(
      Beginning from,
      long batches,
      long events,
      long launches,
      long releases,
      long differing,
      List<Difference> differences) {}

  /**
   * Where a replay begins.
   *
   * @param step the first that is made again: 1 unless those before it were trimmed
   * @param atMillis the time of the world it begins in
   */
  public record Beginning(long step, long atMillis) {
    public boolean isTrimmed() {
      return step > 1;
    }
  }

  private static final int DIFFERENCES_MAX = 10;

  private final Scheduler scheduler;
  private final Consumer<String> log;
  private final List<Difference> differences = new ArrayList<>();
  private long batches;
  private long events;
  private long launches;
  private long releases;
  private long differing;

  private Replay(Scheduler scheduler, Consumer<String> log) {
    this.scheduler = scheduler;
    this.log = log;
  }

  /** Replays all that is there with the policy that decided; every step's line goes to the log. */
  public static Outcome of(StoreView store, Policy policy, Consumer<String> log) {
    return of(store, policy, true, log);
  }

  /**
   * As {@link #of(StoreView, Policy, Consumer)}.
   *
   * @param remembers whether the policy is the one whose memory the snapshots hold; another one
   *     begins without
   */
  public static Outcome of(
      StoreView store, Policy policy, boolean remembers, Consumer<String> log) {
    Scheduler scheduler = beginning(store, policy, remembers);
    var from = new Beginning(scheduler.world().sequence() + 1, scheduler.world().nowMillis());
    Replay replay = new Replay(scheduler, log);
    store.entriesAfter(
        scheduler.world().sequence(),
        entry -> {
          if (entry.sequence() != scheduler.world().sequence() + 1) {
            throw new UnreadableJournal(
                "the journal does not read: step %d follows step %d; if it was trimmed just now, try"
                        .formatted(entry.sequence(), scheduler.world().sequence())
                    + " again");
          }
          Batch batch = JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch());
          replay.step(batch, entry.decision());
        });
    return new Outcome(
        from,
        replay.batches,
        replay.events,
        replay.launches,
        replay.releases,
        replay.differing,
        List.copyOf(replay.differences));
  }

  private static Scheduler beginning(StoreView store, Policy policy, boolean remembers) {
    Optional<Store.Snapshot> oldest =
        store.firstSequence() > 1 ? store.earliestSnapshot() : Optional.empty();
    if (oldest.isEmpty()) {
      return new Scheduler(policy, List.of());
    }
    Snapshot state = JournalCodec.snapshot(oldest.get().state());
    return new Scheduler(
        policy, Snapshots.restore(remembers ? state : state.withoutMemory(), policy));
  }

  private void step(Batch batch, String recorded) {
    batches++;
    events += batch.events().size();
    if (recorded.isEmpty()) {
      scheduler.passOver(batch); // The step failed when this was recorded.
      return;
    }
    String now;
    try {
      Decision decision = scheduler.step(batch);
      log.accept(DecisionLog.line(batch, decision));
      decision.actions().forEach(this::count);
      now = JournalCodec.encode(decision);
    } catch (RuntimeException e) {
      now = "failed: " + e.getMessage();
    }
    if (!now.equals(recorded)) {
      differing++;
      if (differences.size() < DIFFERENCES_MAX) {
        differences.add(new Difference(batch.sequence(), batch.events().toString(), recorded, now));
      }
    }
  }

  private void count(Action action) {
    launches += action instanceof Action.Launch ? 1 : 0;
    releases += action instanceof Action.Release ? 1 : 0;
  }
}
