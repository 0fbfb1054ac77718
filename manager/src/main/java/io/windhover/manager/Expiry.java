package io.windhover.manager;

import io.windhover.core.step.World;
import io.windhover.store.KeyRange;
import io.windhover.store.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Removes what is on disk about jobs that ended longer ago than they are to be kept: results and
 * texts. A little at a time, so that no turn waits for it; what was begun and not ended is begun
 * again after a restart.
 */
final class Expiry {
  /** Under this key: a job's id; what came before it was removed. */
  static final String OLDEST = "oldest";

  private static final long PAUSE_MILLIS = 1_000;
  private static final int JOBS_AT_ONCE = 20;
  private static final int RESULTS_AT_ONCE = 1_000;
  private static final int OLDEST_STEPS_MAX = 100;

  private final Store store;
  private final World world;
  private final Owners owners;
  private final long onDiskMillis;
  private long nextMillis = Long.MIN_VALUE;

  Expiry(Store store, World world, Owners owners, long onDiskMillis) {
    this.store = store;
    this.world = world;
    this.owners = owners;
    this.onDiskMillis = onDiskMillis;
  }

  /** Removes some of it, if it is time. */
  void tick(long nowMillis) {
    if (onDiskMillis == Long.MAX_VALUE || nowMillis < nextMillis) {
      return;
    }
    List<String> due = new ArrayList<>();
    String behind = KeptJobs.BY_END + KeptJobs.endPart(Math.max(0, nowMillis - onDiskMillis));
    store.texts(
        KeyRange.startingWith(KeptJobs.BY_END, JOBS_AT_ONCE).endingBefore(behind),
        (key, text) -> due.add(key));
    nextMillis = due.size() < JOBS_AT_ONCE ? nowMillis + PAUSE_MILLIS : nowMillis;
    int results = 0;
    Map<String, String> removed = new LinkedHashMap<>();
    for (String key : due) {
      int job = Integer.parseInt(key.substring(key.lastIndexOf('/') + 1));
      int dropped = store.forgetResults(job, RESULTS_AT_ONCE);
      results += dropped;
      if (dropped < RESULTS_AT_ONCE) {
        removed.put(key, "");
        removed.put(KeptJobs.stateKey(job), "");
        removed.put(KeptJobs.progressKey(job), "");
        removed.put(KeptJobs.rosterKey(job), "");
        owners.remove(job, removed);
      }
      if (results >= RESULTS_AT_ONCE) {
        nextMillis = nowMillis;
        break;
      }
    }
    if (!removed.isEmpty()) {
      removed.put(OLDEST, Integer.toString(oldest(removed)));
    }
    store.append(List.of(), List.of(), removed, Store.Durability.PROCESS_CRASH);
  }

  /** The first job from the one before on that may still be there, in a bounded search. */
  private int oldest(Map<String, String> removed) {
    int oldest = store.value(OLDEST).map(Integer::parseInt).orElse(1);
    for (int step = 0; step < OLDEST_STEPS_MAX && oldest < world.nextJobId(); step++) {
      String key = KeptJobs.progressKey(oldest);
      boolean there =
          world.hasJob(oldest) || (store.value(key).isPresent() && !removed.containsKey(key));
      if (there) {
        break;
      }
      oldest++;
    }
    return oldest;
  }
}
