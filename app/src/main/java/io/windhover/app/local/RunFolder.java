package io.windhover.app.local;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.app.terminal.Shown;
import io.windhover.core.model.MachineSpec;
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
import java.util.function.Consumer;

/**
 * The state folder of a run: decides between going on with what is there, moving it aside and
 * beginning anew. Until that is decided nothing in it is changed.
 */
final class RunFolder implements AutoCloseable {
  private final RunSettings settings;
  private final StateFolder folder;
  private final Consumer<String> notices;

  private RunFolder(RunSettings settings, StateFolder folder, Consumer<String> notices) {
    this.settings = settings;
    this.folder = folder;
    this.notices = notices;
  }

  /** What a run begins with: a store, the world it describes, and the job if it is there. */
  record Opened(Store store, Scheduler scheduler, Optional<Job> job) {}

  static RunFolder acquire(RunSettings settings, Consumer<String> notices) {
    return new RunFolder(
        settings, StateFolder.acquire(settings.folder(), settings.commandLine()), notices);
  }

  StateFolder state() {
    return folder;
  }

  Opened open(MachineSpec machine, long nowMillis) {
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
      Optional<Job> job = scheduler.world().jobs().stream().findFirst();
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
        checkPossible(job.get(), policy, machine, nowMillis);
        endLeftovers();
        OpenRun.recordResume(store, settings.resumeCommand());
        kept = true;
        return new Opened(store, scheduler, job);
      } else if (job.isPresent() && !job.get().over()) {
        throw unfinished(job.get());
      }
    } finally {
      if (!kept) {
        store.close();
      }
    }
    endLeftovers();
    notices.accept("an earlier run is over; it is kept in " + Shown.path(folder.archive()));
    return fresh();
  }

  /** Records first by which policy the journal is to be read. */
  private Opened fresh() {
    Store store = folder.createDatabase();
    return recorded(store, new Scheduler(settings.policy().make(), List.of()));
  }

  private Opened recorded(Store store, Scheduler scheduler) {
    store.put(RecordedPolicy.KEY, settings.policy().encode());
    OpenRun.recordResume(store, settings.resumeCommand());
    return new Opened(store, scheduler, Optional.empty());
  }

  private void checkPolicy(RecordedPolicy recorded) {
    if (!recorded.equals(settings.policy())) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "the run in %s was begun with policy %s; go on with it by that, or begin anew elsewhere"
                  .formatted(Shown.path(settings.folder()), recorded.name())
              + " with --dir DIR");
    }
  }

  private void endLeftovers() {
    Path state = settings.folder();
    try {
      Leftovers.Ended ended = Leftovers.end(state, Duration.ofMillis(settings.graceMillis()));
      if (ended.ended() > 0) {
        notices.accept(
            "ended %s that an earlier run had left running"
                .formatted(Counted.of(ended.ended(), "process", "processes")));
      }
      if (ended.left() > 0) {
        notices.accept(
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
                    Shown.path(settings.folder()),
                    job.spec().name(),
                    done,
                    Counted.of(job.spec().taskCount(), "task"))
            + " --resume, or begin anew elsewhere with --dir DIR");
  }

  private void checkSame(Job job) {
    SpecDifference.first(job.spec(), settings.spec())
        .ifPresent(
            field -> {
              throw new CommandFailure(
                  ExitCode.BAD_INPUT,
                  "the run in %s was begun with other work: %s differs; undo the change to go on"
                          .formatted(Shown.path(settings.folder()), field)
                      + " with it, or begin anew elsewhere with --dir DIR");
            });
    if (job.spec().keepGoing() != settings.spec().keepGoing()) {
      notices.accept(
          job.spec().keepGoing()
              ? "this run was begun with --keep-going and goes on so"
              : "--keep-going has no effect: this run was begun without it");
    }
  }

  private void checkPossible(Job job, Policy policy, MachineSpec machine, long nowMillis) {
    List<TaskGroup> left =
        job.groups().stream().filter(RunFolder::hasWork).map(Group::spec).toList();
    Feasibility.obstacle(policy, machine, job.spec(), left, nowMillis)
        .ifPresent(
            reason -> {
              throw new CommandFailure(
                  ExitCode.IMPOSSIBLE,
                  Feasibility.explain(reason, left)
                      + "; the run in "
                      + Shown.path(settings.folder())
                      + " is kept as it is");
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
