package io.windhover.policies.bag;

import io.windhover.core.event.Event;
import io.windhover.core.model.Market;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Policy;
import io.windhover.core.policy.Reason;
import io.windhover.core.policy.Trait;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.bag.plan.Planner;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * HADS's "on-demand only" baseline (section 5.3.1): the plan of the primary scheduler, machine by
 * machine and queue by queue, with every machine rented on demand. The paper compares all its costs
 * with this one.
 *
 * <p>Parameter: {@code release}, when an idle machine goes back. The paper does not say whether its
 * baseline paid idle machines to the end of their cycle, so both are there.
 *
 * <p>Departures: where a launch takes so long that the plan would end late, the plan is made again
 * for a deadline that is earlier by that much; and what the plan does not cover (see {@link
 * PlanFollower}) runs where it costs least.
 */
public final class OnDemandOnly implements Policy {
  private static final String NAME = "on-demand";

  private final PlanFollower follower;

  public OnDemandOnly(Planner planner, Release release) {
    this.follower = new PlanFollower(NAME, planner, Market.ON_DEMAND, release);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SortedSet<Trait> traits() {
    SortedSet<Trait> traits = new TreeSet<>();
    traits.add(Trait.RENTS_MACHINES);
    traits.add(Trait.RENTS_NO_SPOT);
    traits.add(Trait.KEEPS_DEADLINES);
    return traits;
  }

  @Override
  public Decision decide(WorldView world, List<Event> batch) {
    return follower.decide(world, batch);
  }

  @Override
  public List<Reason> explain(WorldView world) {
    return follower.explain(world);
  }

  @Override
  public Memory recall(String encoded) {
    return PlanQueues.recalled(NAME, encoded);
  }
}
