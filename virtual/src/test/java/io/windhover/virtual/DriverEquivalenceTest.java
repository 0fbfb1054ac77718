package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.DecisionLog;
import io.windhover.policies.match.Match;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The key idea: the same story through the simulator, and through the manager with its journal, the
 * in-process wire and the workers' agents, gives the same decisions, line by line.
 */
class DriverEquivalenceTest {
  private static final int SEEDS = Integer.getInteger("seeds", 300);

  private final Path folder = FastStores.folder();

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  @Test
  void simulatorAndManagerDecideAlike() {
    long decided = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Story story = RandomStories.of(seed);
      List<String> simulated = simulate(story);
      List<String> managed = manage(story, seed);
      for (int i = 0; i < Math.min(simulated.size(), managed.size()); i++) {
        assertThat(managed.get(i)).as("seed %d, line %d", seed, i + 1).isEqualTo(simulated.get(i));
      }
      assertThat(managed).as("length of seed %d's log", seed).hasSameSizeAs(simulated);
      decided += simulated.size();
    }
    assertThat(decided).as("batches compared").isGreaterThan(20L * SEEDS);
  }

  private static Policy policy() {
    return new Match(Match.Impossible.WAITS);
  }

  private static List<String> simulate(Story story) {
    List<String> log = new ArrayList<>();
    new Simulation(
            policy(),
            story,
            Simulation.Settings.ownMachines(),
            (batch, decision, world) -> log.add(DecisionLog.line(batch, decision)))
        .run();
    return log;
  }

  private List<String> manage(Story story, long seed) {
    FastStores stores = new FastStores(folder, seed);
    VirtualPool pool =
        new VirtualPool(story, DriverEquivalenceTest::policy, stores, Misfortune.NONE);
    pool.play(3_600_000);
    pool.close();
    stores.delete();
    return pool.log();
  }
}
