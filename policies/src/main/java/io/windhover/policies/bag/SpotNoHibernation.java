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
 * HADS's baseline of "spot VMs without hibernation" (section 5.3.1): the plan of the primary
 * scheduler, followed to the end on spot machines. It is meant for a calm market and shows what
 * HADS would cost if nothing ever froze.
 *
 * <p>Parameter: {@code release}, when an idle machine goes back.
 *
 * <p>Departures: a planned machine of which spot has no more is rented on demand, as Algorithm 2
 * would; and should machines freeze all the same, nothing is lost: what waited there moves at once,
 * what ran there waits as long as the deadline allows and then begins again elsewhere. There are no
 * checkpoints, so no deadline is promised.
 */
public final class SpotNoHibernation implements Policy {
  private static final String NAME = "spot-no-hibernation";

  private final PlanFollower follower;

  public SpotNoHibernation(Planner planner, Release release) {
    this.follower = new PlanFollower(NAME, planner, Market.SPOT, release);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public SortedSet<Trait> traits() {
    SortedSet<Trait> traits = new TreeSet<>();
    traits.add(Trait.RENTS_MACHINES);
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
