package io.windhover.simulator.testkit;

import io.windhover.core.event.Event;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.WorldView;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A policy that does at given moments what a test tells it to, from the first job on. */
public final class Plot implements Policy {
  private final SortedMap<Long, List<Action>> plot = new TreeMap<>();
  private Memory memory = Memory.NONE;
  private int liveAttemptsMax = 1;

  public Plot at(long millis, Action... actions) {
    plot.computeIfAbsent(millis, at -> new ArrayList<>()).addAll(List.of(actions));
    return this;
  }

  /** What it will remember from the first decision on. */
  public Plot remembering(Memory what) {
    memory = what;
    return this;
  }

  /** It may run tasks in two places at a time. */
  public Plot replicating() {
    liveAttemptsMax = 2;
    return this;
  }

  @Override
  public String name() {
    return "plot";
  }

  @Override
  public int liveAttemptsMax() {
    return liveAttemptsMax;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    List<Action> actions = new ArrayList<>();
    for (Event event : batch) {
      if (event instanceof Event.JobSubmitted submitted && submitted.job() == 1) {
        actions.addAll(plot.getOrDefault(world.nowMillis(), List.of()));
        plot.tailMap(world.nowMillis() + 1)
            .keySet()
            .forEach(t -> actions.add(new Action.WakeAt(t)));
      } else if (event instanceof Event.TimerFired timer) {
        actions.addAll(plot.getOrDefault(timer.wakeAtMillis(), List.of()));
      }
    }
    return new Decision(actions, List.of(), memory);
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return List.of();
  }
}
