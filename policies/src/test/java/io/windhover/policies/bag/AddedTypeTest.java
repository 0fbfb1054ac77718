package io.windhover.policies.bag;

import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Policy;
import io.windhover.policies.bag.frugal.BagSettings;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.PrimaryPlanner;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.PoissonMarket;
import io.windhover.simulator.cloud.Reclaim;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A type more in the catalogue never turns in time into late, whatever the type is like and however
 * many machines the limits allow.
 */
class AddedTypeTest {
  private static final int SEEDS = 300;
  private static final long MINUTE = 60_000;
  private static final Offer LARGE =
      RandomBag.offer(machine("large", 8, 400_000_000), Market.ON_DEMAND, 16, 16, 0, MINUTE);
  private static final Offer SMALL =
      RandomBag.offer(machine("small", 2, 90_000_000), Market.ON_DEMAND, 16, 16, 0, MINUTE);
  private static final Offer LARGE_SPOT =
      RandomBag.offer(machine("large", 8, 120_000_000), Market.SPOT, 40, 40, 0, MINUTE);
  private static final Offer SMALL_SPOT =
      RandomBag.offer(machine("small", 2, 28_000_000), Market.SPOT, 40, 40, 0, MINUTE);

  private static MachineSpec machine(String type, int cores, long price) {
    return new MachineSpec(type, type, List.of(), cores, cores * gigabytes(4), price);
  }

  private static Policy bag() {
    return new Bag(BagSettings.DEFAULT);
  }

  private static Policy onDemand() {
    return new OnDemandOnly(new PrimaryPlanner(HadsSettings.PAPER), Release.AT_ONCE);
  }

  @Test
  void whatIsInTimeStaysInTimeWithATypeMore() {
    int inTime = 0;
    int more = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      RandomBag bag = new RandomBag(seed);
      List<Offer> offers = RandomBag.all(bag.onDemand, bag.addedOnDemand);
      for (Policy policy : List.of(bag(), onDemand())) {
        boolean before = bag.inTime(policy, MarketProcess.calm(), bag.onDemand);
        boolean after = bag.inTime(policy, MarketProcess.calm(), offers);
        assertThat(after || !before).as("%s, seed %d", policy.name(), seed).isTrue();
        inTime += before ? 1 : 0;
        more += after && !before ? 1 : 0;
      }
    }
    // Neither all nor none were, and the added type helped some.
    assertThat(inTime).isBetween(SEEDS / 2, 2 * SEEDS - 50);
    assertThat(more).isGreaterThan(20);
  }

  @Test
  void whatIsInTimeOnDemandStaysSoInAStormWithATypeMoreInBothMarkets() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      RandomBag bag = new RandomBag(seed);
      if (bag.inTime(bag(), MarketProcess.calm(), bag.onDemand)) {
        List<Offer> offers = RandomBag.all(bag.onDemand, bag.addedOnDemand, bag.addedSpot);
        offers.addAll(bag.spot);
        assertThat(bag.inTime(bag(), bag.storm(), offers)).as("seed %d", seed).isTrue();
      }
    }
  }

  /** 500 tasks of 10 minutes need 16 large machines for 41 minutes, or small ones for 2 h 41 m. */
  @Test
  void machinesUnderALimitAreLargeEnoughForTheDeadline() {
    for (int minutes : List.of(45, 60, 120)) {
      JobSpec job =
          job(
              new Deadline.Within(minutes * MINUTE),
              false,
              tasks("t", 500).runMillis(10 * MINUTE).memoryBytes(0));
      for (Policy policy : List.of(bag(), onDemand())) {
        for (List<Offer> offers : List.of(List.of(LARGE), List.of(LARGE, SMALL))) {
          assertThat(RandomBag.inTime(job, policy, MarketProcess.calm(), offers))
              .as("%s, %d minutes, %s", policy.name(), minutes, offers)
              .isTrue();
        }
      }
    }
  }

  /**
   * Forty tasks of 7 GB and 460 of 1 GB. Were all as large, a machine would have room for half as
   * many, and on demand alone they would take an hour and a half; as they are, half an hour.
   */
  @Test
  void aFewLargeTasksDoNotMakeABagLate() {
    JobSpec job =
        job(
            new Deadline.Within(60 * MINUTE),
            false,
            tasks("big", 40).runMillis(10 * MINUTE).memoryBytes(gigabytes(7)),
            tasks("little", 460).runMillis(6 * MINUTE).memoryBytes(gigabytes(1)));
    List<Offer> offers = new ArrayList<>(List.of(LARGE, SMALL, LARGE_SPOT, SMALL_SPOT));
    for (int seed = 1; seed <= 30; seed++) {
      MarketProcess market =
          new PoissonMarket(PoissonMarket.Reading.RUN, Reclaim.HIBERNATE, 6, 2, List.of(), seed);
      assertThat(RandomBag.inTime(job, bag(), market, offers)).as("seed %d", seed).isTrue();
    }
  }
}
