package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.manager.Replay;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything goes wrong where machines are rented, for every policy that is for use: calls to the
 * source and its answers are lost, late or doubled, as messages of workers are; spot machines
 * freeze and are refused; managers are killed at any point of a turn, and their state is replaced.
 * Whatever happens, no task is lost, nothing that was recorded runs again, no machine stays behind
 * at the source, and what the manager thinks it has paid is what the source charged.
 */
class RentedMisfortuneTest {
  private static final int SEEDS = Integer.getInteger("seeds", 100);
  private static final long A_DAY_MILLIS = 86_400_000;
  private static final long LIMITED_MILLIS = 1_800_000;
  private static final double COST_TOLERANCE = 0.001;

  private final Path folder = FastStores.folder();

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  static List<String> policies() {
    return PolicyRegistry.namesForUse();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void nothingIsLostDoneTwiceOrRentedAndForgotten(String policy) {
    long leases = 0;
    int kills = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      FastStores stores = new FastStores(folder, seed);
      RandomMisfortune misfortune = new RandomMisfortune(seed, stores::delete);
      try {
        leases += live(policy, seed, stores, misfortune);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("%s, seed %d: %s".formatted(policy, seed, e.getMessage()), e);
      }
      kills += misfortune.kills();
    }
    System.out.printf(
        "%s: %d stories, %,d leases, %,d managers killed%n", policy, SEEDS, leases, kills);
  }

  /** Whatever calls and answers are lost: what is being given back is paid for, and counts. */
  @ParameterizedTest
  @MethodSource("policies")
  void theSourceNeverHasMoreMachinesAtOnceThanTheLimit(String policy) {
    for (long seed = 1; seed <= Math.max(1, SEEDS / 10); seed++) {
      FastStores stores = new FastStores(folder, seed);
      RandomMisfortune misfortune = new RandomMisfortune(seed, stores::delete);
      int limit = 1 + (int) (seed % 3);
      VirtualPool pool =
          new VirtualPool(
              Renting.limited(RandomStories.withCleanups(seed), limit),
              () -> Renting.policy(policy),
              stores,
              misfortune,
              Renting.OFFERS,
              cloud(seed));
      pool.play(LIMITED_MILLIS);
      if (misfortune.replaced() == 0) {
        assertThat(pool.source().mostOpen())
            .as("%s, seed %d", policy, seed)
            .isLessThanOrEqualTo(limit);
      }
      pool.close();
      stores.delete();
    }
  }

  static Cloud cloud(long seed) {
    if (seed % 2 == 0) {
      return new RestlessCloud(seed);
    }
    var market =
        new PoissonMarket(
            PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 60, 120, List.of("large"), seed);
    return new ModelledCloud(market, new CheckpointCost(500, 1));
  }

  /** In a third of the stories tasks save their work every few seconds. */
  private static Story story(long seed) {
    Story plain = RandomStories.withCleanups(seed);
    return Renting.governed(seed % 3 == 0 ? Renting.saving(plain, 3_000) : plain, seed);
  }

  private static int live(
      String policy, long seed, FastStores stores, RandomMisfortune misfortune) {
    VirtualPool pool =
        new VirtualPool(
            story(seed),
            () -> Renting.policy(policy),
            stores,
            misfortune,
            Renting.OFFERS,
            cloud(seed));
    pool.play(A_DAY_MILLIS);
    assertThat(EveryJob.of(pool)).isNotEmpty();
    for (Job job : EveryJob.of(pool)) {
      assertThat(job.over()).as("job %d is over", job.id()).isTrue();
      assertThat(job.count(TaskState.WAITING) + job.count(TaskState.RUNNING)).isZero();
    }
    assertThat(pool.deeds().wrongs()).as("what must never happen").isEmpty();
    assertThat(pool.source().open()).as("machines left at the source").isEmpty();
    assertThat(pool.world().endingLeases()).as("leases that nobody ended").isEmpty();
    if (misfortune.replaced() == 0) {
      long charged = pool.source().chargedNanos();
      assertThat(Math.abs(pool.world().spentNanos() - charged))
          .as("spent %d, charged %d", pool.world().spentNanos(), charged)
          .isLessThanOrEqualTo((long) (COST_TOLERANCE * (double) charged) + 1);
    }
    Replay.Outcome replay = Replay.of(pool.store(), Renting.policy(policy), line -> {});
    assertThat(replay.differences()).as("decisions that replay differently").isEmpty();
    pool.close();
    stores.delete();
    return pool.source().leases();
  }
}
