package io.windhover.simulator.testkit;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The plainest policy that rents: every task gets a machine of its own, two if {@code replicas}
 * says so, and a rented machine without a task is given back. What is refused is asked for again, a
 * bounded number of times.
 */
public final class Renter implements Policy {
  private static final String NAME = "renter";
  private static final int REFUSALS_MAX = 20;

  record Refusals(int count) implements Memory {
    @Override
    public String encoded() {
      return new MemoryWriter(NAME, 1).line("refusals", count).text();
    }
  }

  private final int replicas;

  public Renter(int replicas) {
    this.replicas = replicas;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SortedSet<Trait> traits() {
    SortedSet<Trait> traits = new TreeSet<>();
    traits.add(Trait.RENTS_MACHINES);
    traits.add(Trait.KEEPS_DEADLINES);
    if (replicas > 1) {
      traits.add(Trait.REPLICATES);
    }
    return traits;
  }

  @Override
  public int liveAttemptsMax() {
    return replicas;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    int refused = world.memory() instanceof Refusals memory ? memory.count() : 0;
    refused += (int) batch.stream().filter(e -> e instanceof MachineChange.LaunchRefused).count();
    List<Action> actions = new ArrayList<>();
    List<MachineView> empty = new ArrayList<>();
    world.machinesWithRoom().stream().filter(m -> m.attempts().isEmpty()).forEach(empty::add);
    int wanted = 0;
    for (GroupView group : world.readyGroups()) {
      var ready = group.readyIndexes();
      while (ready.hasNext()) {
        wanted += serve(world, group, ready.nextInt(), empty, actions);
      }
    }
    actions.addAll(rentOrGiveBack(world, empty, refused < REFUSALS_MAX ? wanted : 0));
    return new Decision(actions, List.of(), new Refusals(refused));
  }

  /** Starts the task on as many empty machines as it may have; answers how many it went without. */
  private int serve(
      WorldView world, GroupView group, int index, List<MachineView> empty, List<Action> actions) {
    AttemptId first = world.nextAttempt(group.task(index));
    Need need = group.spec().need();
    int served = 0;
    for (int i = 0; i < empty.size() && served < replicas; ) {
      if (empty.get(i).hasRoomFor(need)) {
        AttemptId attempt = new AttemptId(first.task(), first.number() + served++);
        actions.add(new Action.Assign(attempt, empty.remove(i).id()));
      } else {
        i++;
      }
    }
    return served == 0 ? 1 : 0;
  }

  private static List<Action> rentOrGiveBack(WorldView world, List<MachineView> empty, int wanted) {
    List<Action> actions = new ArrayList<>();
    long coming =
        world.machines().stream().filter(m -> m.state() == MachineView.State.REQUESTED).count();
    int limit = world.offer("on-demand").map(Offer::limit).orElse(0);
    for (int i = 0; i < Math.min(wanted - coming, Math.min(limit, 50)); i++) {
      actions.add(new Action.Launch(world.nextMachineId() + i, "on-demand"));
    }
    if (wanted == 0) {
      world.machines().stream()
          .filter(m -> m.state() == MachineView.State.REQUESTED)
          .forEach(m -> actions.add(new Action.Release(m.id())));
      empty.stream()
          .filter(m -> m.spec().name().equals("on-demand"))
          .forEach(m -> actions.add(new Action.Release(m.id())));
    }
    return actions;
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return List.of();
  }

  @Override
  public Memory recall(String encoded) {
    AtomicInteger count = new AtomicInteger();
    return MemoryReader.read(encoded, NAME, 1, line -> count.set(line.nextInt()))
        ? new Refusals(count.get())
        : Memory.NONE;
  }
}
