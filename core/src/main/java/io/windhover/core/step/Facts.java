package io.windhover.core.step;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Applies what happened. A report of an attempt or a machine that the world no longer counts on is
 * history: it changes nothing, so late and doubled reports are harmless.
 *
 * <p>Some facts oblige us whatever the policy: the attempts of a cancelled job, and the other
 * replicas of a task that has succeeded, must be ended. Those wishes are collected as owed.
 */
final class Facts {
  private final World world;
  private final Set<AttemptId> owedStops = new LinkedHashSet<>();

  Facts(World world) {
    this.world = world;
  }

  /**
   * What the facts applied since the last call oblige us to do. An attempt may be owed a stop by
   * one fact of a batch and be ended by the next, so only those still live are asked to stop.
   */
  List<Action> takeOwed() {
    if (owedStops.isEmpty()) {
      return List.of();
    }
    List<Action> stops = new ArrayList<>();
    for (AttemptId id : owedStops) {
      Attempt attempt = world.liveAttempt(id);
      if (attempt != null && !attempt.stopping()) {
        stops.add(new Action.Stop(id));
      }
    }
    owedStops.clear();
    return stops;
  }

  void apply(Event event) {
    if (event instanceof Event.AttemptChange change) {
      apply(change);
    } else if (event instanceof Event.MachineChange change) {
      apply(change);
    } else if (event instanceof Event.Arrival arrival) {
      apply(arrival);
    } else if (event instanceof Event.TimerFired timer) {
      world.timers().remove(timer.wakeAtMillis());
    } else if (event instanceof Event.PriceChanged price) {
      world
          .offer(price.offer())
          .ifPresent(offer -> world.price(offer.priced(price.pricePerHourNanos())));
    }
  }

  private void apply(Event.AttemptChange change) {
    Attempt attempt = world.liveAttempt(change.attempt());
    if (attempt == null) {
      return;
    }
    if (change instanceof Event.AttemptStarted) {
      if (attempt.startedAtMillis < 0) {
        attempt.startedAtMillis = world.nowMillis();
      }
    } else if (change instanceof Event.AttemptCheckpointed checkpoint) {
      attempt.checkpointing = false;
      attempt.checkpointedMillis =
          Math.max(attempt.checkpointedMillis, checkpoint.progressMillis());
      attempt.group().keepSafe(attempt.index(), attempt.safeParts());
    } else if (change instanceof Event.AttemptCleansUp) {
      attempt.cleansUp = true;
    } else if (change instanceof Event.AttemptFinished finished) {
      world.removeAttempt(attempt);
      attempt.group().ran(finished.ranMillis());
      finished(attempt);
      refreshThrottled(attempt.group());
      world.closeIfOver(attempt.group().job());
    } else if (change instanceof Event.AttemptFailed failed) {
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

  private void apply(Event.MachineChange change) {
    if (change instanceof Event.MachineReady ready) {
      machineReady(ready);
      return;
    }
    Machine machine = world.liveMachine(change.machine());
    if (machine == null) {
      return;
    }
    if (change instanceof Event.MachineLost) {
      remove(machine);
      return;
    } else if (change instanceof Event.LaunchRefused) {
      if (machine.state() == MachineView.State.REQUESTED) {
        machine.refused = true;
        remove(machine);
      }
      return;
    } else if (change instanceof Event.MachineHibernated) {
      machine.freeze(world.nowMillis());
    } else if (change instanceof Event.MachineResumed) {
      machine.thaw(world.nowMillis());
    } else if (change instanceof Event.MachineResized resized) {
      machine.resize(resized.cores(), resized.memoryBytes(), world.nowMillis());
    } else if (change instanceof Event.MachineRelabelled relabelled) {
      machine.relabel(relabelled.labels());
    } else if (change instanceof Event.MachineDrained drained) {
      machine.drain(drained.drained(), world.nowMillis());
    } else if (change instanceof Event.MachineBusy presence) {
      machine.busy = presence.busy();
    } else if (change instanceof Event.CleanupEnded cleanup) {
      machine.cleaned(cleanup.attempt());
    } else if (change instanceof Event.MachineNotice notice) {
      machine.noticeMillis = notice.lostAtMillis();
      if (notice.lostAtMillis() <= world.nowMillis()) {
        machine.drain();
      }
    }
    world.refresh(machine);
  }

  private void machineReady(Event.MachineReady ready) {
    if (ready.machine() >= world.nextMachineId()) {
      world.addMachine(
          new Machine(ready.machine(), "", Billing.BY_USE, ready.spec(), world.nowMillis()));
    }
    Machine machine = world.liveMachine(ready.machine());
    if (machine != null && machine.state() == MachineView.State.REQUESTED) {
      machine.up(ready.spec(), world.nowMillis());
      world.refresh(machine);
    }
  }

  /** Ends the lease; what ran there goes back to waiting. */
  void remove(Machine machine) {
    List.copyOf(machine.attempts()).forEach(this::lost);
    world.endLease(machine);
  }

  private void apply(Event.Arrival arrival) {
    if (arrival instanceof Event.JobSubmitted submitted) {
      world.addJob(new Job(submitted.job(), submitted.spec(), world.nowMillis()));
    } else if (arrival instanceof Event.JobCancelled cancelled) {
      cancel(world.job(cancelled.job()));
    } else if (arrival instanceof Event.JobAmended amended) {
      amend(amended);
    } else if (arrival instanceof Event.RetryRequested retry) {
      Job job = world.job(retry.job());
      if (!job.cancelled() && !job.isReplaced() && job.rejection().isEmpty()) {
        job.putBack(retry.failedToo(), retry.only());
        world.refresh(job);
        world.closeIfOver(job);
      }
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
  private void amend(Event.JobAmended amended) {
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
