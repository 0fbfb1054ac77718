package io.windhover.core.step;

import io.windhover.core.event.Event;
import io.windhover.core.event.EventReader;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Memory;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Applies what happened. A report of an attempt or a machine that the world no longer counts on is
 * history: it changes nothing, so late and doubled reports are harmless.
 *
 * <p>Some facts oblige us whatever the policy: the attempts of a cancelled job, and the other
 * replicas of a task that has succeeded, must be ended, and a machine that is too old must be given
 * back. Those wishes are collected as owed.
 */
final class Facts implements EventReader {
  private final World world;
  private final MachineFacts machines;
  private final Set<AttemptId> owedStops = new LinkedHashSet<>();

  Facts(World world) {
    this.world = world;
    this.machines = new MachineFacts(world, this);
  }

  MachineFacts machines() {
    return machines;
  }

  /**
   * What the facts applied since the last call oblige us to do. An attempt may be owed a stop by
   * one fact of a batch and be ended by the next, so only those still live are asked to stop.
   */
  List<Action> takeOwed() {
    List<Action> owed = machines.takeOwed();
    if (owedStops.isEmpty()) {
      return owed;
    }
    for (AttemptId id : owedStops) {
      Attempt attempt = world.liveAttempt(id);
      if (attempt != null && !attempt.stopping()) {
        owed.add(new Action.Stop(id));
      }
    }
    owedStops.clear();
    return owed;
  }

  void apply(Event event) {
    event.tell(this);
  }

  @Override
  public void machineChange(MachineChange change) {
    change.tell(machines);
  }

  @Override
  public void offersChanged(Event.OffersChanged changed) {
    world.offer(changed.offers());
  }

  @Override
  public void priceChanged(Event.PriceChanged price) {
    world
        .offer(price.offer())
        .ifPresent(offer -> world.reprice(offer.priced(price.pricePerHourNanos())));
  }

  @Override
  public void limitsChanged(Event.LimitsChanged changed) {
    world.limits = changed.limits();
    world.machines().forEach(machines::oweWakeForAge);
  }

  @Override
  public void forgotten(Event.JobForgotten forgotten) {
    world.forget(forgotten.job());
  }

  @Override
  public void timerFired(Event.TimerFired timer) {
    world.timers().remove(timer.wakeAtMillis());
  }

  @Override
  public void attemptStarted(Event.AttemptStarted started) {
    Attempt attempt = world.liveAttempt(started.attempt());
    if (attempt != null && attempt.startedAtMillis < 0) {
      attempt.startedAtMillis = world.nowMillis();
    }
  }

  @Override
  public void attemptCheckpointed(Event.AttemptCheckpointed checkpoint) {
    Attempt attempt = world.liveAttempt(checkpoint.attempt());
    if (attempt != null) {
      attempt.checkpointing = false;
      if (checkpoint.progressMillis() > attempt.checkpointedMillis && checkpoint.tookMillis() > 0) {
        attempt.group().dumped(checkpoint.tookMillis());
      }
      attempt.checkpointedMillis =
          Math.max(attempt.checkpointedMillis, checkpoint.progressMillis());
      attempt.group().keepSafe(attempt.index(), attempt.safeParts());
    }
  }

  @Override
  public void attemptCleansUp(Event.AttemptCleansUp cleanup) {
    Attempt attempt = world.liveAttempt(cleanup.attempt());
    if (attempt != null) {
      attempt.cleansUp = true;
    }
  }

  @Override
  public void attemptFinished(Event.AttemptFinished finished) {
    Attempt attempt = world.liveAttempt(finished.attempt());
    if (attempt != null) {
      world.removeAttempt(attempt);
      attempt.group().ran(finished.ranMillis());
      finished(attempt);
      refreshThrottled(attempt.group());
      world.closeIfOver(attempt.group().job());
    }
  }

  @Override
  public void attemptFailed(Event.AttemptFailed failed) {
    Attempt attempt = world.liveAttempt(failed.attempt());
    if (attempt != null) {
      world.removeAttempt(attempt);
      failed(attempt, failed.failure());
      refreshThrottled(attempt.group());
      world.closeIfOver(attempt.group().job());
    }
  }

