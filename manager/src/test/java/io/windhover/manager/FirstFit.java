package io.windhover.manager;

import io.windhover.core.event.Event;
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
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Gives at most one task at a time to the machine whose turn it is; the turn is its memory, so a
 * recovery that loses it decides differently.
 */
final class FirstFit implements Policy {
  private static final String NAME = "first-fit";

  private record Turn(int count) implements Memory {
    @Override
    public String encoded() {
      return new MemoryWriter(NAME, 1).line("turn", count).text();
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Memory recall(String encoded) {
    AtomicInteger count = new AtomicInteger();
    return MemoryReader.read(encoded, NAME, 1, line -> count.set(line.nextInt()))
        ? new Turn(count.get())
        : Memory.NONE;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    int turn = world.memory() instanceof Turn memory ? memory.count() : 0;
    List<? extends MachineView> roomy = List.copyOf(world.machinesWithRoom());
    for (GroupView group : world.readyGroups()) {
      PrimitiveIterator.OfInt ready = group.readyIndexes();
      if (!roomy.isEmpty() && ready.hasNext()) {
        MachineView machine = roomy.get(turn % roomy.size());
        var assign =
            new Action.Assign(world.nextAttempt(group.task(ready.nextInt())), machine.id());
        return new Decision(
            List.of(assign, new Action.WakeAt(world.nowMillis() + 50)),
            List.of(),
            new Turn(turn + 1));
      }
    }
    return new Decision(List.of(), List.of(), new Turn(turn));
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return List.of();
  }
}
