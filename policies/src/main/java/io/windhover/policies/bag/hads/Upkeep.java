package io.windhover.policies.bag.hads;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps VMs at work: starts what waits, steals for idle ones, gives idle ones back. */
final class Upkeep {
  private final Turn turn;
  private final Stealing stealing;
  private final Checkpoints checkpoints;

  Upkeep(Turn turn) {
    this.turn = turn;
    this.stealing = new Stealing(turn);
    this.checkpoints = new Checkpoints(turn);
  }

  /** Stealing touches other VMs, those before this one too; each is looked at again. */
  void tendTouched() {
    while (!turn.touched.isEmpty()) {
      Integer id = turn.touched.pollFirst();
      Vm vm = id == null ? null : turn.memory.vms.get(id);
      if (vm != null && vm.ready && !vm.frozen && isInReach(vm)) {
        tend(vm);
      }
    }
  }

  /** One that has thawed may have to connect again; it is touched when it is back. */
  private boolean isInReach(Vm vm) {
    return turn.world.machine(vm.id).filter(MachineView::inReach).isPresent();
  }

  private void tend(Vm vm) {
    Bag bag = turn.memory.bag(vm);
    if (!vm.leaving) {
      start(vm, bag);
    }
    Optional<? extends MachineView> machine = turn.world.machine(vm.id);
    machine.ifPresent(view -> checkpoints.tend(vm, view));
    if (vm.hasTasks()) {
      return;
    }
    // Algorithm 5, lines 2 to 5.
    if (!vm.idleKnown && vm.spot && !vm.leaving) {
      vm.idleKnown = true;
      stealing.stealFor(vm);
      if (vm.hasTasks()) {
        start(vm, bag);
        return;
      }
    }
    vm.idleKnown = true;
    // Algorithm 5, lines 6 to 8.
    long cycleEnd = vm.cycleEndMillis(turn.lookedAtMillis(vm.id), turn.settings.cycleMillis());
    if (cycleEnd <= turn.nowMillis) {
      turn.release(vm);
    } else {
      turn.lookAt(vm.id, cycleEnd);
    }
  }

  private void start(Vm vm, Bag bag) {
    for (Core core : vm.cores) {
      if (core.isFree()) {
        Queued next = next(vm, core, bag);
        if (next != null) {
          AttemptId attempt = turn.world.nextAttempt(new TaskId(bag.job, next.task()));
          turn.actions.add(new Action.Assign(attempt, vm.id));
          core.start(next, attempt.number(), turn.nowMillis);
        }
      }
    }
  }

  /** The core's next task, else one that waits for another core of the VM. */
  private @Nullable Queued next(Vm vm, Core core, Bag bag) {
    Queued own = take(vm, core, bag);
    if (own != null) {
      return own;
    }
    for (Core other : vm.cores) {
      if (!other.isFree()) {
        Queued next = take(vm, other, bag);
        if (next != null) {
          return next;
        }
      }
    }
    return null;
  }

  private @Nullable Queued take(Vm vm, Core core, Bag bag) {
    while (!core.waiting.isEmpty()) {
      Queued next = core.waiting.get(0);
      boolean startable = turn.canStart(bag, next.task());
      if (startable && vm.runningMemoryBytes() + next.memoryBytes() > vm.memoryBytes) {
        return null;
      }
      core.waiting.remove(0);
      if (startable) {
        return next;
      }
      bag.vmOf[next.task()] = Bag.NOWHERE;
    }
    return null;
  }
}
