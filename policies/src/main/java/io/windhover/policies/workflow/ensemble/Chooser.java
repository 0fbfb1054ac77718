package io.windhover.policies.workflow.ensemble;

import io.windhover.core.policy.Policy;
import io.windhover.core.policy.WorldView;
import io.windhover.policies.workflow.justintime.Rehearsed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says which rule gets the jobs that come next. */
@FunctionalInterface
public interface Chooser {
  /**
   * Asked when jobs have come.
   *
   * @param now the rule that is in charge of new jobs; 0 is our own, the others follow in their
   *     order
   * @param rehearsed what our own has just found out about the recent past; null when it has not
   *     rehearsed it
   * @param rivals the other rules as they would be from now on
   * @param standing what is remembered of their auditions
   */
  int next(
      WorldView world,
      int now,
      @Nullable Rehearsed rehearsed,
      List<Policy> rivals,
      Standing standing);
}
