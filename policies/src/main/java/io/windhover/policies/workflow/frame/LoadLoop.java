package io.windhover.policies.workflow.frame;

import io.windhover.core.policy.JobView;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.LoadMinutes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One round of SCS's control loop as printed (Algorithms 2 and 3): load vectors of all live tasks,
 * consolidation, acquisition of the difference, then each type's tasks earliest deadline first on
 * instances that are free. No task has a place before it starts.
 */
final class LoadLoop {
  /** What still waits of a unit. */
  private record Waiting(LiveJob job, JobView view, int unit) {
    private static final Comparator<Waiting> EARLIEST_DEADLINE_FIRST =
        Comparator.comparingLong((Waiting waiting) -> waiting.job.toMillis(waiting.unit))
            .thenComparingInt(waiting -> waiting.job.id())
            .thenComparingInt(Waiting::unit);

    boolean isRentable() {
      return job.plan().units().rentable()[unit];
    }

    int type() {
      return job.type(unit);
    }

    long runMillis(int type) {
      return job.plan().units().real().millis(unit, type);
    }
  }

  private final Turn turn;
  private final Book book;
  private final List<Waiting> waiting = new ArrayList<>();

  LoadLoop(Turn turn) {
    this.turn = turn;
    this.book = turn.book;
  }

  void run() {
    gather();
    LoadMinutes[] loads = loads();
    consolidate(loads);
    boolean[] first = readyWithoutInstance();
    acquire(loads, first, true);
    acquire(loads, first, false);
    book.jobs().values().forEach(job -> book.stuck(job, false));
    waiting.forEach(this::start);
    boolean more = waiting.stream().anyMatch(one -> one.job.left(one.view, one.unit) > 0);
    if (more) {
      book.lookAt(waiting.get(0).job, turn.nowMillis + Turn.LOOP_MILLIS);
    }
  }

  /**
   * Types of which there is no instance although something is ready for them. Once a limit has kept
   * one away these come first, lest all be taken up by instances for what must wait for just that.
   */
  private boolean[] readyWithoutInstance() {
    boolean[] first = new boolean[book.terms().types().size()];
    for (Waiting one : waiting) {
      if (!book.stuck().isEmpty()
          && one.isRentable()
          && Turn.isReady(one.job, one.view, one.unit)) {
        first[one.type()] |= book.fleet().ofType(one.type()).isEmpty();
      }
    }
    return first;
  }

  /** The difference between the load and the instances there are, for some of the types. */
  private void acquire(LoadMinutes[] loads, boolean[] some, boolean which) {
    for (int type = 0; type < loads.length; type++) {
      int missing = loads[type].needed() - book.fleet().ofType(type).size();
      while (some[type] == which && missing-- > 0 && book.canRent(type, turn.nowMillis)) {
        turn.launch(type);
      }
    }
  }

  /** Whether the load needs one instance of the type less than there are (Algorithm 3, line 8). */
  static boolean needsFewer(Turn turn, int type) {
    LoadLoop loop = new LoadLoop(turn);
    loop.gather();
    return loop.loads()[type].needed() < turn.book.fleet().ofType(type).size();
  }

  private void gather() {
    while (book.takeDue(turn.nowMillis) != null) {
      // All live jobs are looked at in each round.
    }
    for (LiveJob job : book.jobs().values()) {
      JobView view = turn.world.job(job.id());
      turn.refresh(job, view);
      for (int unit = 0; unit < job.plan().units().size(); unit++) {
        if (job.left(view, unit) > 0) {
          waiting.add(new Waiting(job, view, unit));
        }
      }
    }
    waiting.sort(Waiting.EARLIEST_DEADLINE_FIRST);
  }

  /** As far ahead as a machine that is asked for now takes to come, and one loop. */
  private LoadMinutes[] loads() {
    long ahead = book.terms().lagMillisMax() + Turn.LOOP_MILLIS;
    LoadMinutes[] loads = new LoadMinutes[book.terms().types().size()];
    for (int type = 0; type < loads.length; type++) {
      loads[type] = new LoadMinutes(turn.nowMillis, ahead);
      for (Vm vm : book.fleet().ofType(type)) {
        for (Slot slot : vm.slots) {
          long end = Math.max(slot.endMillis, turn.nowMillis + 1);
          loads[type].add(
              slot.startMillis, end, end - Math.max(slot.startMillis, turn.nowMillis), 1);
        }
      }
    }
    for (Waiting one : waiting) {
      if (one.isRentable()) {
        add(loads[one.type()], one, one.type(), one.job.left(one.view, one.unit));
      }
    }
    return loads;
  }

  private static void add(LoadMinutes load, Waiting one, int type, int tasks) {
    long from = one.job.fromMillis(one.unit);
    load.add(from, one.job.toMillis(one.unit), one.runMillis(type), tasks);
  }

  /** Algorithm 2: the most urgent task of a type that lacks instances goes where there is room. */
  private void consolidate(LoadMinutes[] loads) {
    for (int type = 0; type < loads.length; type++) {
      for (int other = 0; other < loads.length; other++) {
        boolean lacking = loads[type].needed() > book.fleet().ofType(type).size();
        Waiting top = lacking && other != type ? top(type) : null;
        if (top != null && hasRoom(loads[other], top, other)) {
          add(loads[type], top, type, -1);
          add(loads[other], top, other, 1);
          top.job.move(top.unit, other);
        }
      }
    }
  }

  /** Tasks of an array keep their array's type, and a moved task stays moved. */
  private @Nullable Waiting top(int type) {
    for (Waiting one : waiting) {
      boolean single = one.job.plan().units().real().count(one.unit) == 1;
      if (one.isRentable() && one.type() == type && single && !one.job.isMoved(one.unit)) {
        return one;
      }
    }
    return null;
  }

  /**
   * It must end by its deadline there, in time that is paid for, and no instance more be needed.
   */
  private boolean hasRoom(LoadMinutes load, Waiting one, int type) {
    long from = Math.max(turn.nowMillis, one.job.fromMillis(one.unit));
    long run = one.runMillis(type);
    if (run >= Dag.NEVER_MILLIS
        || from + run > one.job.toMillis(one.unit)
        || !hasPaidRoom(type, from, run)) {
      return false;
    }
    add(load, one, type, 1);
    boolean room = load.needed() <= book.fleet().ofType(type).size();
    add(load, one, type, -1);
    return room;
  }

  private boolean hasPaidRoom(int type, long fromMillis, long runMillis) {
    for (Vm vm : book.fleet().ofType(type)) {
      long start = Math.max(fromMillis, vm.readyAtMillis);
      if (vm.isEmpty() && start + runMillis <= vm.paidUntilMillis(turn.nowMillis)) {
        return true;
      }
    }
    return false;
  }

  /** On an instance that is free now; what can have none of its type goes where it can. */
  private void start(Waiting one) {
    if (!Turn.isReady(one.job, one.view, one.unit)) {
      return;
    }
    long dueAt = one.job.fromMillis(one.unit) - book.terms().lagMillisMax();
    boolean refused =
        one.isRentable()
            && dueAt <= turn.nowMillis
            && book.fleet().ofType(one.type()).isEmpty()
            && !book.canRent(one.type(), turn.nowMillis);
    int left = turn.place(one.job, one.view, one.unit, refused);
    if (refused && left > 0) {
      book.stuck(one.job, true);
    }
  }
}
