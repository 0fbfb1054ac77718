package io.windhover.app.local;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.OrphanedLeases;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.app.terminal.ShellText;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.TaskState;
import io.windhover.core.words.Counted;
import io.windhover.manager.Recovery;
import io.windhover.store.StateFolder;
import io.windhover.store.Store;
import io.windhover.worker.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The state folder of a run: decides between going on with what is there, moving it aside and
 * beginning anew. Until that is decided nothing in it is changed.
 */
final class RunFolder implements AutoCloseable {
  private final RunSettings settings;
  private final StateFolder folder;
  private final Audience audience;

  private RunFolder(RunSettings settings, StateFolder folder, Audience audience) {
    this.settings = settings;
    this.folder = folder;
    this.audience = audience;
  }

  /** What a run begins with: a store, the world it describes, and the job to go on with, if any. */
  record Opened(Store store, Scheduler scheduler, Optional<Resumption> resumed) {}

  static RunFolder acquire(RunSettings settings, Audience audience) {
    return new RunFolder(
        settings, StateFolder.acquire(settings.folder(), settings.commandLine()), audience);
  }

  StateFolder state() {
    return folder;
  }

  Opened open(RunSite site, long nowMillis) {
    if (!folder.hasDatabase()) {
      endLeftovers();
      return fresh();
    }
    Store store = folder.openDatabase();
    boolean kept = false;
    try {
      RecordedPolicy recorded = RecordedPolicy.of(store);
      Policy policy = recorded.make();
      Scheduler scheduler = Recovery.load(store, policy);
      if (!site.rents() || !settings.resume()) {
        OrphanedLeases.refuse(ShellText.path(settings.folder()), store, scheduler);
      }
      Optional<Job> job =
          scheduler.world().jobs().stream().findFirst().map(scheduler.world()::newest);
      if (job.isEmpty() && Files.exists(folder.logs())) {
        throw folder.lost("holds no job, but there are outputs of tasks");
      }
      if (job.isEmpty() && recorded.equals(settings.policy())) {
        // It ended before a job was accepted.
        endLeftovers();
        kept = true;
        return recorded(store, scheduler);
      } else if (job.isPresent() && settings.resume()) {
        checkPolicy(recorded);
        checkSame(job.get());
        Resumption resumed =
            Resumption.of(scheduler.world(), job.get(), settings, policy, nowMillis);
        checkPossible(resumed.job(), policy, site, nowMillis);
        checkWanted(resumed, job.get());
        endLeftovers();
        settings.record(store);
        kept = true;
        return new Opened(store, scheduler, Optional.of(resumed));
      } else if (job.isPresent() && !job.get().over()) {
        throw unfinished(job.get());
      }
    } finally {
      if (!kept) {
        store.close();
      }
    }
    endLeftovers();
    audience.notice("an earlier run is over; it is kept in " + ShellText.path(folder.archive()));
    return fresh();
  }

  /** Records first by which policy the journal is to be read. */
  private Opened fresh() {
    Store store = folder.createDatabase();
    return recorded(store, new Scheduler(settings.policy().make(), List.of()));
  }

  private Opened recorded(Store store, Scheduler scheduler) {
    store.put(RecordedPolicy.KEY, settings.policy().encode());
    settings.record(store);
    return new Opened(store, scheduler, Optional.empty());
  }

  private void checkPolicy(RecordedPolicy recorded) {
    if (!recorded.equals(settings.policy())) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "the run in %s was begun with policy %s; go on with it by that, or begin anew elsewhere"
                  .formatted(ShellText.path(settings.folder()), recorded.name())
              + " with --dir DIR");
    }
  }

  private void endLeftovers() {
    Path state = settings.folder();
    try {
      Leftovers.Ended ended = Leftovers.end(state, Duration.ofMillis(settings.graceMillis()));
      if (ended.ended() > 0) {
        audience.notice(
            "ended %s that an earlier run had left running"
                .formatted(Counted.of(ended.ended(), "process", "processes")));
      }
      if (ended.left() > 0) {
        audience.trouble(
            Counted.of(ended.left(), "process", "processes")
                + " of an earlier run could not be ended");
      }
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.IMPOSSIBLE, state + ": " + e.getMessage(), e);
    }
  }

  private CommandFailure unfinished(Job job) {
    int done = job.count(TaskState.SUCCEEDED);
    return new CommandFailure(
        ExitCode.BAD_INPUT,
        "%s holds an unfinished run of %s (%,d of %s done); go on with it by adding"
                .formatted(
                    ShellText.path(settings.folder()),
                    job.spec().name(),
                    done,
                    Counted.of(job.spec().taskCount(), "task"))
            + " --resume, or begin anew elsewhere with --dir DIR");
  }

  /** An edit may change all but where the job belongs. */
  private void checkSame(Job job) {
    JobSpec was = job.spec();
    JobSpec now = settings.spec();
    if (!was.name().equals(now.name()) || !was.folder().equals(now.folder())) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "the run in %s is of another job: %s differs; begin anew elsewhere with --dir DIR"
              .formatted(
                  ShellText.path(settings.folder()),
                  was.name().equals(now.name()) ? "the folder of the job file" : "name"));
    }
  }

  /** Shows what an edit means and asks; nothing is recorded unless somebody agrees. */
  private void checkWanted(Resumption resumed, Job before) {
    if (resumed.changes().isEmpty()) {
      return;
    }
    String title = before.spec().name() + " in " + ShellText.path(settings.folder());
    if (before.cancelled()) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, title + " was cancelled, which is final; run it anew");
    }
    String heading = "the work of " + title + " has changed since it was last run";
    if (!audience.agrees(heading, resumed.meaning(before))) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "nothing was run and the edit was not taken up; add --yes to carry on in the new form,"
              + " undo the edit to go on as before, or begin anew elsewhere with --dir DIR");
    }
  }

  private void checkPossible(Job job, Policy policy, RunSite site, long nowMillis) {
    List<TaskGroup> left =
        job.groups().stream().filter(RunFolder::hasWork).map(Group::spec).toList();
    site.obstacle(policy, job.spec(), left, nowMillis)
        .ifPresent(
            why -> {
              throw new CommandFailure(
                  ExitCode.IMPOSSIBLE,
                  why + "; the run in " + ShellText.path(settings.folder()) + " is kept as it is");
            });
  }

  private static boolean hasWork(Group group) {
    return group.count(TaskState.WAITING)
            + group.count(TaskState.RUNNING)
            + group.count(TaskState.SKIPPED)
        > 0;
  }

  @Override
  public void close() {
    folder.close();
  }
}
