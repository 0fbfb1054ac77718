package io.windhover.policies.workflow.plan;

import io.windhover.core.policy.WorldView;

/** A part of the world that one rule is in charge of, beside others that rent machines too. */
public interface Portion extends WorldView {
  /** How many machines of an offer the others have. */
  int rentedElsewhere(String offer);

  static int rentedElsewhere(WorldView world, String offer) {
    return world instanceof Portion portion ? portion.rentedElsewhere(offer) : 0;
  }
}
