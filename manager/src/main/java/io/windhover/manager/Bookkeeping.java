package io.windhover.manager;

import io.windhover.core.event.Batch;
import io.windhover.core.step.Job;
import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.store.Store;
import io.windhover.store.Store.Durability;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the manager writes down beside the journal: snapshots, and progress for others to read. A
 * manager may have seen thousands of jobs end: those are written down once, each by itself, and
 * only the others again and again.
 */
final class Bookkeeping {
  /** Under this key other processes find the jobs that are not over, and the newest of all. */
  static final String PROGRESS = "progress";

  private final Store store;
  private final World world;
  private final ManagerSettings settings;
  private final LeaseBooks leases;
  private final JournalKeeper journal;

  /** The jobs of the world, as they were last looked at. */
  private final TreeMap<Integer, JobProgress> jobs = new TreeMap<>();

  /** Jobs that may have changed since they were last looked at, besides new ones. */
  private Set<Integer> lively = new LinkedHashSet<>();

  private volatile Progress progress = new Progress(0, 0, 0, List.of());
  private long progressAtMillis;
  private int liveJobs = -1;

  /** The newest job when they were last looked at; 0 before the first. */
  private int newest;

  Bookkeeping(Store store, World world, ManagerSettings settings, LeaseBooks leases) {
    this.store = store;
    this.world = world;
    this.settings = settings;
    this.leases = leases;
    this.journal = new JournalKeeper(store, world, settings, leases);
  }

  Progress progress() {
    return progress;
  }

  /** Writes down what an earlier life of the manager had no time for. */
  void start(long nowMillis) {
    leases.start();
    newest = world.nextJobId() - 1;
    for (Job job : world.jobs()) {
      JobProgress now = Progress.of(job);
      jobs.put(job.id(), now);
      String key = KeptJobs.progressKey(job.id());
      if (now.over()
          && job.id() < newest
          && !store.value(key).equals(Optional.of(JournalCodec.encode(now)))) {
        store.put(key, JournalCodec.encode(now));
      }
    }
    publish(nowMillis);
  }

  void keep(long nowMillis) {
    if (liveJobs != world.liveJobs().size()
        || nowMillis - progressAtMillis >= settings.progressMillis()) {
      publish(nowMillis);
    }
    journal.keep(nowMillis);
  }

  /**
   * Writes down a turn, all of it at once.
   *
   * @param decided empty when the step has failed
   */
  void write(Batch batch, String happened, String decided, Intake intake) {
    store.append(
        List.of(new Store.Entry(batch.sequence(), batch.atMillis(), happened, decided)),
        intake.results,
        intake.texts,
        intake.ofOwners() ? Durability.POWER_LOSS : settings.durability());
  }

  /** Writes down where things stand, so that the next start need not replay the journal. */
  void close(long nowMillis) {
    journal.snapshot(nowMillis);
    publish(nowMillis);
  }

  private void publish(long nowMillis) {
    boolean news = lookAtJobs();
    Progress.Machines machines = Progress.Machines.of(world);
    news |= machines.count() != progress.machines();
    news |= progress.jobs().isEmpty() && newest > 0;
    progress = Progress.of(world.nowMillis(), machines, List.copyOf(jobs.values()));
    progressAtMillis = nowMillis;
    liveJobs = world.liveJobs().size();
    if (news) {
      List<JobProgress> listed = new ArrayList<>();
      lively.forEach(id -> Optional.ofNullable(jobs.get(id)).ifPresent(listed::add));
      if (newest > 0 && !lively.contains(newest)) {
        Optional.ofNullable(jobs.get(newest))
            .or(() -> KeptJobs.progress(store, newest))
            .ifPresent(listed::add);
      }
      store.put(
          PROGRESS,
          JournalCodec.encode(
              new Progress(world.nowMillis(), machines.count(), machines.cores(), listed)));
    }
  }

  /** Brings the jobs up to date that may have changed; answers whether one has. */
  private boolean lookAtJobs() {
    Set<Integer> suspects = lively;
    int known = newest;
    newest = world.nextJobId() - 1;
    for (int id = Math.max(1, known); id <= newest; id++) {
      suspects.add(id); // The newest that was known is among them: it may have to be put aside.
    }
    lively = new LinkedHashSet<>();
    world.liveJobs().forEach(job -> lively.add(job.id()));
    suspects.addAll(lively);
    boolean news = newest > known;
    for (int id : suspects) {
      if (!world.hasJob(id)) {
        news |= jobs.remove(id) != null;
        continue; // It was written down when it left.
      }
      JobProgress now = Progress.of(world.job(id));
      boolean changed = !now.equals(jobs.put(id, now));
      boolean noLongerNewest = id == known && newest > known;
      if (now.over() && id < newest && (changed || noLongerNewest)) {
        store.put(KeptJobs.progressKey(id), JournalCodec.encode(now));
      }
      news |= changed;
    }
    if (jobs.size() > world.jobs().size()) {
      jobs.keySet().removeIf(id -> !world.hasJob(id));
    }
    return news;
  }
}
