package io.windhover.policies.bag.hads;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.JobView;
import io.windhover.core.policy.MachineView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the memory up to date with what has happened. */
final class Intake {
  private static final long REFUSAL_PAUSE_MILLIS = 60_000;

  /**
   * After so many refusals in a row nothing more is asked for until a machine comes up, a job
   * arrives, or there are other offers or limits.
   */
  private static final int REFUSALS_MAX = 20;

  private final Turn turn;
  final List<Integer> arrivals = new ArrayList<>();

  /** Whether there is something else to be rented than before. */
  boolean offersChanged;

  final List<Vm> hibernated = new ArrayList<>();
  final List<Vm> resumed = new ArrayList<>();

  Intake(Turn turn) {
    this.turn = turn;
  }

  void note(Event event) {
    if (event instanceof Event.AttemptChange change) {
      note(change);
    } else if (event instanceof MachineChange change) {
      note(change);
    } else if (event instanceof Event.JobSubmitted submitted) {
      arrivals.add(submitted.job());
      hopeAgain();
    } else if (event instanceof Event.OffersChanged || event instanceof Event.LimitsChanged) {
      offersChanged = true;
      hopeAgain();
    } else if (event instanceof Event.RetryRequested retry) {
      Bag bag = turn.memory.bags.get(retry.job());
      if (bag != null) {
        lookForStrays(bag);
      }
    }
  }

  /** Every task that waits and is on no VM. */
  void lookForStrays(Bag bag) {
    JobView job = turn.job(bag);
    for (GroupView group : job.groups()) {
      var ready = group.readyIndexes();
      while (ready.hasNext()) {
        TaskId task = group.task(ready.nextInt());
        if (bag.vmOf[task.index()] == Bag.NOWHERE) {
          turn.strays.add(task);
        }
      }
    }
  }

  private void note(Event.AttemptChange change) {
    TaskId task = change.attempt().task();
    Bag bag = turn.memory.bags.get(task.job());
    Vm vm = bag == null ? null : turn.memory.vms.get(bag.vmOf[task.index()]);
    if (bag == null || vm == null) {
      if (bag != null && change instanceof Event.AttemptFailed) {
        addIfStray(bag, task.index());
      }
      return;
    }
    Core core = coreOf(vm, task.index(), change.attempt().number());
    if (core == null) {
      return;
    }
    turn.touched.add(vm.id);
    if (change instanceof Event.AttemptCheckpointed) {
      core.restMillis = turn.moving(bag, task.index()).restMillis;
    } else if (!(change instanceof Event.AttemptStarted)) {
      core.clear();
      bag.vmOf[task.index()] = Bag.NOWHERE;
      addIfStray(bag, task.index());
    }
  }

  private void addIfStray(Bag bag, int task) {
    if (bag.vmOf[task] == Bag.NOWHERE && turn.canStart(bag, task)) {
      turn.strays.add(new TaskId(bag.job, task));
    }
  }

  private static @Nullable Core coreOf(Vm vm, int task, int attempt) {
    for (Core core : vm.cores) {
      if (core.task == task && core.attempt == attempt) {
        return core;
      }
    }
    return null;
  }

  private void note(MachineChange change) {
    Vm vm = turn.memory.vms.get(change.machine());
    // A spot type that cannot be had says nothing about on-demand machines.
    if (change instanceof MachineChange.LaunchRefused && (vm == null || !vm.spot)) {
      refused();
    } else if (change instanceof MachineChange.Ready) {
      turn.memory.refusals = 0;
      turn.memory.quietUntilMillis = 0;
    }
    if (vm == null) {
      return;
    }
    if (change instanceof MachineChange.Ready) {
      vm.ready = true;
      vm.openAtMillis = turn.nowMillis;
      turn.touched.add(vm.id);
    } else if (change instanceof MachineChange.LaunchRefused
        || change instanceof MachineChange.Lost) {
      if (turn.world.machine(vm.id).isEmpty()) {
        vacate(vm);
        turn.memory.remove(vm);
      }
    } else if (change instanceof MachineChange.Hibernated) {
      hibernated.add(vm);
    } else if (change instanceof MachineChange.Resumed) {
      resumed.add(vm);
    } else if (change instanceof MachineChange.Back) {
      turn.touched.add(vm.id);
    } else if (change instanceof MachineChange.Notice notice) {
      vm.leaving = !notice.isWithdrawn();
      if (vm.leaving) {
        vacateQueues(vm);
      }
    } else if (change instanceof MachineChange.Resized resized) {
      resize(vm, resized);
    }
    turn.fleetChanged = true;
  }

