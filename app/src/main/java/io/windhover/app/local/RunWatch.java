package io.windhover.app.local;

import io.windhover.app.local.RunOutcome.FailedTask;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.KnownTask;
import io.windhover.app.state.ResultsToday;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.store.StoreView;
import io.windhover.worker.LogFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Looks on while the manager steps, on whichever thread takes the turn: notes when the machine has
 * joined, when the job is over, which tasks have failed for good, and when nothing can go on.
 */
final class RunWatch implements BiConsumer<Batch, Decision> {
  /** More failures than this are only counted. */
  static final int FAILURES_MAX = 100;

  private final Scheduler scheduler;
  private final World world;
  private final LogFiles logs;
  private final FileLines places;
  private final Consumer<FailedTask> onFailure;
  private final CompletableFuture<Void> joined = new CompletableFuture<>();
  private final CompletableFuture<Optional<Reason>> ended = new CompletableFuture<>();
  private final List<FailedTask> failures = new ArrayList<>();
  private boolean busy;

  RunWatch(Scheduler scheduler, LogFiles logs, FileLines places, Consumer<FailedTask> onFailure) {
    this.scheduler = scheduler;
    this.world = scheduler.world();
    this.logs = logs;
    this.places = places;
    this.onFailure = onFailure;
  }

  /** Completed when the machine can take work. */
  CompletableFuture<Void> joined() {
    return joined;
  }

  /** Completed when the job is over, or with the reason why nothing of it can run here. */
  CompletableFuture<Optional<Reason>> ended() {
    return ended;
  }

  /** The first tasks that failed for good; to be read when the manager has stopped. */
  List<FailedTask> failures() {
    return List.copyOf(failures);
  }

  /**
   * Takes up the failures of earlier sessions, so that the last word names them too.
   *
   * @param goesOnWith the world as the run goes on with it, perhaps after an edit
   */
  void recall(StoreView store, World goesOnWith) {
    ResultsToday.each(
        goesOnWith,
        store,
        result -> {
          var id = new AttemptId(new TaskId(result.job(), result.task()), result.attempt());
          String why = result.detail().lines().findFirst().orElse("");
          if (failures.size() < FAILURES_MAX && isFinal(goesOnWith, id)) {
            failures.add(failedTask(goesOnWith, id, exit(why), why));
          }
        });
  }

  /** The exit code in the words of {@link Failure.Exited}. */
  private static Optional<Integer> exit(String why) {
    return why.matches("exit \\d{1,9}")
        ? Optional.of(Integer.valueOf(why.substring("exit ".length())))
        : Optional.empty();
  }

  @Override
  public void accept(Batch batch, Decision decision) {
    for (Event event : batch.events()) {
      if (event instanceof MachineChange.Ready) {
        joined.complete(null);
      } else if (event instanceof Event.AttemptFailed failed) {
        failed(failed.attempt(), failed.failure());
      } else if (event instanceof Event.Arrival && !(event instanceof Event.JobAmended)) {
        busy = true; // After an edit the job is asked to go on first.
      }
    }
    if (busy && world.liveJobs().isEmpty()) {
      ended.complete(Optional.empty());
    } else if (busy && world.attempts().isEmpty() && !world.machines().isEmpty()) {
      obstacle().ifPresent(reason -> ended.complete(Optional.of(reason)));
    }
  }

  private void failed(AttemptId id, Failure failure) {
    if (!isFinal(world, id)) {
      return;
    }
    Optional<Integer> exit =
        failure instanceof Failure.Exited exited ? Optional.of(exited.code()) : Optional.empty();
    FailedTask task = failedTask(world, id, exit, failure.text());
    if (failures.size() < FAILURES_MAX) {
      failures.add(task);
    }
    onFailure.accept(task);
  }

  /** Whether the task has failed for good, and with this attempt. */
  private static boolean isFinal(World world, AttemptId id) {
    Group group = world.job(id.task().job()).groupOf(id.task());
    int index = id.task().index() - group.firstIndex();
    return group.state(index) == TaskState.FAILED && group.attempts(index) == id.number();
  }

  private FailedTask failedTask(World world, AttemptId id, Optional<Integer> exit, String why) {
    Job job = world.job(id.task().job());
    Group group = job.groupOf(id.task());
    int index = id.task().index() - group.firstIndex();
    return new FailedTask(
        job.nameOf(id.task()),
        id.task().index(),
        KnownTask.of(group, index, places),
        id.number(),
        exit,
        why,
        logs.err(group.spec().name(), index, id.number()));
  }

  /** Nothing runs and something waits: is there a reason that will not pass by itself? */
  private Optional<Reason> obstacle() {
    return scheduler.policy().explain(world).stream()
        .filter(
            reason -> reason instanceof Reason.NobodyOffers || reason instanceof Reason.TooLarge)
        .findFirst();
  }
}
