package io.windhover.experiments.kestrel;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.World;
import io.windhover.manager.Recovery;
import io.windhover.manager.Replay;
import io.windhover.store.Store;
import io.windhover.virtual.Deeds;
import io.windhover.wire.AttemptRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What the store says at the end, and whether it may say so. */
final class Ledger {
  /** A task's success, as recorded. */
  record Success(int job, int task, long atMillis) {}

  private final List<Success> successes = new ArrayList<>();
  private final Map<String, Integer> outcomes = new LinkedHashMap<>();
  private final List<Integer> recorded = new ArrayList<>();
  private int never;
  private int repeated;
  private int untrue;
  private long entries;
  private long gaps;
  private long stepsBack;
  private long lastAtMillis;
  private long differing;
  private boolean restartKnows;

  private Ledger() {}

  static Ledger of(Store store, World world, Deeds deeds, Supplier<Policy> policy) {
    var ledger = new Ledger();
    ledger.readResults(store, world, deeds);
    ledger.readJournal(store);
    ledger.differing = Replay.of(store, policy.get(), line -> {}).differing();
    ledger.restartKnows =
        Recovery.progress(Recovery.load(store, policy.get()))
            .jobs()
            .equals(Recovery.progress(new Scheduler(policy.get(), world)).jobs());
    return ledger;
  }

  private void readResults(Store store, World world, Deeds deeds) {
    List<int[]> times = new ArrayList<>();
    world.jobs().forEach(job -> times.add(new int[job.spec().taskCount()]));
    store.results(
        result -> {
          outcomes.merge(result.outcome(), 1, Integer::sum);
          if (result.outcome().equals(Store.Result.SUCCEEDED)) {
            successes.add(new Success(result.job(), result.task(), result.endedAtMillis()));
            times.get(result.job() - 1)[result.task()]++;
            var ref = new AttemptRef(result.job(), result.task(), result.attempt());
            untrue += deeds.succeeded(ref) ? 0 : 1;
          }
        });
    for (int[] job : times) {
      int once = 0;
      for (int count : job) {
        never += count == 0 ? 1 : 0;
        repeated += count > 1 ? 1 : 0;
        once += count == 1 ? 1 : 0;
      }
      recorded.add(once);
    }
  }

  private void readJournal(Store store) {
    store.entriesAfter(
        0,
        entry -> {
          entries++;
          gaps += entry.sequence() == entries ? 0 : 1;
          stepsBack += entry.atMillis() < lastAtMillis ? 1 : 0;
          lastAtMillis = entry.atMillis();
        });
  }

  List<Success> successes() {
    return List.copyOf(successes);
  }

  /** How many results have this outcome. */
  int outcome(String name) {
    return outcomes.getOrDefault(name, 0);
  }

  /** Tasks of each job that are recorded exactly once as succeeded. */
  List<Integer> recorded() {
    return List.copyOf(recorded);
  }

  /** Tasks without a recorded success. */
  int never() {
    return never;
  }

  /** Tasks with more than one. */
  int repeated() {
    return repeated;
  }

  /** Successes recorded of commands that had none. */
  int untrue() {
    return untrue;
  }

  long entries() {
    return entries;
  }

  /** Entries out of sequence, or at a moment before the one of the entry before. */
  long disorder() {
    return gaps + stepsBack;
  }

  /** Decisions that replay differently. */
  long differing() {
    return differing;
  }

  boolean restartKnows() {
    return restartKnows;
  }
}
