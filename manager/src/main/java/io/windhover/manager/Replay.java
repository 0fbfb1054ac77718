package io.windhover.manager;

import io.windhover.core.event.Batch;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.DecisionLog;
import io.windhover.core.step.Scheduler;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Steps a recorded journal again from the start and compares every decision with the one that was
 * made then. A difference means that something impure crept into the step, that the policy has
 * changed, or that another policy is asked.
 */
public final class Replay {
  /** Where a decision differs from the recorded one. */
  public record Difference(long sequence, String batch, String recorded, String now) {}

  /**
   * What came of a replay; of the differences only the first few are kept.
   *
   * @param launches decisions to rent a machine that were compared
   * @param releases decisions to give one back
   */
  public record Outcome(
      long batches,
      long events,
      long launches,
      long releases,
      long differing,
      List<Difference> differences) {}

  private static final int DIFFERENCES_MAX = 10;

  private final Scheduler scheduler;
  private final Consumer<String> log;
  private final List<Difference> differences = new ArrayList<>();
  private long batches;
  private long events;
  private long launches;
  private long releases;
  private long differing;

  private Replay(Policy policy, Consumer<String> log) {
    this.scheduler = new Scheduler(policy, List.of());
    this.log = log;
  }

  /** Replays the whole journal; every step's line goes to the log. */
  public static Outcome of(StoreView store, Policy policy, Consumer<String> log) {
    Replay replay = new Replay(policy, log);
    store.entriesAfter(
        0,
        entry -> {
          Batch batch = JournalCodec.batch(entry.sequence(), entry.atMillis(), entry.batch());
          replay.step(batch, entry.decision());
        });
    return new Outcome(
        replay.batches,
        replay.events,
        replay.launches,
        replay.releases,
        replay.differing,
        List.copyOf(replay.differences));
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
