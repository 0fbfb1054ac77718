package io.windhover.experiments.hads;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.experiments.hads.Holes.Hole;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.policies.bag.Hads;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.Mend;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** In no cell of the paper's setting does a hibernation make {@code hads} late. */
class HadsDeadlineTest {
  private static final long SEEDS = Long.getLong("seeds", 20);

  @ParameterizedTest
  @EnumSource(Reading.class)
  void endsInTimeInEveryCell(Reading reading) {
    List<String> late = new ArrayList<>();
    for (Cell cell : PaperSetting.cells()) {
      for (long seed = 1; seed <= SEEDS; seed++) {
        Cloud cloud = PaperSetting.cloud(cell.scenario(), reading, seed);
        World world = run(new Hads(HadsSettings.PAPER), cell, seed, cloud);
        if (!inTime(world)) {
          late.add(cell.name() + " seed " + seed + " at " + world.job(1).endedAtMillis());
        }
        assertThat(world.machines()).as("given back").isEmpty();
      }
    }
    assertThat(late).isEmpty();
  }

  @Test
  void endsInTimeWhateverAMarketThatMeansHarmDoes() {
    List<Cell> cells = PaperSetting.cells();
    List<String> late = new ArrayList<>();
    for (int seed = 1; seed <= 1000; seed++) {
      Cell cell = cells.get(seed % cells.size());
      Cloud cloud = PaperSetting.cloud(new AdversarialMarket(seed));
      World world = run(new Hads(HadsSettings.PAPER), cell, seed, cloud);
      if (!inTime(world)) {
        late.add(cell.name() + " seed " + seed + " at " + world.job(1).endedAtMillis());
      }
    }
    assertThat(late).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("holes")
  void everyMendIsNeeded(Hole hole) {
    assertThat(hole.lateWithout()).as(hole.description()).isTrue();
    assertThat(hole.inTimeWith()).as("mended").isTrue();
  }

  static List<Hole> holes() {
    return Holes.all();
  }

  @Test
  void everyMendHasItsHole() {
    assertThat(Holes.all().stream().map(Hole::mend)).containsExactly(Mend.values());
  }

  static World run(Policy policy, Cell cell, long seed, Cloud cloud) {
    Happening arrives = new Happening.JobArrives(0, PaperSetting.job(cell, seed));
    Story story = new Story(List.of(arrives), Fate.asEstimated());
    var settings = new Simulation.Settings(PaperSetting.offers(0), cloud, 1_000_000);
    return new Simulation(policy, story, settings, (batch, decision, world) -> {}).run();
  }

  static boolean inTime(World world) {
    var job = world.job(1);
    return job.count(TaskState.SUCCEEDED) == job.spec().taskCount()
        && job.endedAtMillis() <= PaperSetting.DEADLINE_MILLIS;
  }
}
