package io.windhover.policies.bag.hads;

import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Moves tasks to idle, then busy, then new on-demand VMs: Algorithm 6. */
final class Migration {
  private final Turn turn;

  Migration(Turn turn) {
    this.turn = turn;
  }

  /** Moves what the frozen VM has; running tasks go on from their last checkpoint. */
  void empty(Vm vm) {
    Bag bag = turn.memory.bag(vm);
    Board board = new Board(turn, bag);
    boolean late = turn.nowMillis > bag.deadlineAtMillis;
    boolean anywhere = late || turn.mends(Mend.INCLUSIVE_TRIGGER);
    for (Core core : vm.cores) {
      if (!core.isFree()) {
        Moving task = turn.moving(bag, core.task);
        Seat seat = place(board, task, anywhere);
        if (seat != null || anywhere) {
          turn.stopFrozen(bag, core);
          settle(board, seat, task);
        }
      }
    }
    for (Core core : vm.cores) {
      List<Queued> left = new ArrayList<>();
      for (Queued next : core.waiting) {
        if (!turn.canStart(bag, next.task())) {
          bag.vmOf[next.task()] = Bag.NOWHERE;
          continue;
        }
        Moving task = turn.moving(bag, next.task());
        Seat seat = place(board, task, anywhere);
        if (seat == null && !anywhere) {
          left.add(next);
        } else {
          settle(board, seat, task);
        }
      }
      core.waiting.clear();
      core.waiting.addAll(left);
    }
    vm.triggerMillis = Vm.NEVER;
    turn.fleetChanged = true;
    vm.leftBehind = vm.hasTasks();
    if (vm.leftBehind) {
      // As printed they are left behind; nothing may be lost, so they are moved when it is late.
      turn.lookAt(vm.id, bag.deadlineAtMillis + 1);
    }
  }

  /** Finds places for tasks that wait and are on no VM. */
  void placeStrays() {
    Board board = null;
    for (TaskId id : turn.strays) {
      Bag bag = turn.memory.bags.get(id.job());
      if (bag != null && bag.vmOf[id.index()] == Bag.NOWHERE && turn.canStart(bag, id.index())) {
        board = board == null || board.bag != bag ? new Board(turn, bag) : board;
        Moving task = turn.moving(bag, id.index());
        settle(board, place(board, task, true), task);
      }
    }
    turn.strays.clear();
  }

  private void settle(Board board, @Nullable Seat seat, Moving task) {
    Bag bag = board.bag;
    if (seat == null) {
      bag.vmOf[task.task] = Bag.NOWHERE;
      bag.homeless.add(task.task);
      return;
    }
    boolean rented = seat.offer != null;
    turn.memory.count(
        rented ? HadsMemory.ON_DEMAND : seat.idle ? HadsMemory.IDLE : HadsMemory.BUSY);
    Vm vm = seat.vm;
    Offer offer = seat.offer;
    if (vm == null && offer != null) {
      long open = turn.nowMillis + Math.max(offer.startUpMillis(), turn.settings.alphaMillis());
      vm = turn.launch(bag, offer, open);
      seat.vm = vm;
      board.seats.add(seat);
    }
    if (vm != null) {
      seat.idle = false;
      int core = seat.put(task, turn.settings);
      turn.enqueue(bag, vm, core, task.queuedOn(vm, turn.settings));
    }
  }

  /** The seat for the task; null when there is none. */
  private @Nullable Seat place(Board board, Moving task, boolean anywhere) {
    long deadline = board.bag.deadlineAtMillis;
    // Attempts 1 and 2, lines 3 to 22.
    for (Seat seat : board.inOrder(Board.SPOT_FIRST)) {
      if (seat.takes(task, deadline, turn.settings, false)) {
        return seat;
      }
    }
    // Attempt 3, lines 26 to 35.
    for (Offer offer : turn.onDemandOffers()) {
      if (canRent(board, offer, task)) {
        Seat seat = newSeat(offer);
        long end = seat.finishWith(task, 0, turn.settings);
        if (end < deadline || (end == deadline && turn.mends(Mend.INCLUSIVE_TRIGGER))) {
          return seat;
        }
      }
    }
    return anywhere ? firstToEnd(board, task) : null;
  }

  private boolean canRent(Board board, Offer offer, Moving task) {
    return board.canAdd(offer) && offer.machine().offers(task.group.need());
  }

  /** Alpha covers the launch, line 28. */
  private Seat newSeat(Offer offer) {
    long startUp = Math.max(offer.startUpMillis(), turn.settings.alphaMillis());
    return new Seat(offer, turn.nowMillis + startUp);
  }

  /** No place ends it in time and keeps the reserve: where it ends first, on demand if can be. */
  private @Nullable Seat firstToEnd(Board board, Moving task) {
    List<Seat> seats = new ArrayList<>(board.seats);
    for (Offer offer : turn.onDemandOffers()) {
      if (canRent(board, offer, task)) {
        seats.add(newSeat(offer));
      }
    }
    Seat best = null;
    long bestEnd = Long.MAX_VALUE;
    for (Seat seat : seats) {
      int core = seat.coreFor(task);
      if (core != Seat.NONE) {
        long end = seat.finishWith(task, core, turn.settings);
        boolean better = end < bestEnd && (best == null || best.spot || !seat.spot);
        if (better || (best != null && best.spot && !seat.spot)) {
          best = seat;
          bestEnd = end;
        }
      }
    }
    return best;
  }
}
