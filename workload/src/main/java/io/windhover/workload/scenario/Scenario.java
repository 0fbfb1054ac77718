package io.windhover.workload.scenario;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import io.windhover.workload.PolicyChoice;
import java.util.List;

/** All that a simulation needs to be told. */
public record Scenario(
    String name,
    Catalogue catalogue,
    MarketChoice market,
    CheckpointCost checkpoints,
    WorkChoice work,
    Deadline deadline,
    PolicyChoice policy,
    long seed) {
  /** The job that is submitted when the run begins. */
  public JobSpec job(long runSeed) {
    return new JobSpec(name, "", deadline, false, groups(runSeed));
  }

  /** Whether all seeds mean the same job, and differ only in what befalls it. */
  public boolean sameWorkForEverySeed() {
    return !(work instanceof WorkChoice.Drawn drawn) || drawn.seed().isPresent();
  }

  private List<TaskGroup> groups(long runSeed) {
    if (work instanceof WorkChoice.Given given) {
      return given.groups();
    }
    var drawn = (WorkChoice.Drawn) work;
    return drawn.table().draw(drawn.seed().orElse(runSeed), 1).groups();
  }
}
