package io.windhover.manager;

import io.windhover.core.step.Job;
import io.windhover.core.step.Snapshots;
import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.store.Store;
import io.windhover.store.StoreView;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the manager writes down beside the journal: snapshots, and progress for others to read. A
 * manager may have seen thousands of jobs end: those are written down once, each by itself, and
 * only the others again and again.
 */
final class Bookkeeping {
  /** Under this key other processes find the jobs that are not over, and the newest of all. */
  static final String PROGRESS = "progress";

  /** A snapshot may take this share of the time, at most: one part in so many. */
  private static final int SNAPSHOT_SHARE = 50;

  private final Store store;
  private final World world;
  private final ManagerSettings settings;
  private final LeaseBooks leases;
  private final List<JobProgress> jobs = new ArrayList<>();

  /** Jobs that may have changed since they were last looked at, besides new ones. */
  private Set<Integer> lively = new LinkedHashSet<>();

  private volatile Progress progress = new Progress(0, 0, 0, List.of());
  private long progressAtMillis;
  private int liveJobs = -1;
  private long snapshotSequence;
  private long snapshotAtMillis;
  private long snapshotTookMillis;

  Bookkeeping(Store store, World world, ManagerSettings settings, LeaseBooks leases) {
    this.store = store;
    this.world = world;
    this.settings = settings;
    this.leases = leases;
    this.snapshotSequence = world.sequence();
  }

  /** Under this key is a job that is over, and was not the newest when it was written. */
  private static String key(int job) {
    return PROGRESS + "/" + job;
  }

  /** What a manager that may still be running last said; empty when that is incomplete. */
  static Optional<Progress> read(StoreView store) {
    Optional<Progress> newest = store.value(PROGRESS).map(JournalCodec::progress);
    if (newest.isEmpty() || newest.get().jobs().isEmpty()) {
      return newest;
    }
    List<JobProgress> listed = newest.get().jobs();
    List<JobProgress> all = new ArrayList<>();
    for (JobProgress job : listed) {
      while (all.size() + 1 < job.id()) {
        Optional<JobProgress> over = store.value(key(all.size() + 1)).map(JournalCodec::job);
        if (over.isEmpty()) {
          return Optional.empty();
        }
        all.add(over.get());
      }
      all.add(job);
    }
    Progress p = newest.get();
    var machines = new Progress.Machines(p.machines(), p.cores());
    return Optional.of(Progress.of(p.atMillis(), machines, all));
  }

  Progress progress() {
    return progress;
  }

  /** Writes down what an earlier life of the manager had no time for. */
  void start(long nowMillis) {
    leases.start();
    for (Job job : world.jobs()) {
      JobProgress now = Progress.of(job);
      jobs.add(now);
      if (now.over()
          && job.id() < world.jobs().size()
          && !store.value(key(job.id())).equals(Optional.of(JournalCodec.encode(now)))) {
        store.put(key(job.id()), JournalCodec.encode(now));
      }
    }
    publish(nowMillis);
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
    boolean news = lookAtJobs();
    Progress.Machines machines = Progress.Machines.of(world);
    news |= machines.count() != progress.machines();
    news |= progress.jobs().isEmpty() && !jobs.isEmpty();
    progress = Progress.of(world.nowMillis(), machines, jobs);
    progressAtMillis = nowMillis;
    liveJobs = world.liveJobs().size();
    if (news) {
      List<JobProgress> listed = new ArrayList<>();
      lively.forEach(id -> listed.add(jobs.get(id - 1)));
      if (!jobs.isEmpty() && !lively.contains(jobs.size())) {
        listed.add(jobs.get(jobs.size() - 1));
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
    int known = jobs.size();
    for (int id = Math.max(1, known); id <= world.jobs().size(); id++) {
      suspects.add(id); // The newest that was known is among them: it may have to be put aside.
    }
    lively = new LinkedHashSet<>();
    world.liveJobs().forEach(job -> lively.add(job.id()));
    suspects.addAll(lively);
    boolean news = false;
    for (int id : suspects) {
      JobProgress now = Progress.of(world.job(id));
      boolean isNew = id > jobs.size();
      boolean changed = isNew || !now.equals(jobs.get(id - 1));
      if (isNew) {
        jobs.add(now);
      } else {
        jobs.set(id - 1, now);
      }
      boolean noLongerNewest = id == known && world.jobs().size() > known;
      if (now.over() && id < world.jobs().size() && (changed || noLongerNewest)) {
        store.put(key(id), JournalCodec.encode(now));
      }
      news |= changed;
    }
    return news;
  }

  private void snapshot(long nowMillis) {
    long beganNanos = System.nanoTime();
    saveSnapshot();
    snapshotTookMillis = (System.nanoTime() - beganNanos) / 1_000_000;
    snapshotSequence = world.sequence();
    snapshotAtMillis = nowMillis;
  }

  /** The snapshot, and with it the accounts that go on from there. */
  void saveSnapshot() {
    store.saveSnapshot(
        new Store.Snapshot(world.sequence(), JournalCodec.encode(Snapshots.of(world))),
        leases.besideSnapshot());
  }
}
