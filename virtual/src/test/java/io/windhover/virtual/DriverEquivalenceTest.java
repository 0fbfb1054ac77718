package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.DecisionLog;
import io.windhover.manager.Keeping;
import io.windhover.manager.ManagerSettings;
import io.windhover.policies.match.Match;
import io.windhover.simulator.Happening;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.Timeline;
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

  /** The manager lets every job leave as soon as it is over, which the simulator never does. */
  @Test
  void jobsThatLeaveChangeNoDecision() {
    int left = 0;
    for (long seed = 1; seed <= SEEDS / 3; seed++) {
      Story story = withoutWishes(RandomStories.of(seed));
      List<String> simulated = simulate(story).stream().map(this::unnumbered).toList();
      List<String> managed = manage(story, seed, LEAVING);
      left += (int) managed.stream().filter(DriverEquivalenceTest::isDeparture).count();
      assertThat(managed.stream().filter(line -> !isDeparture(line)).map(this::unnumbered))
          .as("seed %d", seed)
          .containsExactlyElementsOf(simulated);
    }
    assertThat(left).as("departures").isGreaterThan(SEEDS / 3);
  }

  private static final Misfortune LEAVING =
      new Misfortune() {
        @Override
        public ManagerSettings settings() {
          return ManagerSettings.LOCAL.keeping(new Keeping(0, 0, Long.MAX_VALUE, 25), 10);
        }

        @Override
        public void deliver(Timeline timeline, String worker, Runnable delivery) {
          delivery.run();
        }
      };

  private static boolean isDeparture(String line) {
    return line.contains(" forgotten ");
  }

  /** Departures are steps of their own, so the others have other numbers. */
  private String unnumbered(String line) {
    return line.substring(line.indexOf(' '));
  }

  /** Nobody wishes anything about a job that may have left. */
  private static Story withoutWishes(Story story) {
    return new Story(
        story.happenings().stream()
            .filter(
                happening ->
                    happening instanceof Happening.JobArrives
                        || happening instanceof Happening.MachineAppears
                        || happening instanceof Happening.MachineVanishes)
            .toList(),
        story.fate());
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
    return manage(story, seed, Misfortune.NONE);
  }

  private List<String> manage(Story story, long seed, Misfortune misfortune) {
    FastStores stores = new FastStores(folder, seed);
    VirtualPool pool = new VirtualPool(story, DriverEquivalenceTest::policy, stores, misfortune);
    pool.play(3_600_000);
    pool.close();
    stores.delete();
    return pool.log();
  }
}
