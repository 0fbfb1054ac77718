package io.windhover.core.policy;

import java.util.List;

/** What a policy answers: what to do, why (where that needs saying), and what to remember. */
public record Decision(List<Action> actions, List<Reason> reasons, Memory memory) {
  public Decision {
    actions = List.copyOf(actions);
    reasons = List.copyOf(reasons);
  }

  public static Decision of(List<Action> actions) {
    return new Decision(actions, List.of(), Memory.NONE);
  }
}
