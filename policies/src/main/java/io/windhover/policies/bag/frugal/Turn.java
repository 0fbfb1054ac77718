package io.windhover.policies.bag.frugal;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.TreeSet;

/** One decision in the making: the actions so far, and the room they leave. */
final class Turn {
  /** What is left of a machine after the assignments of this decision. */
  static final class Room {
    final MachineView machine;
    int cores;
    long memoryBytes;
    boolean used;

    Room(MachineView machine) {
      this.machine = machine;
      this.cores = machine.freeCores();
      this.memoryBytes = machine.freeMemoryBytes();
    }

    boolean holds(Need need) {
      return need.cores() <= cores
          && need.memoryBytes() <= memoryBytes
          && machine.spec().labels().containsAll(need.requires());
    }
  }

  final WorldView world;
  final long nowMillis;
  final BagMemory memory;
  final Runtimes runtimes;
  final Market market;
  final List<Action> actions = new ArrayList<>();

  /** Machines that run what {@link Standby} has promised them, and nothing else. */
  final TreeSet<Integer> promised = new TreeSet<>();

  /** Tasks that {@link Standby} takes care of. */
  final TreeSet<TaskId> promisedTasks = new TreeSet<>();

  /** How long {@link Standby} may put off what is not rented yet. */
  long standbySlackMillis = Long.MAX_VALUE;

  private final Map<Integer, Room> rooms = new LinkedHashMap<>();
  private final TreeSet<TaskId> started = new TreeSet<>();
  private final TreeSet<Integer> released = new TreeSet<>();
  private final TreeSet<Integer> kept = new TreeSet<>();
  private final TreeMap<Long, PrimitiveIterator.OfInt> readyByGroup = new TreeMap<>();
  private final TreeMap<Long, PrimitiveIterator.OfInt> unpromisedByGroup = new TreeMap<>();
  private final TreeMap<Long, Integer> startedByGroup = new TreeMap<>();
  private final TreeSet<AttemptId> checkpointed = new TreeSet<>();
  private long wakeMillis = Long.MAX_VALUE;
  private int launched;

  Turn(WorldView world, BagSettings settings, BagMemory memory) {
    this.world = world;
    this.nowMillis = world.nowMillis();
    this.memory = memory;
    this.runtimes = new Runtimes(memory, settings);
    this.market = new Market(world, settings, memory);
    memory.standby.forEach(queue -> promised.add(queue.machine));
    for (MachineView machine : world.machinesWithRoom()) {
      rooms.put(machine.id(), new Room(machine));
    }
  }

  Collection<Room> rooms() {
    return rooms.values();
  }

  Room room(MachineView machine) {
    return rooms.computeIfAbsent(machine.id(), id -> new Room(machine));
  }

  /** A chain with a deadline runs on demand: how late a freeze may come there is not bounded. */
  boolean usesSpot(GroupView group) {
    return market.spotHolds(group.spec().need())
        && (group.job().deadlineAtMillis() == Deadline.NEVER_MILLIS
            || !memory.isChained(group.job()));
  }

  boolean isStarted(TaskId task) {
    return started.contains(task);
  }

  boolean isReleased(MachineView machine) {
    return released.contains(machine.id());
  }

  int startedCount() {
    return started.size();
  }

  /** A task that has ended meanwhile is left alone, even while copies of it are being stopped. */
  void start(GroupView group, int index, Room room) {
    if (group.isSettled(index)) {
      return;
    }
    TaskId task = group.task(index);
    AttemptId attempt = world.nextAttempt(task);
    actions.add(new Action.Assign(attempt, room.machine.id()));
    room.cores -= group.spec().need().cores();
    room.memoryBytes -= group.spec().need().memoryBytes();
    room.used = true;
    started.add(task);
    startedByGroup.merge(key(group), 1, Integer::sum);
  }

  private static long key(GroupView group) {
    return ((long) group.job().id() << 32) | group.ordinal();
  }

  boolean isPromised(MachineView machine) {
    return promised.contains(machine.id());
  }

  /** How many of the group's ready tasks this decision starts. */
  int startedOf(GroupView group) {
    return startedByGroup.getOrDefault(key(group), 0);
  }

  /** Where a live attempt runs; 0 when it is not live. */
  int machineOf(AttemptId attempt) {
    return world.attempt(attempt).map(live -> live.machine().id()).orElse(0);
  }

  /** Asks for a checkpoint unless one is being written; answers whether it did. */
  boolean checkpoint(AttemptView attempt) {
    if (!attempt.group().savable()
        || attempt.checkpointing()
        || attempt.stopping()
        || attempt.machine().state() == MachineView.State.HIBERNATED
        || !checkpointed.add(attempt.id())) {
      return false;
    }
    actions.add(new Action.Checkpoint(attempt.id()));
    return true;
  }

  /**
   * The next ready task of the group that this decision has not started; -1 when there is none.
   *
   * @param promisedToo whether tasks count that {@link Standby} takes care of; they may run
   *     anywhere before, but on demand only where they are promised to
   */
  int nextReady(GroupView group, boolean promisedToo) {
    PrimitiveIterator.OfInt ready =
        (promisedToo ? readyByGroup : unpromisedByGroup)
            .computeIfAbsent(key(group), k -> group.readyIndexes());
    while (ready.hasNext()) {
      int index = ready.nextInt();
      TaskId task = group.task(index);
      if (!isStarted(task) && (promisedToo || !promisedTasks.contains(task))) {
        return index;
      }
    }
    return -1;
  }

  /** Answers the number of the new machine. */
  int launch(Offer offer) {
    int id = world.nextMachineId() + launched++;
    actions.add(new Action.Launch(id, offer.name()));
    market.launched(offer);
    memory.requested.put(id, offer.name());
    return id;
  }

  boolean hasLaunched() {
    return launched > 0;
  }

  void release(MachineView machine) {
    if (released.add(machine.id())) {
      actions.add(new Action.Release(machine.id()));
      market.released(machine);
    }
  }

  /** It stays although it has nothing to do yet. */
  void keep(MachineView machine) {
    kept.add(machine.id());
  }

  boolean isKept(MachineView machine) {
    return kept.contains(machine.id());
  }

  void stop(AttemptView attempt) {
    actions.add(new Action.Stop(attempt.id()));
  }

  /** One wake is enough: whoever wanted a later one asks again then. */
  void wakeAt(long atMillis) {
    wakeMillis = Math.min(wakeMillis, Math.max(nowMillis + 1, atMillis));
  }

  void addWake() {
    if (wakeMillis < Long.MAX_VALUE / 2) {
      actions.add(new Action.WakeAt(wakeMillis));
    }
  }
}
