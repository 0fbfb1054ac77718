package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseKeys;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.step.Machine;
import io.windhover.core.step.Scheduler;
import io.windhover.manager.Recovery;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Story;
import io.windhover.simulator.Timeline;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.store.Store;
import io.windhover.virtual.DeathAtCall.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No lease is ever forgotten: the manager dies before, during and after each call that rents a
 * machine or gives one back, once and twice in a row. A survey after its restart it knows of every
 * machine that is there; in the end none is left, and each lease has cost what its source says.
 */
class NoLeaseForgottenTest {
  private static final int ROUNDS = Integer.getInteger("rounds", 300);
  private static final long SURVEY_MILLIS = 60_000;
  private static final long TWO_HOURS_MILLIS = 7_200_000;

  /** Long enough for machines that were asked for to come up and find nobody. */
  private static final long LONG_DOWN_MILLIS = 30_000;

  private static final List<String> POLICIES = List.of("bag", "hads", "workflow", "slack");

  private final Path folder = FastStores.folder();
  private int rounds;
  private int deaths;
  private int leases;

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  @Test
  void whereverTheManagerDiesEveryMachineIsKnownOrEndedAndPaidForAsCharged() {
    for (long seed = 1; rounds < ROUNDS; seed++) {
      String policy = POLICIES.get((int) (seed % POLICIES.size()));
      List<Integer> commits = commitsOfCalls(policy, seed);
      for (int call = 1; call <= commits.size() && rounds < ROUNDS; call++) {
        boolean twice = call % 2 == 0;
        for (Point point : Point.values()) {
          twice = !twice; // Five points: each meets both over two calls.
          long downMillis = (call + seed) % 2 == 0 ? 0 : LONG_DOWN_MILLIS;
          var death = new DeathAtCall(call, commits.get(call - 1), point, twice, downMillis);
          try {
            live(policy, seed, death);
          } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                "%s, seed %d, call %d, %s%s: %s"
                    .formatted(policy, seed, call, point, twice ? " twice" : "", e.getMessage()),
                e);
          }
        }
      }
    }
    System.out.printf("%d rounds, %d managers killed, %d leases%n", rounds, deaths, leases);
    assertThat(deaths).isGreaterThan(rounds);
  }

  private VirtualPool pool(String policy, long seed, FastStores stores, Misfortune misfortune) {
    Story story = Renting.withFewMachines(RandomStories.of(seed));
    VirtualPool pool =
        new VirtualPool(
            story,
            () -> Renting.policy(policy),
            stores,
            misfortune,
            Renting.PLAIN_OFFERS,
            cloud(seed));
    pool.source().keepSumsToItself(); // What the manager has counted by itself must be right.
    return pool;
  }

  private static Cloud cloud(long seed) {
    var market =
        new PoissonMarket(
            PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 60, 120, List.of("large"), seed);
    return new ModelledCloud(market, new CheckpointCost(500, 1));
  }

  /** Lives through the story undisturbed; answers by which step each call was decided on. */
  private List<Integer> commitsOfCalls(String policy, long seed) {
    FastStores stores = new FastStores(folder, seed);
    List<Integer> commits = new ArrayList<>();
    List<VirtualPool> playing = new ArrayList<>();
    Misfortune watching =
        new Misfortune() {
          @Override
          public void rentalCall(Timeline timeline, Runnable call) {
            commits.add(playing.get(0).log().size());
            call.run();
          }

          @Override
          public void deliver(Timeline timeline, String worker, Runnable delivery) {
            delivery.run();
          }
        };
    VirtualPool pool = pool(policy, seed, stores, watching);
    playing.add(pool);
    pool.play(TWO_HOURS_MILLIS);
    pool.close();
    stores.delete();
    return commits;
  }

  private void live(String policy, long seed, DeathAtCall death) {
    FastStores stores = new FastStores(folder, seed);
    VirtualPool pool = pool(policy, seed, stores, death);
    List<String> forgotten = new ArrayList<>();
    death.onDeath(
        () ->
            pool.timeline()
                .in(
                    death.managerDownMillis() + SURVEY_MILLIS,
                    () -> forgotten.addAll(unknown(pool))));
    pool.play(TWO_HOURS_MILLIS);
    assertThat(death.deaths()).as("managers that died").isPositive();
    assertThat(forgotten).as("leases nobody knew of a survey after the restart").isEmpty();
    assertThat(pool.world().liveJobs()).as("jobs that are not over").isEmpty();
    assertThat(pool.deeds().wrongs()).as("what must never happen").isEmpty();
    assertThat(pool.source().open()).as("machines left at the source").isEmpty();
    assertThat(pool.world().endingLeases()).as("leases that nobody ended").isEmpty();
    Scheduler recovered = Recovery.load(pool.store(), Renting.policy(policy));
    LeaseBooksTest.asCharged(
        LeaseBooksTest.bills(pool.store(), recovered, recovered.world().nowMillis()),
        pool.source().chargedNanosByLease());
    pool.close();
    stores.delete();
    rounds++;
    deaths += death.deaths();
    leases += pool.source().leases();
  }

  /** What is there at the source and neither counted on nor about to end. */
  private static Set<String> unknown(VirtualPool pool) {
    if (!pool.isManaged()) {
      return Set.of(); // The next life is asked in its turn.
    }
    String identity = pool.store().value(Store.IDENTITY).orElse("");
    LeaseKeys keys = new LeaseKeys(identity, ManagerLife.POOL_KEY);
    Set<String> unknown = new TreeSet<>(pool.source().open());
    List<Machine> known = new ArrayList<>(pool.world().machines());
    known.addAll(pool.world().endingLeases());
    known.forEach(m -> unknown.remove(keys.lease(m.id(), m.requestedAtMillis())));
    return unknown;
  }
}