  /** What was refused before may be had now. */
  private void hopeAgain() {
    if (turn.memory.refusals >= REFUSALS_MAX) {
      turn.memory.refusals = 0;
      turn.memory.quietUntilMillis = 0;
    }
  }

  private void refused() {
    HadsMemory memory = turn.memory;
    memory.refusals++;
    if (memory.refusals >= REFUSALS_MAX) {
      memory.quietUntilMillis = Long.MAX_VALUE;
    } else if (memory.refusals > 1) {
      memory.quietUntilMillis = turn.nowMillis + REFUSAL_PAUSE_MILLIS;
      turn.lookAt(0, memory.quietUntilMillis);
    }
  }

  private void vacate(Vm vm) {
    Bag bag = turn.memory.bag(vm);
    for (Core core : vm.cores) {
      if (!core.isFree()) {
        bag.vmOf[core.task] = Bag.NOWHERE;
        addIfStray(bag, core.task);
        core.clear();
      }
    }
    vacateQueues(vm);
  }

  private void vacateQueues(Vm vm) {
    Bag bag = turn.memory.bag(vm);
    for (Core core : vm.cores) {
      for (Queued next : core.waiting) {
        bag.vmOf[next.task()] = Bag.NOWHERE;
        addIfStray(bag, next.task());
      }
      core.waiting.clear();
    }
  }

  /** What runs there runs on; what waits is planned anew. */
  private void resize(Vm vm, MachineChange.Resized resized) {
    vacateQueues(vm);
    vm.memoryBytes = resized.memoryBytes();
    for (int c = vm.cores.size() - 1; c >= 0 && vm.cores.size() > resized.cores(); c--) {
      if (vm.cores.get(c).isFree()) {
        vm.cores.remove(c);
      }
    }
    while (vm.cores.size() < resized.cores()) {
      vm.cores.add(new Core());
    }
    vm.leaving |= vm.cores.size() > resized.cores();
    turn.touched.add(vm.id);
  }

  /** Takes over a machine of which nothing is remembered. */
  void adopt(Bag bag, MachineView machine, boolean spot) {
    Vm vm = new Vm(machine.id(), bag.job, machine.offer(), spot, machine.spec(), turn.nowMillis);
    vm.ready = machine.readyAtMillis() >= 0;
    vm.openAtMillis = vm.ready ? machine.readyAtMillis() : turn.nowMillis;
    vm.frozen = machine.state() == MachineView.State.HIBERNATED;
    vm.frozenSinceMillis = turn.nowMillis;
    vm.leaving =
        machine.state() == MachineView.State.DRAINING || machine.noticeMillis() < Long.MAX_VALUE;
    int next = 0;
    for (AttemptView attempt : machine.attempts()) {
      int task = attempt.id().task().index();
      Moving moving = turn.moving(bag, task);
      if (next == vm.cores.size()) {
        vm.cores.add(new Core());
      }
      Core core = vm.cores.get(next++);
      // What it has done since its last checkpoint is not counted: a guess on the safe side.
      core.start(moving.queuedOn(vm, turn.settings), attempt.id().number(), turn.nowMillis);
      bag.vmOf[task] = vm.id;
    }
    turn.memory.add(vm);
    turn.touched.add(vm.id);
  }
}
