package io.windhover.policies.bag.plan;

import io.windhover.core.model.Offer;
import java.util.List;
import java.util.Optional;

/** Makes a plan for a whole bag. */
@FunctionalInterface
public interface Planner {
  /** Empty when the bag cannot be planned to end by the deadline. */
  Optional<Plan> plan(List<BagTask> tasks, List<Offer> offers, long deadlineMillis);
}
