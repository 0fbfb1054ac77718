package io.windhover.experiments.hads;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.policies.PolicyRegistry;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.PrimaryPlanner;
import io.windhover.policies.bag.plan.BagTask;
import io.windhover.policies.bag.plan.Plan;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.Outage;
import io.windhover.simulator.cloud.Reclaim;
import io.windhover.simulator.cloud.TraceMarket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 5.3.1: one plan, followed on demand only and on spot VMs that never freeze. */
class BaselinesTest {
  /** A run with the machines that were rented, as {@code type/market}. */
  private record Lived(World world, List<String> rented) {}

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void bothRentTheMachinesOfAlgorithm2InTheirOwnMarket(int ordinal) {
    JobSpec job = PaperSetting.JOBS.get(ordinal).draw(1, PaperSetting.DEADLINE_MILLIS);
    Plan plan = printedPlan(job);
    assertThat(plan.machines()).allMatch(machine -> machine.offer().isSpot());
    List<String> planned =
        plan.machines().stream().map(machine -> machine.offer().name()).sorted().toList();

    Lived spot = live(policy("spot-no-hibernation", "at-once"), job, MarketProcess.calm());
    assertThat(spot.rented()).isEqualTo(planned);
    Lived onDemand = live(policy("on-demand", "at-once"), job, MarketProcess.calm());
    assertThat(onDemand.rented())
        .isEqualTo(planned.stream().map(name -> name.replace("/spot", "/on-demand")).toList());
    assertThat(onDemand.world().job(1).endedAtMillis())
        .isLessThanOrEqualTo(plan.makespanMillis())
        .isEqualTo(spot.world().job(1).endedAtMillis());
  }

  /**
   * One task; the first spot VM of the round robin, and the cheapest on demand, is a c4.large:
   * $0.0308 and $0.100 an hour. It is up after 60 s, and pays from then on. 300 s end in the first
   * cycle of 900 s; 1000 s end in the second (and are too long for spot: D_spot = 2100 - 1180).
   */
  @ParameterizedTest
  @CsvSource({
    "on-demand, cycle, 300, 25000000", // 900 / 3600 x 0.100
    "on-demand, at-once, 300, 8333334", // 300 / 3600 x 0.100, rounded up
    "on-demand, cycle, 1000, 50000000", // 1800 / 3600 x 0.100
    "on-demand, at-once, 1000, 27777778", // 1000 / 3600 x 0.100, rounded up
    "spot-no-hibernation, cycle, 300, 7700000", // 900 / 3600 x 0.0308
    "spot-no-hibernation, at-once, 300, 2566667", // 300 / 3600 x 0.0308, rounded up
  })
  void costsByHand(String name, String release, long seconds, long nanos) {
    Lived lived = live(policy(name, release), oneTask(seconds), MarketProcess.calm());

    assertThat(lived.rented()).hasSize(1);
    assertThat(lived.world().job(1).endedAtMillis()).isEqualTo(60_000 + seconds * 1000);
    assertThat(lived.world().spentNanos()).isEqualTo(nanos);
    assertThat(lived.world().machines()).isEmpty();
  }

  /** It is not meant for this, but nothing may be lost. */
  @Test
  void whatAFrozenSpotMachineHadRunsElsewhere() {
    JobSpec job = PaperSetting.JOBS.get(0).draw(1, PaperSetting.DEADLINE_MILLIS);
    List<Outage> outages = new ArrayList<>();
    for (Offer offer : PaperSetting.offers(0)) {
      if (offer.isSpot()) {
        outages.add(new Outage(offer.machine().type(), 500_000, 100_000_000));
      }
    }
    Lived lived =
        live(
            policy("spot-no-hibernation", "cycle"),
            job,
            new TraceMarket(Reclaim.HIBERNATE, outages));

    assertThat(lived.world().job(1).count(TaskState.SUCCEEDED)).isEqualTo(job.taskCount());
    assertThat(lived.rented()).anyMatch(name -> name.endsWith("/on-demand"));
    assertThat(lived.world().machines()).isEmpty();
  }

  private static Policy policy(String name, String release) {
    return PolicyRegistry.make(
        name, new TreeMap<>(Map.of("release", release)), PolicyRegistry.Machines.COME_AND_GO);
  }

  private static Plan printedPlan(JobSpec job) {
    List<BagTask> tasks = new ArrayList<>();
    for (TaskGroup group : job.groups()) {
      tasks.add(new BagTask(new TaskId(1, tasks.size()), group.need(), group.runtime()));
    }
    return new PrimaryPlanner(HadsSettings.PAPER)
        .plan(tasks, PaperSetting.offers(0), PaperSetting.DEADLINE_MILLIS)
        .orElseThrow();
  }

  private static JobSpec oneTask(long seconds) {
    TaskGroup task =
        new TaskGroup(
            "task",
            1,
            Script.NONE,
            "task",
            new Need(List.of(), 1, 1_000_000),
            List.of(),
            new RuntimeEstimate(seconds * 1000, new TreeMap<>()),
            0,
            true,
            0,
            0,
            0);
    return new JobSpec(
        "one", "", new Deadline.Within(PaperSetting.DEADLINE_MILLIS), false, List.of(task));
  }

  private static Lived live(Policy policy, JobSpec job, MarketProcess market) {
    List<String> rented = new ArrayList<>();
    Story story = new Story(List.of(new Happening.JobArrives(0, job)), Fate.asEstimated());
    var settings =
        new Simulation.Settings(PaperSetting.offers(0), PaperSetting.cloud(market), 100_000);
    World world =
        new Simulation(
                policy,
                story,
                settings,
                (batch, decision, w) -> {
                  for (Action action : decision.actions()) {
                    if (action instanceof Action.Launch launch) {
                      rented.add(launch.offer());
                    }
                  }
                })
            .run();
    rented.sort(null);
    return new Lived(world, rented);
  }
}
