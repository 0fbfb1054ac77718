package io.windhover.policies.workflow;

import io.windhover.policies.workflow.frame.Asked;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.Place;
import io.windhover.policies.workflow.frame.Units;
import io.windhover.policies.workflow.frame.Yard;
import org.jspecify.annotations.Nullable;

/**
 * SCS's rival Greedy (section 4.1, Algorithm 4, after Yu and Buyya): each task by itself on the
 * cheapest instance there is that meets its deadline, in whose queue it may wait; if there is none,
 * on a new one of the cheapest type that does.
 *
 * <p>Cheapest is the price of an hour, not what the task costs there: that is what makes it greedy.
 * Task deadlines are in proportion to the tasks' fastest runtimes along the workflow, as Yu and
 * Buyya have them, so each task can be met by some type whenever the job can.
 *
 * <p>Departures: the lag is taken off each job once, and a machine is rented one lag before a
 * task's window begins if it is not ready earlier, so with exact runtimes and lags no job is late.
 */
public record Greedy() implements Method {
  @Override
  public String name() {
    return "greedy";
  }

  @Override
  public int[] firstTypes(Units units) {
    return units.ladders().fastest();
  }

  @Override
  public boolean rentsWhenReady() {
    return true;
  }

  @Override
  public @Nullable Place place(Asked asked, Yard yard) {
    Place place = yard.forNothing(asked);
    for (int type : yard.terms().byPrice()) {
      place = place == null ? yard.onType(asked, type, Yard.Which.ANY) : place;
    }
    if (place != null || !asked.mayRent()) {
      return place;
    }
    place = yard.cheapestRented(asked);
    return place == null ? yard.otherwise(asked) : place;
  }
}
