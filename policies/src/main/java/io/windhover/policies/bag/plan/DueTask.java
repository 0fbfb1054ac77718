package io.windhover.policies.bag.plan;

import io.windhover.core.model.Need;
import io.windhover.core.model.TaskId;
import java.util.List;

/**
 * A task as {@link FleetPlanner} sees it.
 *
 * @param runMillis how long it runs on a machine of each stock, in their order; {@link #NEVER}
 *     where it cannot run
 */
public record DueTask(TaskId id, Need need, long deadlineMillis, List<Long> runMillis) {
  public static final long NEVER = -1;

  public DueTask {
    runMillis = List.copyOf(runMillis);
  }

  boolean runsOn(int stock) {
    return runMillis.get(stock) != NEVER;
  }

  long runMillisOn(int stock) {
    return runMillis.get(stock);
  }

  /** The longest it runs on any of these stocks. */
  long longestMillis(List<Integer> stocks) {
    long longest = 0;
    for (int stock : stocks) {
      longest = Math.max(longest, runMillis.get(stock));
    }
    return longest;
  }
}
