package io.windhover.policies.bag.frugal;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes one decision of the policy {@code bag}. */
public final class Frugal {
  public static final int ATTEMPTS_MAX = 3;

  private static final long REFUSED_FOR_MILLIS = 120_000;
  private static final long FROZEN_FOR_MILLIS = 600_000;

  private final WorldView world;
  private final BagSettings settings;
  private final BagMemory memory;
  private final Turn turn;
  private final List<Reason> reasons = new ArrayList<>();

  public Frugal(WorldView world, BagSettings settings) {
    this.world = world;
    this.settings = settings;
    this.memory = world.memory() instanceof BagMemory known ? known : new BagMemory();
    this.turn = new Turn(world, settings, memory);
  }

  public Decision decide(List<Event> batch) {
    boolean disturbed = note(batch);
    if (world.liveJobs().isEmpty()) {
      memory.standby.clear();
      for (MachineView machine : world.machines()) {
        if (!machine.offer().isEmpty()) {
          turn.release(machine);
        }
      }
      return new Decision(turn.actions, reasons, memory);
    }
    memory.waiting().refresh(world, turn.runtimes);
    Duels duels = new Duels(turn);
    if (disturbed) {
      reject(batch);
      duels.settle(batch);
    }
    new Checkpoints(turn).take(batch);
    Fleet fleet = new Fleet(turn, settings);
    if (disturbed || memory.onDemandInUse) {
      Fallback fallback = fallback(batch);
      new OnDemand(turn, fallback).act();
      new Filling(turn, rejected(), fallback.cannotWait()).fill();
      fleet.rent(fallback, rejected());
      fleet.giveBackFrozen();
      memory.onDemandInUse = turn.hasLaunched() || fleet.hasOnDemand();
    } else {
      new Filling(turn, rejected(), false).fill();
    }
    fleet.giveBackIdle();
    turn.addWake();
    return new Decision(turn.actions, reasons, memory);
  }

  /** The plan that keeps the promise, after the standby queues have taken what it cannot keep. */
  private Fallback fallback(List<Event> batch) {
    Standby standby = new Standby(turn);
    standby.tidy();
    Fallback fallback = new Fallback(turn).plan();
    if (!fallback.isKept() && isNew(batch) && standby.adopt(fallback, rejected())) {
      fallback = new Fallback(turn).plan();
    }
    turn.standbySlackMillis = standby.act();
    turn.market.promise(fallback.largestNeed(), fallback.neededSlots());
    return fallback;
  }

  /** Whether there may be work, or a lack of machines, that no plan knew of. */
  private boolean isNew(List<Event> batch) {
    return !(world.memory() instanceof BagMemory)
        || batch.stream()
            .anyMatch(
                event ->
                    event instanceof Event.Arrival
                        || event instanceof MachineChange.Lost
                        || event instanceof MachineChange.LaunchRefused);
  }

  private Set<Integer> rejected() {
    TreeSet<Integer> jobs = new TreeSet<>();
    reasons.forEach(reason -> jobs.add(reason.job()));
    return jobs;
  }

  /** Answers whether something happened that may change more than who runs next. */
  private boolean note(List<Event> batch) {
    boolean disturbed = !(world.memory() instanceof BagMemory);
    for (Event event : batch) {
      if (event instanceof Event.AttemptFinished finished) {
        disturbed |= finished(finished);
      } else if (event instanceof Event.AttemptFailed) {
        memory.waiting().disturb();
        disturbed = true;
      } else if (event instanceof MachineChange.Ready ready) {
        memory.requested.remove(ready.machine());
      } else if (event instanceof MachineChange.LaunchRefused refused) {
        String offer = memory.requested.remove(refused.machine());
        if (offer != null) {
          memory.closedUntilMillis.put(offer, world.nowMillis() + REFUSED_FOR_MILLIS);
          turn.wakeAt(world.nowMillis() + REFUSED_FOR_MILLIS);
        }
        disturbed = true;
      } else if (event instanceof MachineChange change) {
        changed(change);
        memory.waiting().disturb();
        disturbed = true;
      } else if (event instanceof Event.Arrival) {
        memory.waiting().disturb();
        disturbed = true;
      } else if (event instanceof Event.TimerFired
          || event instanceof Event.OffersChanged
          || event instanceof Event.LimitsChanged) {
        disturbed = true;
      }
    }
    return disturbed;
  }

  private boolean finished(Event.AttemptFinished finished) {
    TaskId task = finished.attempt().task();
    GroupView group = world.job(task.job()).groupOf(task);
    memory.took(group.spec().kind(), finished.ranMillis());
    if (group.succeeded() && memory.isChained(group.job())) {
      memory.waiting().disturb();
      return true;
    }
    return false;
  }

  private void changed(MachineChange change) {
    world
        .machine(change.machine())
        .filter(machine -> !machine.offer().isEmpty())
        .ifPresent(
            machine -> {
              if (change instanceof MachineChange.Hibernated) {
                memory.closedUntilMillis.put(
                    machine.offer(), world.nowMillis() + FROZEN_FOR_MILLIS);
              } else if (change instanceof MachineChange.Resumed) {
                memory.closedUntilMillis.remove(machine.offer());
              }
            });
  }

  /** Refuses what could not end in time on everything there is. */
  private void reject(List<Event> batch) {
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted submitted) {
        JobView job = world.job(submitted.job());
        if (!job.over() && job.deadlineAtMillis() != Deadline.NEVER_MILLIS) {
          long earliest = Earliest.endMillis(world, turn.runtimes, job);
          if (earliest > job.deadlineAtMillis()) {
            Reason reason =
                new Reason.DeadlineImpossible(job.id(), job.deadlineAtMillis(), earliest);
            reasons.add(reason);
            turn.actions.add(new Action.Reject(job.id(), reason));
          }
        }
      }
    }
  }

  /**
   * When a frozen machine thaws, two attempts of a task may run: the one nearer its end goes on.
   */
  private static final class Duels {
    private final Turn turn;

    Duels(Turn turn) {
      this.turn = turn;
    }

    void settle(List<Event> batch) {
      if (batch.stream().noneMatch(event -> event instanceof MachineChange.Resumed)) {
        return;
      }
      TreeMap<TaskId, List<AttemptView>> byTask = new TreeMap<>();
      for (MachineView machine : turn.world.machines()) {
        if (machine.state() != MachineView.State.HIBERNATED) {
          for (AttemptView attempt : machine.attempts()) {
            if (!attempt.stopping()) {
              byTask.computeIfAbsent(attempt.id().task(), t -> new ArrayList<>()).add(attempt);
            }
          }
        }
      }
      byTask.values().stream().filter(rivals -> rivals.size() > 1).forEach(this::keepOne);
    }

    private void keepOne(List<AttemptView> rivals) {
      Comparator<AttemptView> nearest =
          Comparator.comparingLong((AttemptView a) -> turn.runtimes.leftMillis(a, turn.nowMillis));
      rivals.sort(nearest.thenComparing(AttemptView::id));
      AttemptView winner = rivals.get(0);
      for (AttemptView rival : rivals.subList(1, rivals.size())) {
        // One on demand stays: others may count on the core it would start over on.
        if (!turn.market.isOnDemand(rival.machine()) || turn.market.isOnDemand(winner.machine())) {
          turn.stop(rival);
        }
      }
    }
  }
}
