package io.windhover.simulator.record;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.World;
import io.windhover.simulator.record.AttemptRecord.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Every machine and every attempt of a run. */
final class Histories {
  private final Map<Integer, VmHistory> vms = new TreeMap<>();
  private final Map<TaskId, List<AttemptHistory>> tasks = new TreeMap<>();

  void note(Event event, long now) {
    if (event instanceof Event.AttemptChange change) {
      noteAttempt(change, now);
    } else if (event instanceof MachineChange.Ready ready) {
      vms.computeIfAbsent(
              ready.machine(),
              id -> new VmHistory(id, ready.spec(), Optional.empty(), Billing.BY_USE, now))
          .ready(ready.spec(), now);
    } else if (event instanceof MachineChange change) {
      noteMachine(change, now);
    }
  }

  private void noteMachine(MachineChange change, long now) {
    VmHistory vm = vms.get(change.machine());
    if (vm == null || vm.isOver()) {
      return;
    }
    if (change instanceof MachineChange.Hibernated) {
      vm.freeze(now);
    } else if (change instanceof MachineChange.Notice) {
      vm.noticed(now);
    } else if (change instanceof MachineChange.Resumed) {
      vm.thaw(now);
    } else if (change instanceof MachineChange.Resized resized) {
      vm.resize(resized.cores(), now);
    } else if (change instanceof MachineChange.Lost) {
      vm.end(VmRecord.End.LOST, Outcome.LOST, now);
    } else if (change instanceof MachineChange.LaunchRefused && !vm.isUp()) {
      vm.end(VmRecord.End.REFUSED, Outcome.LOST, now);
    }
  }

  private void noteAttempt(Event.AttemptChange change, long now) {
    AttemptHistory attempt = find(change.attempt());
    if (attempt == null || attempt.isOver()) {
      return;
    }
    if (change instanceof Event.AttemptCheckpointed) {
      attempt.checkpointed(now);
    } else if (change instanceof Event.AttemptFinished) {
      // Two that end at one moment are heard of together; a task finishes only once.
      boolean needed = attempts(change).stream().noneMatch(AttemptHistory::isFinished);
      attempt.end(needed ? Outcome.FINISHED : Outcome.STOPPED, now);
    } else if (change instanceof Event.AttemptFailed failed) {
      boolean stopped = failed.failure() instanceof Failure.Stopped;
      attempt.end(stopped ? Outcome.STOPPED : Outcome.FAILED, now);
    }
  }

  private List<AttemptHistory> attempts(Event.AttemptChange change) {
    return tasks.getOrDefault(change.attempt().task(), List.of());
  }

  private @Nullable AttemptHistory find(AttemptId id) {
    List<AttemptHistory> attempts = tasks.get(id.task());
    if (attempts != null) {
      for (AttemptHistory attempt : attempts) {
        if (attempt.number == id.number()) {
          return attempt;
        }
      }
    }
    return null;
  }

  void note(Action action, World world, long now) {
    if (action instanceof Action.Assign assign) {
      world.attempt(assign.attempt()).ifPresent(attempt -> started(attempt, now));
    } else if (action instanceof Action.Launch launch) {
      world.offer(launch.offer()).ifPresent(offer -> launched(launch.machine(), offer, now));
    } else if (action instanceof Action.Release release) {
      VmHistory vm = vms.get(release.machine());
      if (vm != null) {
        vm.end(VmRecord.End.RELEASED, Outcome.STOPPED, now);
      }
    } else if (action instanceof Action.Checkpoint checkpoint) {
      AttemptHistory attempt = find(checkpoint.attempt());
      if (attempt != null) {
        attempt.checkpointAsked(now);
      }
    } else if (action instanceof Action.Stop stop) {
      AttemptHistory attempt = find(stop.attempt());
      // On a frozen machine nothing can answer; the attempt counts as gone at once.
      if (attempt != null && attempt.vm.isFrozen()) {
        attempt.end(Outcome.STOPPED, now);
      }
    }
  }

  private void launched(int machine, Offer offer, long now) {
    MachineSpec spec = offer.machine();
    vms.put(
        machine, new VmHistory(machine, spec, Optional.of(offer.market()), offer.billing(), now));
  }

  private void started(Attempt attempt, long now) {
    VmHistory vm = vms.get(attempt.machine().id());
    if (vm != null) {
      AttemptHistory history =
          new AttemptHistory(
              attempt.id().number(),
              vm,
              attempt.group().spec().need().cores(),
              attempt.startParts(),
              now);
      tasks.computeIfAbsent(attempt.id().task(), id -> new ArrayList<>()).add(history);
    }
  }

  List<VmRecord> vms(long now) {
    return vms.values().stream().map(vm -> vm.record(now)).toList();
  }

  List<TaskRecord> tasks(World world) {
    List<TaskRecord> records = new ArrayList<>();
    for (Map.Entry<TaskId, List<AttemptHistory>> entry : tasks.entrySet()) {
      TaskId id = entry.getKey();
      records.add(
          new TaskRecord(
              id,
              world.job(id.job()).nameOf(id),
              entry.getValue().stream().map(a -> a.record(world.nowMillis())).toList()));
    }
    return records;
  }
}
