package io.windhover.workload.scenario;

import io.windhover.core.model.TaskGroup;
import io.windhover.workload.generate.BagTable;
import java.util.List;
import java.util.OptionalLong;

/** The work of a scenario. */
public sealed interface WorkChoice permits WorkChoice.Given, WorkChoice.Drawn, JobStream {
  /** Tasks as they were written down. */
  record Given(List<TaskGroup> groups) implements WorkChoice {
    public Given {
      groups = List.copyOf(groups);
    }
  }

  /**
   * A bag to be drawn.
   *
   * @param seed of its own, so that it stays the same while the market's seed changes
   */
  record Drawn(BagTable table, OptionalLong seed) implements WorkChoice {}
}
