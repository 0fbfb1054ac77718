package io.windhover.policies.workflow;

import io.windhover.policies.workflow.frame.Asked;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.Place;
import io.windhover.policies.workflow.frame.Terms;
import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.frame.Yard;
import io.windhover.policies.workflow.scs.Bundling;
import io.windhover.policies.workflow.scs.Chaining;
import org.jspecify.annotations.Nullable;

/**
 * SCS as printed (Algorithms 1 to 3), to show what {@link Scs} mends. At each event, and at least
 * once a minute: load vectors of all live tasks, sampled at instants a minute apart; the most
 * urgent task of a type that lacks instances goes to a type whose load has room for it (Algorithm
 * 2); the difference between the load, rounded up, and the instances there are is acquired; an idle
 * instance goes back at the end of a paid period if the load needs fewer; instances that are free
 * take the ready task of their type with the earliest deadline.
 *
 * <p>A load vector treats work as fluid, but tasks do not split, so jobs are late even with exact
 * runtimes and lags.
 *
 * <p>Settled where the paper is silent: the load counts as far ahead as the longest lag and one
 * loop. The lag is taken off the front of a job once. A task moves only to time that is paid for.
 * What runs counts with what is left of it. A task whose window has become too short counts as one
 * instance. A new plan is taken when tasks end early and it is cheaper. When a type is refused and
 * there is no instance of it, its tasks go to the cheapest type that can be had.
 */
public record ScsPrinted() implements Method {
  @Override
  public String name() {
    return "scs-printed";
  }

  @Override
  public boolean keepsDeadlines() {
    return false;
  }

  @Override
  public boolean plansAgain() {
    return true;
  }

  @Override
  public boolean followsLoad() {
    return true;
  }

  @Override
  public Units units(Units plain, Terms terms, long spanMillis) {
    Units bundled = Bundling.inTime(plain, terms, spanMillis);
    return Chaining.of(bundled, terms.lagMillisMax(), spanMillis);
  }

  @Override
  public @Nullable Place place(Asked asked, Yard yard) {
    Place place = yard.forNothing(asked);
    place = place == null ? yard.whenever(asked, asked.type()) : place;
    if (place != null && place.startMillis() <= yard.nowMillis()) {
      return place;
    }
    return asked.mayRent() ? yard.otherwise(asked) : null;
  }
}
