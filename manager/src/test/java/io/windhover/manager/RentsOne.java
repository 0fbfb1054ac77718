package io.windhover.manager;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.List;

/** Rents one machine when something waits and there is none; else as {@link FirstFit}. */
final class RentsOne implements Policy {
  private final Policy firstFit = new FirstFit();

  @Override
  public String name() {
    return "rents-one";
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    if (world.machines().isEmpty() && !world.readyGroups().isEmpty() && !world.offers().isEmpty()) {
      var launch = new Action.Launch(world.nextMachineId(), world.offers().get(0).name());
      return new Decision(List.of(launch), List.of(), world.memory());
    }
    return firstFit.decide(world, batch);
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return List.of();
  }
}
