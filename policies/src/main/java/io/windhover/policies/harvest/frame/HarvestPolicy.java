package io.windhover.policies.harvest.frame;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.match.Match;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Runs a method of the harvest family as a policy: learns from the batch, then lets the method
 * place what waits.
 */
public record HarvestPolicy(Method method, HarvestSettings settings) implements Policy {
  private static final Policy WHY = new Match(Match.Impossible.WAITS);

  @Override
  public String name() {
    return method.name();
  }

  @Override
  public SortedSet<Trait> traits() {
    SortedSet<Trait> traits = new TreeSet<>(method.traits());
    traits.add(Trait.STARTS_WHAT_IS_READY);
    if (settings.acquiring().isOn()) {
      traits.add(Trait.RENTS_MACHINES);
    }
    return traits;
  }

  @Override
  public int liveAttemptsMax() {
    return method.liveAttemptsMax();
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    boolean known = world.memory() instanceof HarvestMemory;
    if (known && changesNothing(batch)) {
      return new Decision(List.of(), List.of(), world.memory());
    }
    HarvestMemory memory =
        world.memory() instanceof HarvestMemory before
            ? before
            : new HarvestMemory(name(), settings.windowMillis());
    Observer observer = new Observer(world, memory);
    if (!known) {
      observer.beginAnew();
    }
    observer.observe(batch);
    Turn turn = new Turn(world, memory);
    method.place(turn);
    if (settings.acquiring().isOn()) {
      new Fleet(turn, memory, settings.acquiring()).keep();
    }
    return new Decision(turn.actions(), List.of(), memory);
  }

  private static boolean changesNothing(List<Event> batch) {
    for (Event event : batch) {
      if (!(event instanceof Event.AttemptStarted) && !(event instanceof Event.PriceChanged)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return WHY.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return HarvestMemory.recalled(name(), settings.windowMillis(), encoded);
  }
}
