package io.windhover.experiments.hads;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.placement.Host;
import io.windhover.placement.Size;
import io.windhover.policies.bag.Bag;
import io.windhover.policies.bag.frugal.BagSettings;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.provider.Customers;
import io.windhover.simulator.provider.ProviderCloud;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The provider, its customers, the spot machines that make room for them, and a bag on those. */
class ClosedLoopTest {
  private static final List<Size> SIZES =
      List.of(new Size(2, 4000, 0), new Size(4, 8000, 0), new Size(8, 16_000, 0));

  /**
   * Customers an hour: enough to displace spot machines, and so few that on-demand machines can
   * still be had; when those are refused nobody can promise a deadline.
   */
  private static final double MANY = 150;

  private static ProviderCloud provider(boolean hibernates, double arrivalsPerHour, long seed) {
    List<Host> hosts = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      hosts.add(Host.of("h" + i, 16, 64_000, 0));
    }
    var customers = new Customers(arrivalsPerHour, 900_000, SIZES);
    return new ProviderCloud(hosts, customers, hibernates, CheckpointCost.HADS, seed);
  }

  private static World live(ProviderCloud provider, long seed) {
    PaperSetting.Cell cell = PaperSetting.cells().get(0);
    var story =
        new Story(
            List.of(new Happening.JobArrives(0, PaperSetting.job(cell, seed))), Fate.asEstimated());
    var settings = new Simulation.Settings(PaperSetting.offers(0), provider, 1_000_000, 8_400_000);
    return new Simulation(new Bag(BagSettings.DEFAULT), story, settings, (b, d, w) -> {}).run();
  }

  private static void inTime(World world) {
    Job job = world.job(1);
    assertThat(job.count(TaskState.SUCCEEDED)).isEqualTo(job.spec().taskCount());
    assertThat(job.endedAtMillis()).isLessThanOrEqualTo(job.deadlineAtMillis());
    assertThat(world.machines()).isEmpty();
  }

  @Test
  void aBagEndsInTimeOnSpotMachinesThatMakeRoomForRegularOnes() {
    int evictions = 0;
    int returns = 0;
    for (long seed = 1; seed <= 30; seed++) {
      ProviderCloud provider = provider(true, MANY, seed);
      inTime(live(provider, seed));
      evictions += provider.account().evictions();
      returns += provider.account().returns();
    }
    assertThat(evictions).isPositive();
    assertThat(returns).isPositive();
  }

  @Test
  void theSameWhenTheyEndInsteadOfFreezing() {
    int evictions = 0;
    for (long seed = 1; seed <= 30; seed++) {
      ProviderCloud provider = provider(false, MANY, seed);
      inTime(live(provider, seed));
      evictions += provider.account().evictions();
    }
    assertThat(evictions).isPositive();
  }

  @Test
  void withoutCustomersNobodyIsInTheWay() {
    ProviderCloud provider = provider(true, 0, 1);
    World world = live(provider, 1);

    inTime(world);
    assertThat(provider.account()).isEqualTo(new ProviderCloud.Account(0, 0, 0, 0));
    assertThat(provider.utilisation()).isZero();
  }
}
