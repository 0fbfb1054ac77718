package io.windhover.policies.harvest.frame;

import io.windhover.core.model.AttemptId;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.AttemptView;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.harvest.match.Node;
import io.windhover.policies.harvest.match.Request;
import io.windhover.policies.harvest.match.Room;
import io.windhover.policies.harvest.predict.Change;
import io.windhover.policies.harvest.predict.Drops;
import io.windhover.policies.harvest.predict.History;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One decision: what a method sees of the world, and what it wants done. */
public final class Turn {
  private static final int WHOLE = 1_000_000;

  private final WorldView world;
  private final HarvestMemory memory;
  private final List<Action> actions = new ArrayList<>();

  /** How many attempts of a task this turn has begun. */
  private final Map<TaskId, Integer> begun = new TreeMap<>();

  Turn(WorldView world, HarvestMemory memory) {
    this.world = world;
    this.memory = memory;
  }

  public WorldView world() {
    return world;
  }

  public long nowMillis() {
    return world.nowMillis();
  }

  public History history() {
    return memory.history;
  }

  /** How far machines fall. */
  public Drops drops() {
    return memory.drops(nowMillis());
  }

  List<Action> actions() {
    return actions;
  }

  /** Tasks that could start, in the order of their jobs, within a job as it lists them. */
  public List<Waiting> waiting() {
    List<Waiting> waiting = new ArrayList<>();
    for (GroupView group : world.readyGroups()) {
      PrimitiveIterator.OfInt ready = group.readyIndexes();
      while (ready.hasNext()) {
        int index = ready.nextInt();
        waiting.add(new Waiting(group, index, request(group, index)));
      }
    }
    return waiting;
  }

  /** The same, those that ask for the same together. */
  public List<Batch> batches() {
    List<Batch> batches = new ArrayList<>();
    for (GroupView group : world.readyGroups()) {
      PrimitiveIterator.OfInt ready = group.readyIndexes();
      if (!group.hasSafeParts()) {
        batches.add(new Batch(group, request(group, 0), ready));
        continue;
      }
      while (ready.hasNext()) {
        int index = ready.nextInt();
        batches.add(new Batch(group, request(group, index), IntStream.of(index).iterator()));
      }
    }
    return batches;
  }

  /** What tasks that could start ask for, all together. */
  int waitingCores() {
    int cores = 0;
    for (GroupView group : world.readyGroups()) {
      cores += group.ready() * group.spec().need().cores();
    }
    return cores;
  }

  private Request request(GroupView group, int index) {
    int parts = WHOLE - group.safeParts(index);
    long millis = Math.max(1, Math.round(fullMillis(group.spec()) * (parts / (double) WHOLE)));
    return new Request(group.spec().need(), millis);
  }

  /** The estimate for any type, else the longest for one, else what tasks of the kind took. */
  public long fullMillis(TaskGroup group) {
    RuntimeEstimate runtime = group.runtime();
    if (runtime.anyTypeMillis() >= 0) {
      return Math.max(1, runtime.anyTypeMillis());
    }
    return runtime.millisByType().values().stream()
        .mapToLong(Long::longValue)
        .max()
        .orElseGet(() -> memory.runtimes.guessMillis(group.kind()));
  }

  /** How much longer it will run; one that has overrun its estimate, a tenth of its time so far. */
  public long leftMillis(AttemptView attempt) {
    double parts = (WHOLE - attempt.startParts()) / (double) WHOLE;
    long whole = Math.round(fullMillis(attempt.group().spec()) * parts);
    long ran = attempt.ranMillis(nowMillis());
    return Math.max(1, Math.max(whole - ran, ran / 10));
  }

  /** How long it had run when its last checkpoint was safe, the time spent on writing included. */
  public long ranAtCheckpointMillis(AttemptView attempt) {
    return memory.ranAtCheckpoint.getOrDefault(attempt.id(), attempt.checkpointedMillis());
  }

  public LastChange lastChange(MachineView machine) {
    LastChange last = memory.lastChanges.get(machine.id());
    return last == null ? new LastChange(machine.spec().cores(), nowMillis(), Change.GREW) : last;
  }

  /** The machines that take work, by id, with their room now and later. */
  public List<Node> nodes() {
    List<Node> nodes = new ArrayList<>();
    for (MachineView machine : world.machines()) {
      if (machine.state() == MachineView.State.READY) {
        LastChange last = lastChange(machine);
        long elapsed = nowMillis() - last.atMillis();
        nodes.add(
            new Node(machine.id(), machine.spec().labels(), last.change(), elapsed, room(machine)));
      }
    }
    return nodes;
  }

  public Room room(MachineView machine) {
    Room room = new Room(machine.freeCores(), machine.freeMemoryBytes());
    for (AttemptView attempt : machine.attempts()) {
      var need = attempt.group().spec().need();
      room.change(leftMillis(attempt), need.cores(), need.memoryBytes());
    }
    if (machine.noticeMillis() != Long.MAX_VALUE) {
      long left = Math.max(0, machine.noticeMillis() - nowMillis());
      room.change(left, -machine.spec().cores(), -machine.spec().memoryBytes());
    }
    return room;
  }

  /** A task that runs, for another attempt of it. */
  public Waiting task(AttemptView attempt) {
    GroupView group = attempt.group();
    int index = attempt.id().task().index() - group.task(0).index();
    return new Waiting(group, index, request(group, index));
  }

  /** The next attempt of the task, after those that this turn has begun. */
  public AttemptId nextAttempt(Waiting task) {
    AttemptId next = world.nextAttempt(task.id());
    return new AttemptId(next.task(), next.number() + begun.getOrDefault(next.task(), 0));
  }

  /** Another attempt of the task begins on this machine. */
  public void start(Waiting task, int machine) {
    actions.add(new Action.Assign(nextAttempt(task), machine));
    begun.merge(task.id(), 1, Integer::sum);
  }

  public void act(Action action) {
    actions.add(action);
  }

  /** Asks to be woken, unless that was asked for already. */
  public void wakeAt(long atMillis) {
    if (memory.wakes.add(atMillis)) {
      actions.add(new Action.WakeAt(atMillis));
    }
  }
}
