package io.windhover.policies.bag.hads;

import io.windhover.core.model.Offer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When the tasks of a frozen VM must be moved: Algorithm 4 and equation 4. */
final class Triggers {
  private final Turn turn;

  Triggers(Turn turn) {
    this.turn = turn;
  }

  /** Freezes the VMs that hibernated at this instant, and computes their triggers. */
  void freeze(List<Vm> hibernated) {
    if (turn.mends(Mend.FREEZE_ALL_FIRST)) {
      hibernated.forEach(this::freeze);
      return;
    }
    for (Vm vm : hibernated) {
      Bag bag = turn.memory.bag(vm);
      freeze(vm);
      set(vm, triggerMillis(vm, bag, new Board(turn, bag)));
    }
  }

  private void freeze(Vm vm) {
    vm.frozen = true;
    vm.frozenSinceMillis = turn.nowMillis;
    turn.fleetChanged = true;
  }

  /** The triggers of all frozen VMs together, each counting on what the ones before it leave. */
  void computeAgain() {
    for (Bag bag : turn.memory.bags.values()) {
      Board board = null;
      for (Vm vm : bag.vms.values()) {
        if (vm.frozen && vm.hasTasks() && !vm.leftBehind) {
          board = board == null ? new Board(turn, bag) : board;
          set(vm, triggerMillis(vm, bag, board));
        }
      }
    }
  }

  private void set(Vm vm, long triggerMillis) {
    if (triggerMillis == vm.triggerMillis) {
      return;
    }
    vm.triggerMillis = triggerMillis;
    if (triggerMillis != Vm.NEVER) {
      turn.memory.mark("mtt", vm.id, triggerMillis);
      turn.lookAt(vm.id, triggerMillis);
    }
  }

  /** Equation 4: mtt = D - (estimate_rt + alpha). */
  private long triggerMillis(Vm vm, Bag bag, Board board) {
    List<Moving> tasks = tasksOf(vm, bag, turn);
    return tasks.isEmpty()
        ? Vm.NEVER
        : bag.deadlineAtMillis - (estimateMillis(tasks, board) + turn.settings.alphaMillis());
  }

  /** Q_j: the running tasks, then those that wait. */
  static List<Moving> tasksOf(Vm vm, Bag bag, Turn turn) {
    List<Moving> tasks = new ArrayList<>();
    for (Core core : vm.cores) {
      if (!core.isFree()) {
        tasks.add(turn.moving(bag, core.task));
      }
    }
    for (Core core : vm.cores) {
      for (Queued next : core.waiting) {
        if (turn.canStart(bag, next.task())) {
          tasks.add(turn.moving(bag, next.task()));
        }
      }
    }
    return tasks;
  }

  /** Algorithm 4, estimate_rt. */
  private long estimateMillis(List<Moving> tasks, Board board) {
    boolean mended = turn.mends(Mend.COUNT_UNPLACED);
    long deadline = board.bag.deadlineAtMillis;
    List<Seat> others = board.inOrder(Board.BY_PRICE);
    List<Seat> selected = new ArrayList<>();
    for (Moving task : tasks) {
      // Lines 3 to 9: K, then idle, then busy VMs.
      Seat seat = firstThatTakes(selected, task, deadline);
      if (seat == null) {
        seat = firstThatTakes(others, task, deadline);
        if (seat == null) {
          // Lines 10 to 18: a new on-demand VM.
          seat = newSeat(board, task, deadline);
        } else {
          others.remove(seat);
        }
        if (seat != null) {
          selected.add(seat);
          selected.sort(Board.BY_PRICE);
        }
      }
      if (seat != null) {
        seat.put(task, turn.settings);
        seat.idle = false;
      } else if (mended) {
        return deadline - turn.nowMillis;
      }
    }
    long makespan = 0;
    for (Seat seat : selected) {
      makespan = Math.max(makespan, seat.finishMillis() - turn.nowMillis);
    }
    return makespan;
  }

  private @Nullable Seat firstThatTakes(List<Seat> seats, Moving task, long deadline) {
    for (int i = 0; i < seats.size(); i++) {
      if (takes(seats.get(i), task, deadline)) {
        return seats.get(i);
      }
    }
    return null;
  }

  /**
   * Line 4 and 12. Seats that are only thought of are open at once here, since equation 4 adds the
   * time they take to come up.
   */
  private boolean takes(Seat seat, Moving task, long deadline) {
    if (!turn.mends(Mend.COUNT_UNPLACED)) {
      return seat.takes(task, deadline, turn.settings, true);
    }
    long limit = seat.vm == null ? deadline - turn.settings.alphaMillis() : deadline;
    return seat.takes(task, limit, turn.settings, false);
  }

  private @Nullable Seat newSeat(Board board, Moving task, long deadline) {
    for (Offer offer : turn.onDemandOffers()) {
      if (board.canAdd(offer) && offer.machine().offers(task.group.need())) {
        Seat seat = new Seat(offer, turn.nowMillis);
        if (takes(seat, task, deadline)) {
          board.add(seat);
          return seat;
        }
      }
    }
    return null;
  }
}
