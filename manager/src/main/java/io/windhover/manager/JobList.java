package io.windhover.manager;

import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * All jobs of a state, whether they are in the world or only on disk. Those on disk are read when
 * they are asked for: there may be many more than anybody wants to see.
 */
public final class JobList {
  private final StoreView store;
  private final Map<Integer, JobProgress> known = new TreeMap<>();
  private final int newest;

  private JobList(StoreView store, List<JobProgress> jobs, int newest) {
    this.store = store;
    jobs.forEach(job -> known.put(job.id(), job));
    this.newest = newest;
  }

  /** As a manager that may be running last said; empty when it has not said anything yet. */
  public static Optional<JobList> lastSaid(StoreView store) {
    return Recovery.lastProgress(store)
        .map(Progress::jobs)
        .map(
            jobs ->
                new JobList(store, jobs, jobs.stream().mapToInt(JobProgress::id).max().orElse(0)));
  }

  /** As the journal has it. */
  public static JobList of(World world, StoreView store) {
    return new JobList(store, Progress.of(world).jobs(), world.nextJobId() - 1);
  }

  /** A job that is there; one whose place another has taken is no more to be seen. */
  public Optional<JobProgress> job(int id) {
    return Optional.ofNullable(known.get(id))
        .or(() -> id < 1 || id > newest ? Optional.empty() : KeptJobs.progress(store, id))
        .filter(job -> job.replacedBy() == 0);
  }

  /** The newest that is there. */
  public Optional<JobProgress> newest() {
    return find(job -> true);
  }

  /** The newest for which this holds. */
  public Optional<JobProgress> find(Predicate<JobProgress> wanted) {
    int oldest = oldest();
    for (int id = newest; id >= oldest; id--) {
      Optional<JobProgress> found = job(id).filter(wanted);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** All of them, newest first. */
  public List<JobProgress> all() {
    List<JobProgress> all = new ArrayList<>();
    int oldest = oldest();
    for (int id = newest; id >= oldest; id--) {
      job(id).ifPresent(all::add);
    }
    return all;
  }

  /** Jobs before this one are no longer on disk. */
  private int oldest() {
    return store.value(Expiry.OLDEST).map(Integer::parseInt).orElse(1);
  }
}
