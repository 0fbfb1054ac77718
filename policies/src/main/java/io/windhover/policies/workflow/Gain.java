package io.windhover.policies.workflow;

import io.windhover.policies.workflow.frame.Asked;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.Place;
import io.windhover.policies.workflow.frame.Yard;
import org.jspecify.annotations.Nullable;

/**
 * SCS's rival GAIN as Algorithm 4 extends it: each job by itself gets the cheapest plan, made
 * faster by gain until it meets the deadline; a task that is ready takes an idle instance of its
 * planned type, or a new one is acquired for it. No task waits for another one to end.
 *
 * <p>Departures: a task that is not ready one lag before its window begins has its instance kept or
 * acquired then, so with exact runtimes and lags no job is late; as printed, every acquisition on
 * the longest chain would cost another lag.
 */
public record Gain() implements Method {
  @Override
  public String name() {
    return "gain";
  }

  @Override
  public boolean rentsWhenReady() {
    return true;
  }

  @Override
  public @Nullable Place place(Asked asked, Yard yard) {
    Place place = yard.forNothing(asked);
    place = place == null ? yard.onType(asked, asked.type(), Yard.Which.IDLE) : place;
    if (place != null || !asked.mayRent()) {
      return place;
    }
    place = yard.rented(asked, asked.type());
    return place == null ? yard.otherwise(asked) : place;
  }
}
