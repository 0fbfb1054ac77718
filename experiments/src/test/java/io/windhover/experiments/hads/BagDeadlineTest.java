package io.windhover.experiments.hads;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.JobSpec;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.policies.bag.Bag;
import io.windhover.policies.bag.frugal.BagSettings;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.workload.generate.BagTable;
import io.windhover.workload.generate.BagTable.Spread;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our own policy keeps its promise, in the paper's cells and in bags unlike them. */
class BagDeadlineTest {
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @ParameterizedTest
  @EnumSource(PoissonMarket.Reading.class)
  void noCellEndsLate(PoissonMarket.Reading reading) {
    for (PaperSetting.Cell cell : PaperSetting.cells()) {
      for (long seed = 1; seed <= SEEDS; seed++) {
        Trial.Outcome outcome = new Trial(cell, reading, 0, seed).run(new Bag(BagSettings.DEFAULT));

        assertThat(outcome.inTime()).as("%s seed %d", cell.name(), seed).isTrue();
      }
    }
  }

  /**
   * Only one task of 7 GB fits on a machine, so there are fewer places than tasks on demand. A
   * frozen attempt that thawed once displaced the task's attempt on demand, again and again.
   */
  @ParameterizedTest
  @ValueSource(ints = {14, 20})
  void largeTasksThatMustShareOnDemandMachinesEndInTime(int tasks) {
    var table =
        new BagTable(
            "large",
            tasks,
            new Spread(600_000, 600_000, 600_000),
            new Spread(7_000_000_000L, 7_000_000_000L, 7_000_000_000L));
    var storm = new PaperSetting.Scenario("storm", 20, 20);
    for (long seed = 1; seed <= 5L * SEEDS; seed++) {
      JobSpec spec = table.draw(seed, PaperSetting.DEADLINE_MILLIS);
      var story = new Story(List.of(new Happening.JobArrives(0, spec)), Fate.asEstimated());
      var settings =
          new Simulation.Settings(
              PaperSetting.offers(0),
              PaperSetting.cloud(storm, PoissonMarket.Reading.RUN, seed),
              1_000_000,
              4 * PaperSetting.DEADLINE_MILLIS);
      World world =
          new Simulation(new Bag(BagSettings.DEFAULT), story, settings, (b, d, w) -> {}).run();

      Job job = world.job(1);
      assertThat(job.count(TaskState.SUCCEEDED)).as("seed %d", seed).isEqualTo(tasks);
      assertThat(job.endedAtMillis())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(PaperSetting.DEADLINE_MILLIS);
    }
  }
}
