package io.windhover.policies.workflow;

import io.windhover.policies.workflow.frame.Asked;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.Place;
import io.windhover.policies.workflow.frame.Terms;
import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.frame.Yard;
import io.windhover.policies.workflow.plan.LoadVector;
import io.windhover.policies.workflow.scs.Bundling;
import io.windhover.policies.workflow.scs.Chaining;
import org.jspecify.annotations.Nullable;

/**
 * SCS as printed, to show what {@link Scs} mends: an instance is acquired when the load vector of
 * its type exceeds the number there is, and only then (Algorithm 3, lines 5 to 7). A load vector
 * treats work as fluid, but tasks do not split, so jobs are late even with exact runtimes and lags.
 *
 * <p>Consolidation is Algorithm 2's: the task moves to a type whose load vector has room for it.
 * Plans are not made again. Instances serve places in the order in which windows begin.
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
  public Units units(Units plain, Terms terms, long spanMillis) {
    return Chaining.of(Bundling.of(plain, terms), terms.lagMillisMax(), spanMillis);
  }

  @Override
  public @Nullable Place place(Asked asked, Yard yard) {
    Place place = yard.forNothing(asked);
    int type = asked.type();
    place = place == null ? yard.onType(asked, type, Yard.Which.IDLE) : place;
    if (place != null) {
      return place;
    }
    if (needed(asked, yard, type) <= yard.count(type)) {
      return yard.whenever(asked, type);
    }
    if (!asked.mayRent()) {
      return null;
    }
    for (int other : yard.terms().byPrice()) {
      place = other == type ? null : yard.whenever(asked, other);
      if (place != null
          && place.endMillis() <= asked.byMillis()
          && needed(asked, yard, other) <= yard.count(other)) {
        asked.job().move(asked.unit(), other);
        return place;
      }
    }
    place = yard.rentedWhenever(asked, type);
    return place == null ? yard.otherwise(asked) : place;
  }

  /** Instances of a type needed while the window lasts, this task included. */
  private static int needed(Asked asked, Yard yard, int type) {
    LoadVector load = yard.load(type);
    long from = Math.max(yard.nowMillis(), asked.earliestMillis());
    load.add(from, asked.byMillis(), asked.runMillis(type));
    return load.needed(from, asked.byMillis());
  }
}
