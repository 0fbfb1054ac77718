package io.windhover.app.pool;

import io.windhover.app.job.JobOutcome;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.Job;
import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.workload.Durations;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;

/**
 * Looks on while a pool's manager steps, and tells its log what happened: jobs that come, end or
 * are refused, workers that come and go, attempts lost with them. Called by whoever has the turn.
 */
final class TurnLog implements BiConsumer<Batch, Decision> {
  /** A turn that takes longer holds everybody up. */
  static final long SLOW_TURN_MILLIS = 1_000;

  private final ManagerLog log;
  private final World world;
  private final IntFunction<String> owners;
  private final IntFunction<JobProgress> progress;

  /** Names of the machines there are: one that is lost is no longer in the world. */
  private final Map<Integer, String> names = new TreeMap<>();

  /** Jobs that are not over, each with the attempts that it had lost when last looked at. */
  private final Map<Integer, Integer> lostOf = new TreeMap<>();

  TurnLog(
      ManagerLog log, World world, IntFunction<String> owners, IntFunction<JobProgress> progress) {
    this.log = log;
    this.world = world;
    this.owners = owners;
    this.progress = progress;
    world.machines().forEach(machine -> names.put(machine.id(), machine.spec().name()));
    world.liveJobs().forEach(job -> lostOf.put(job.id(), world.job(job.id()).lost()));
  }

  @Override
  public void accept(Batch batch, Decision decision) {
    Set<Integer> touched = new TreeSet<>();
    for (Event event : batch.events()) {
      if (event instanceof Event.Arrival arrival) {
        arrived(arrival, touched);
      } else if (event instanceof MachineChange change) {
        changed(change, touched);
      } else if (event instanceof Event.AttemptFinished finished) {
        touched.add(finished.attempt().task().job());
      } else if (event instanceof Event.AttemptFailed failed) {
        touched.add(failed.attempt().task().job());
      }
    }
    decision.actions().forEach(this::rented);
    touched.forEach(this::look);
  }

  private void rented(Action action) {
    if (action instanceof Action.Launch launch) {
      log.info(
          "machines asked for",
          "machine %d asked for: %s".formatted(launch.machine(), launch.offer()));
    } else if (action instanceof Action.Release release) {
      names.remove(release.machine());
      log.info("machines given back", "machine %d given back".formatted(release.machine()));
    }
  }

  private void arrived(Event.Arrival arrival, Set<Integer> touched) {
    if (arrival instanceof Event.JobSubmitted submitted) {
      int id = submitted.job();
      lostOf.put(id, 0);
      touched.add(id);
      log.info(
          "jobs submitted",
          "%s submitted by %s: %s"
              .formatted(title(id), owner(id), many(submitted.spec().taskCount(), "task")));
    } else if (arrival instanceof Event.JobCancelled cancelled) {
      touched.add(cancelled.job());
      log.info("jobs cancelled", "%s cancelled by its owner".formatted(title(cancelled.job())));
    } else if (arrival instanceof Event.JobAmended amended) {
      lostOf.put(amended.by(), world.job(amended.by()).lost());
      touched.add(amended.by());
      log.info(
          "jobs changed",
          amended.by() == amended.job()
              ? "%s: changed by its owner".formatted(title(amended.job()))
              : "%s: changed by its owner, goes on as job %d"
                  .formatted(title(amended.job()), amended.by()));
    } else if (arrival instanceof Event.RetryRequested retry) {
      Job job = world.job(retry.job());
      if (!job.over()) {
        lostOf.putIfAbsent(retry.job(), job.lost());
      }
      touched.add(retry.job());
      log.info(
          "retries",
          "%s: %s put back"
              .formatted(
                  title(retry.job()), retry.only().isEmpty() ? "what failed was" : retry.only()));
    }
  }

  private String owner(int job) {
    String owner = owners.apply(job);
    return owner.isEmpty() ? "whoever may use the state folder" : owner;
  }

