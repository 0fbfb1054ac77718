package io.windhover.policies.workflow.frame;

import io.windhover.core.model.Need;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import java.util.List;

/** Starts what has a place on a machine, and mends places that could not be kept. */
final class Starting {
  private final Turn turn;
  private final long nowMillis;

  Starting(Turn turn) {
    this.turn = turn;
    this.nowMillis = turn.nowMillis;
  }

  void start(Vm vm, MachineView machine) {
    int cores = machine.freeCores();
    long memoryBytes = machine.freeMemoryBytes();
    // The world does not know yet what was begun earlier in this turn.
    for (Slot slot : turn.begun) {
      if (slot.vm == vm) {
        Need need = turn.world.job(slot.job).groups().get(slot.group).spec().need();
        cores -= need.cores();
        memoryBytes -= need.memoryBytes();
      }
    }
    boolean moved = false;
    for (int i = 0; i < vm.slots.size(); i++) {
      Slot slot = vm.slots.get(i);
      if (slot.running || cores <= 0) {
        continue;
      }
      GroupView group = turn.world.job(slot.job).groups().get(slot.group);
      boolean fits =
          group.spec().need().cores() <= cores && group.spec().need().memoryBytes() <= memoryBytes;
      if (fits && group.open() && vm.canStart(slot, nowMillis)) {
        cores -= group.spec().need().cores();
        memoryBytes -= group.spec().need().memoryBytes();
        begin(slot);
        moved = true;
      }
    }
    if (moved) {
      vm.sort();
      turn.book.fleet().sortAgain(vm);
    }
  }

  /**
   * When something ends or comes up later than expected, places that have not been kept are given
   * anew on the same machine, and those that would end too late are taken back.
   */
  void mend(Vm vm) {
    boolean broken = false;
    for (int i = 0; i < vm.slots.size(); i++) {
      Slot slot = vm.slots.get(i);
      broken |= !slot.running && slot.startMillis < nowMillis;
    }
    if (!broken) {
      return;
    }
    List<Slot> waiting = vm.slots.stream().filter(slot -> !slot.running).toList();
    waiting.forEach(turn.book::remove);
    for (Slot slot : waiting) {
      LiveJob job = turn.book.jobs().get(slot.job);
      if (job == null) {
        continue;
      }
      int unit = job.plan().units().unitByGroup()[slot.group];
      long run = slot.runMillis();
      long from = job.earliestMillis(turn.world.job(slot.job), unit, nowMillis);
      long start = vm.firstFitMillis(from, run, slot.share, Long.MAX_VALUE);
      boolean lateAnyway = slot.endMillis > job.toMillis(unit);
      boolean inTime = lateAnyway || start + run <= job.toMillis(unit);
      boolean again = nowMillis - job.mendedAtMillis < Turn.LOOP_MILLIS;
      if (start < Long.MAX_VALUE && (inTime || again)) {
        slot.startMillis = start;
        slot.endMillis = start + run;
        turn.book.put(slot);
      } else {
        job.mendedAtMillis = nowMillis;
        turn.upset(job);
      }
      if (!inTime && again) {
        planLater(job);
      }
    }
  }

  /** Whoever waits for a task that does not end would be given another place each moment. */
  private void planLater(LiveJob job) {
    job.upset = true;
    turn.book.lookAt(job, Math.min(job.dueAtMillis, job.mendedAtMillis + Turn.LOOP_MILLIS));
  }

  private void begin(Slot slot) {
    long run = slot.runMillis();
    slot.startMillis = nowMillis;
    slot.endMillis = nowMillis + run;
    slot.running = true;
    turn.begun.add(slot);
    TaskId task = new TaskId(slot.job, slot.task);
    turn.actions.add(new Action.Assign(turn.world.nextAttempt(task), slot.vm.id()));
  }
}