  /** Where only so many tasks may run at once, the end of one lets another begin. */
  private void refreshThrottled(Group group) {
    if (group.spec().parallel() > 0) {
      world.refresh(group);
    }
  }

  private void finished(Attempt attempt) {
    Group group = attempt.group();
    int index = attempt.index();
    if (group.state(index) != TaskState.RUNNING) {
      return;
    }
    group.move(index, TaskState.SUCCEEDED);
    oweStopToReplicas(attempt);
    group.job().succeeded(group, index).forEach(world::refresh);
  }

  private void failed(Attempt attempt, Failure failure) {
    Group group = attempt.group();
    int index = attempt.index();
    if (group.state(index) != TaskState.RUNNING) {
      return;
    }
    if (failure.countsAgainstTask()) {
      group.failures[index]++;
      group.forgetSafe(index);
    }
    if (group.failures[index] > group.spec().retries()) {
      group.move(index, TaskState.FAILED);
      oweStopToReplicas(attempt);
      group.job().skipAfterFailureOf(group, index).forEach(world::refresh);
      return;
    }
    backToWaiting(attempt);
    if (failure instanceof Failure.Stopped) {
      group.job().lost++;
    }
    if (failure.countsAgainstTask() && group.state(index) == TaskState.WAITING) {
      group.job().retried++;
    }
  }

  /** The attempt is gone through no fault of its task. */
  void lost(Attempt attempt) {
    world.removeAttempt(attempt);
    if (attempt.group().state(attempt.index()) == TaskState.RUNNING) {
      attempt.group().job().lost++;
      backToWaiting(attempt);
    }
    world.closeIfOver(attempt.group().job());
  }

  private void backToWaiting(Attempt attempt) {
    Group group = attempt.group();
    if (group.live[attempt.index()] == 0) {
      boolean halted = group.job().halted;
      group.move(attempt.index(), halted ? TaskState.SKIPPED : TaskState.WAITING);
      world.refresh(group);
    }
  }

  /** The attempt has settled its task; others of the task that still run do so for nothing. */
  private void oweStopToReplicas(Attempt attempt) {
    Group group = attempt.group();
    int index = attempt.index();
    for (int number = 1; group.live[index] > 0 && number <= group.attempts[index]; number++) {
      owedStops.add(new AttemptId(attempt.id().task(), number));
    }
  }

  @Override
  public void submitted(Event.JobSubmitted submitted) {
    world.addJob(new Job(submitted.job(), submitted.spec(), world.nowMillis()));
  }

  @Override
  public void cancelled(Event.JobCancelled cancelled) {
    cancel(world.job(cancelled.job()));
  }

  @Override
  public void retryRequested(Event.RetryRequested retry) {
    Job job = world.job(retry.job());
    if (!job.cancelled() && !job.isReplaced() && job.rejection().isEmpty()) {
      job.putBack(retry.failedToo(), retry.only());
      world.refresh(job);
      world.closeIfOver(job);
    }
  }

  private void cancel(Job job) {
    if (job.settled()) {
      return;
    }
    job.cancelled = true;
    end(job);
  }

  /** What a policy remembers may be about tasks that are others now: it goes on without. */
  @Override
  public void amended(Event.JobAmended amended) {
    world.memory = Memory.NONE;
    if (amended.by() == amended.job()) {
      world.newest(world.job(amended.job())).amend(amended.spec());
      return;
    }
    Job before = world.newest(world.job(amended.job()));
    Job after = Amendment.of(world, before, amended.by(), amended.spec());
    before.replacedBy = after.id();
    end(before);
    world.addJob(after);
    world.closeIfOver(after);
  }

  /** Nothing of the job is started any more, and what runs of it is owed a stop. */
  private void end(Job job) {
    job.cancelWaiting();
    for (Attempt attempt : world.attempts()) {
      if (attempt.group().job() == job) {
        if (attempt.group().state(attempt.index()) == TaskState.RUNNING) {
          attempt.group().move(attempt.index(), TaskState.CANCELLED);
        }
        owedStops.add(attempt.id());
      }
    }
    world.refresh(job);
    world.closeIfOver(job);
  }
}