  private void changed(MachineChange change, Set<Integer> touched) {
    int id = change.machine();
    if (change instanceof MachineChange.Ready ready) {
      MachineSpec spec = ready.spec();
      names.put(id, spec.name());
      log.info(
          "workers joined",
          "worker %s joined: %s, %s"
              .formatted(spec.name(), many(spec.cores(), "core"), String.join(" ", spec.labels())));
    } else if (change instanceof MachineChange.Lost lost) {
      touched.addAll(lostOf.keySet());
      String name = names.remove(id);
      log.warn(
          "workers gone",
          name == null
              ? "machine %d given up: %s".formatted(id, lost.why())
              : "worker %s gone: %s".formatted(name, lost.why()));
    } else if (change instanceof MachineChange.LaunchRefused refused) {
      log.warn("launches refused", "machine %d was not rented: %s".formatted(id, refused.why()));
    } else if (change instanceof MachineChange.Away) {
      log.warn("workers away", "worker %s away: it is given nothing".formatted(names.get(id)));
    } else if (change instanceof MachineChange.Back) {
      log.info("workers back", "worker %s back".formatted(names.get(id)));
    } else if (change instanceof MachineChange.Hibernated) {
      log.warn("workers hibernated", "worker %s hibernated".formatted(names.get(id)));
    } else if (change instanceof MachineChange.Resumed) {
      log.info("workers resumed", "worker %s resumed".formatted(names.get(id)));
    } else if (change instanceof MachineChange.Drained drained) {
      log.info(
          "workers drained",
          "worker %s %s"
              .formatted(
                  names.get(id),
                  drained.drained() ? "drained: it is given nothing new" : "is given work again"));
    } else if (change instanceof MachineChange.Relabelled relabelled) {
      log.info(
          "workers relabelled",
          "worker %s now offers: %s"
              .formatted(names.get(id), String.join(" ", relabelled.labels())));
    }
  }

  /** Tells if attempts of a job were lost since the last look, and if the job is over. */
  private void look(int id) {
    if (!world.hasJob(id)) {
      lostOf.remove(id); // An edit has closed it, and it has left with its newer form.
      return;
    }
    Job job = world.job(id);
    Integer before = lostOf.get(id);
    if (before == null) {
      return;
    }
    int lost = job.lost() - before;
    if (lost > 0) {
      lostOf.put(id, job.lost());
      log.warn(
          "losses of attempts",
          "%s: %s lost with their machine, to be run again without blame"
              .formatted(title(id), many(lost, "attempt")));
    }
    if (job.over()) {
      lostOf.remove(id);
      ended(progress.apply(id));
    }
  }

  private void ended(JobProgress job) {
    String took = Durations.format(job.endedAtMillis() - job.submittedAtMillis());
    String counts =
        "%,d succeeded, %,d failed, %,d cancelled, %,d skipped, %,d retried, %,d lost"
            .formatted(
                job.succeeded(),
                job.failed(),
                job.cancelled(),
                job.skipped(),
                job.retried(),
                job.lost());
    switch (JobOutcome.of(job, true)) {
      case DONE ->
          log.info("jobs ended", "%s done after %s: %s".formatted(title(job.id()), took, counts));
      case LATE ->
          log.warn(
              "jobs ended",
              "%s done, but late, after %s: %s".formatted(title(job.id()), took, counts));
      case CANCELLED ->
          log.info(
              "jobs ended", "%s cancelled after %s: %s".formatted(title(job.id()), took, counts));
      case REFUSED ->
          log.warn("jobs refused", "%s refused: %s".formatted(title(job.id()), job.rejection()));
      default ->
          log.warn("jobs ended", "%s failed after %s: %s".formatted(title(job.id()), took, counts));
    }
  }

  private static String many(int count, String what) {
    return "%,d %s%s".formatted(count, what, count == 1 ? "" : "s");
  }

  private String title(int job) {
    return "job %d (%s)".formatted(job, world.job(job).spec().name());
  }

  /** Takes what a call to the source of machines failed with. */
  void sourceFailed(String line) {
    log.warn("failed calls to the source", line);
  }

  /** Takes how long a turn has lasted; one that held everybody up is told. */
  void took(long millis) {
    if (millis >= SLOW_TURN_MILLIS) {
      log.warn("slow turns", "a turn took " + Durations.format(millis));
    }
  }
}
