package io.windhover.experiments.hads;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.PoissonMarket;
import java.util.List;

/** A cell of the paper's tables with everything chance has to say about it. */
public record Trial(
    PaperSetting.Cell cell, PoissonMarket.Reading reading, long billedMillis, long seed) {
  private static final long STEPS_MAX = 1_000_000;
  private static final int HORIZON_DEADLINES = 4;

  /** How a run ended. */
  public record Outcome(World world, boolean done, long makespanMillis, long costNanos) {
    public boolean inTime() {
      return done && makespanMillis <= PaperSetting.DEADLINE_MILLIS;
    }
  }

  public Outcome run(Policy policy) {
    return run(policy, PaperSetting.cloud(cell.scenario(), reading, seed), (b, d, w) -> {});
  }

  public Outcome run(Policy policy, Cloud cloud, Simulation.Observer observer) {
    var story =
        new Story(
            List.of(new Happening.JobArrives(0, PaperSetting.job(cell, seed))), Fate.asEstimated());
    var settings =
        new Simulation.Settings(
            PaperSetting.offers(billedMillis),
            cloud,
            STEPS_MAX,
            HORIZON_DEADLINES * PaperSetting.DEADLINE_MILLIS);
    World world = new Simulation(policy, story, settings, observer).run();
    Job job = world.job(1);
    return new Outcome(
        world,
        job.count(TaskState.SUCCEEDED) == job.spec().taskCount(),
        job.endedAtMillis(),
        world.spentNanos());
  }
}
