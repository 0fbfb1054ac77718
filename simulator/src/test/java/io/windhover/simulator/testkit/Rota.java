package io.windhover.simulator.testkit;

import io.windhover.core.event.Event;
import io.windhover.core.model.AttemptId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.GroupView;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.MemoryReader;
import io.windhover.core.policy.MemoryWriter;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small policy for tests of drivers: one task for each machine that has room, starting after the
 * machine that was served last. What it remembers changes what it does, so a lost memory shows.
 */
public final class Rota implements Policy {
  private static final String NAME = "rota";

  record Last(int machine) implements Memory {
    @Override
    public String encoded() {
      return new MemoryWriter(NAME, 1).line("last", machine).text();
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    int last = world.memory() instanceof Last memory ? memory.machine() : 0;
    List<MachineView> turn = new ArrayList<>();
    world.machinesWithRoom().forEach(m -> turn.add(m));
    while (!turn.isEmpty() && turn.get(0).id() <= last && turn.get(turn.size() - 1).id() > last) {
      turn.add(turn.remove(0));
    }
    List<Action> actions = new ArrayList<>();
    for (GroupView group : world.readyGroups()) {
      PrimitiveIterator.OfInt ready = group.readyIndexes();
      for (int i = 0; i < turn.size() && ready.hasNext(); ) {
        if (turn.get(i).hasRoomFor(group.spec().need())) {
          AttemptId attempt = world.nextAttempt(group.task(ready.nextInt()));
          last = turn.remove(i).id();
          actions.add(new Action.Assign(attempt, last));
        } else {
          i++;
        }
      }
    }
    // One task a machine and decision: ask again a moment later for those that had to stand back.
    if (!actions.isEmpty()) {
      actions.add(new Action.WakeAt(world.nowMillis() + 1));
    }
    return new Decision(actions, List.of(), new Last(last));
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return List.of();
  }

  @Override
  public Memory recall(String encoded) {
    AtomicInteger machine = new AtomicInteger();
    return MemoryReader.read(encoded, NAME, 1, line -> machine.set(line.nextInt()))
        ? new Last(machine.get())
        : Memory.NONE;
  }
}
