package io.windhover.policies.workflow;

import io.windhover.policies.workflow.frame.Asked;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.Place;
import io.windhover.policies.workflow.frame.Yard;
import org.jspecify.annotations.Nullable;

/**
 * SCS's rival GAIN in a fair form. Each job by itself gets the cheapest plan, made faster by gain
 * (makespan saved per money added) until it meets the deadline; each task then runs on an instance
 * of its planned type, in whose queue it may wait as long as its window lasts.
 *
 * <p>Departures from Algorithm 4: as printed a task never waits (see {@link Gain}), which makes
 * GAIN look worse than it need. A new instance is rented one lag before the task's window begins,
 * not as soon as the task is ready. With exact runtimes and lags no job is late.
 */
public record GainWait() implements Method {
  @Override
  public String name() {
    return "gain-wait";
  }

  @Override
  public @Nullable Place place(Asked asked, Yard yard) {
    Place place = yard.forNothing(asked);
    place = place == null ? yard.onType(asked, asked.type(), Yard.Which.ANY) : place;
    if (place != null || !asked.mayRent()) {
      return place;
    }
    place = yard.rented(asked, asked.type());
    return place == null ? yard.otherwise(asked) : place;
  }
}
