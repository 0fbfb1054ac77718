package io.windhover.policies.bag.frugal;

import io.windhover.core.model.TaskId;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Fills free cores: the longest waiting tasks go to the cheapest machines, and a machine is filled
 * before the next, so that tasks of like length end together and no core is paid for while it waits
 * for its neighbours. When nothing waits, tasks that are stuck on frozen machines are run again.
 */
final class Filling {
  private final Turn turn;
  private final Set<Integer> rejected;

  private final boolean onDemandToo;

  /**
   * Fills what there is.
   *
   * @param onDemandToo whether on-demand machines take whatever waits or is stuck
   */
  Filling(Turn turn, Set<Integer> rejected, boolean onDemandToo) {
    this.turn = turn;
    this.onDemandToo = onDemandToo;
    this.rejected = rejected;
  }

  void fill() {
    List<Turn.Room> rooms = new ArrayList<>();
    for (Turn.Room room : turn.rooms()) {
      if (room.cores > 0
          && room.machine.state() == MachineView.State.READY
          && room.machine.noticeMillis() == Long.MAX_VALUE
          && !turn.isPromised(room.machine)
          && !turn.isReleased(room.machine)) {
        rooms.add(room);
      }
    }
    rooms.sort(
        Comparator.comparingDouble((Turn.Room room) -> corePrice(room))
            .thenComparingInt(room -> room.machine.id()));
    List<Stuck> stuck = List.of();
    boolean looked = false;
    for (Turn.Room room : rooms) {
      boolean more = true;
      while (room.cores > 0 && more) {
        more = startWaiting(room);
      }
      if (room.cores > 0 && (onDemandToo || !turn.market.isOnDemand(room.machine))) {
        stuck = looked ? stuck : stuck(turn);
        looked = true;
        adopt(room, stuck);
        if (room.cores > 0 && onDemandToo && turn.market.isOnDemand(room.machine)) {
          adopt(room, atRisk());
        }
      }
    }
  }

  private static double corePrice(Turn.Room room) {
    return (double) room.machine.spec().pricePerHourNanos() / room.machine.spec().cores();
  }

  private boolean startWaiting(Turn.Room room) {
    WaitingTasks waiting = turn.memory.waiting();
    boolean onDemand = !onDemandToo && turn.market.isOnDemand(room.machine);
    boolean spot = turn.market.isSpot(room.machine);
    for (int at = waiting.from(turn.world); at < waiting.size(); at++) {
      if (waiting.ready(turn.world, at) == 0) {
        continue;
      }
      GroupView group = waiting.group(turn.world, at);
      if (!room.holds(group.spec().need())
          || rejected.contains(group.job().id())
          || (onDemand && turn.usesSpot(group))
          || (spot && !turn.usesSpot(group))) {
        continue;
      }
      int index = turn.nextReady(group, !turn.market.isOnDemand(room.machine));
      if (index >= 0) {
        turn.start(group, index, room);
        return true;
      }
    }
    return false;
  }

  /** A task none of whose attempts is on a machine that is up. */
  record Stuck(GroupView group, int index, long millis) {}

  static List<Stuck> stuck(Turn turn) {
    TreeMap<TaskId, AttemptView> frozen = new TreeMap<>();
    for (MachineView machine : turn.world.machines()) {
      if (machine.state() == MachineView.State.HIBERNATED) {
        for (AttemptView attempt : machine.attempts()) {
          frozen.put(attempt.id().task(), attempt);
        }
      }
    }
    List<Stuck> stuck = new ArrayList<>();
    if (frozen.isEmpty()) {
      return stuck;
    }
    for (MachineView machine : turn.world.machines()) {
      if (machine.state() != MachineView.State.HIBERNATED) {
        machine.attempts().forEach(attempt -> frozen.remove(attempt.id().task()));
      }
    }
    for (AttemptView attempt : frozen.values()) {
      GroupView group = attempt.group();
      int index = attempt.id().task().index() - group.task(0).index();
      if (!turn.isStarted(attempt.id().task())
          && group.liveAttempts(index) < Frugal.ATTEMPTS_MAX - 1) {
        String type = attempt.machine().spec().type();
        stuck.add(new Stuck(group, index, turn.runtimes.restartMillis(group, index, type)));
      }
    }
    stuck.sort(
        Comparator.comparingLong(Stuck::millis)
            .reversed()
            .thenComparing(s -> s.group().task(s.index())));
    return stuck;
  }

  /** Tasks that run on machines that may freeze, and nowhere else. */
  private List<Stuck> atRisk() {
    TreeMap<TaskId, AttemptView> running = new TreeMap<>();
    TreeSet<TaskId> safe = new TreeSet<>();
    for (MachineView machine : turn.world.machines()) {
      for (AttemptView attempt : machine.attempts()) {
        if (turn.market.isOnDemand(machine)) {
          safe.add(attempt.id().task());
        } else {
          running.put(attempt.id().task(), attempt);
        }
      }
    }
    List<Stuck> tasks = new ArrayList<>();
    for (AttemptView attempt : running.values()) {
      GroupView group = attempt.group();
      int index = attempt.id().task().index() - group.task(0).index();
      if (!safe.contains(attempt.id().task()) && group.liveAttempts(index) < Frugal.ATTEMPTS_MAX) {
        tasks.add(new Stuck(group, index, turn.runtimes.leftMillis(attempt, turn.nowMillis)));
      }
    }
    tasks.sort(
        Comparator.comparingLong(Stuck::millis)
            .reversed()
            .thenComparing(s -> s.group().task(s.index())));
    return tasks;
  }

  private void adopt(Turn.Room room, List<Stuck> stuck) {
    for (Stuck task : stuck) {
      if (room.cores == 0) {
        return;
      }
      if (!turn.isStarted(task.group().task(task.index()))
          && room.holds(task.group().spec().need())) {
        turn.start(task.group(), task.index(), room);
        turn.memory.count("migrations." + (room.machine.attempts().isEmpty() ? "idle" : "busy"));
      }
    }
  }
}
