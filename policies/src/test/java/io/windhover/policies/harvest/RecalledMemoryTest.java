package io.windhover.policies.harvest;

import static io.windhover.core.testkit.Specs.keepGoing;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.CheckpointCost;
import io.windhover.core.policy.Policy;
import io.windhover.core.testkit.Tasks;
import io.windhover.policies.harvest.acquire.Acquirer;
import io.windhover.policies.harvest.frame.Acquiring;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.policies.harvest.frame.Method;
import io.windhover.policies.harvest.match.Heartbeat;
import io.windhover.policies.harvest.own.Harvest;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.harvest.Allocation;
import io.windhover.simulator.harvest.HarvestCloud;
import io.windhover.simulator.harvest.HarvestCluster;
import io.windhover.simulator.harvest.HarvestPrices;
import io.windhover.simulator.harvest.HarvestStory;
import io.windhover.simulator.testkit.Recalling;
import io.windhover.simulator.testkit.Runs;
import io.windhover.simulator.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Whoever reads the memory of a harvest policy from its text after each decision decides as one who
 * has kept it: hours in which machines come, change and go, over many rounds of the table of drops,
 * which the contract's stories of a minute never reach.
 */
class RecalledMemoryTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long HOURS = 8;
  private static final int MACHINES = 12;
  private static final Acquiring TRADES =
      new Acquiring(new Acquirer(0.34, 0.6, 0.8), 20 * MINUTE, MACHINES, true);

  private static final List<Method> METHODS =
      List.of(
          new Capacity(),
          new NoDelay(),
          new Slack(false),
          new Slack(true),
          new Slack(false, Slack.Form.HEARTBEAT, Heartbeat.THRESHOLD),
          new CheckpointMigrate(CheckpointMigrate.EVERY_MILLIS),
          new Replicate(Replicate.REPLICAS),
          new Oracle(machine -> new TreeMap<>()),
          new Harvest(true),
          new Harvest(false));

  /** Jobs that keep the machines busy; of every third group nobody says how long it takes. */
  private static Story story(long seed, List<Happening> machines) {
    SplittableRandom chance = Chance.stream(seed, "work", 0);
    List<Happening> happenings = new ArrayList<>(machines);
    for (long at = 0; at < (HOURS - 1) * HOUR; at += 1 + chance.nextLong(20 * MINUTE)) {
      Tasks[] groups = new Tasks[3];
      for (int i = 0; i < groups.length; i++) {
        groups[i] =
            tasks("kind" + chance.nextInt(5), 1 + chance.nextInt(5))
                .cores(2 + 2 * chance.nextInt(2))
                .runMillis(chance.nextInt(3) == 0 ? -1 : MINUTE + chance.nextLong(74 * MINUTE));
      }
      happenings.add(new Happening.JobArrives(at, keepGoing(groups)));
    }
    Fate fate =
        (attempt, group, machine) ->
            new Fate.Outcome(
                group.runtime().millisOn("").orElse(MINUTE * (1 + attempt.task().index() * 5L)), 0);
    return new Story(happenings, fate);
  }

  private static void decidesTheSame(
      Policy policy, Story story, Supplier<Simulation.Settings> settings) {
    List<String> kept = log(policy, story, settings.get());
    List<String> recalled = log(Recalling.always(policy), story, settings.get());
    for (int i = 0; i < kept.size() && i < recalled.size(); i++) {
      assertThat(recalled.get(i)).as(policy.name()).isEqualTo(kept.get(i));
    }
    assertThat(recalled).hasSameSizeAs(kept).hasSizeGreaterThan(100);
  }

  private static List<String> log(Policy policy, Story story, Simulation.Settings settings) {
    return Runs.of(policy, story, settings, (batch, decision, world) -> {}).log();
  }

  private static Simulation.Settings rented(long seed) {
    return new Simulation.Settings(
        HarvestCloud.harvestOffers(HarvestPrices.USUAL, 100_000),
        new HarvestCloud(HarvestCluster.C1.spec(), Allocation.RANDOM, CheckpointCost.HADS, seed),
        10_000_000,
        HOURS * HOUR,
        KillOrder.NEWEST);
  }

  private static void sameOnRented(Method method, long windowMillis, long seeds) {
    Seeds.each(
        seeds,
        seed ->
            decidesTheSame(
                new HarvestPolicy(method, new HarvestSettings(windowMillis, TRADES)),
                story(seed, List.of()),
                () -> rented(seed)));
  }

  @Test
  void harvestOnMachinesItRents() {
    sameOnRented(new Harvest(true), 24 * HOUR, 4);
  }

  /** What is older than the window is let go while the machines are still there. */
  @Test
  void harvestThatForgetsAfterTwoHours() {
    sameOnRented(new Harvest(true), 2 * HOUR, 2);
  }

  @Test
  void othersOnMachinesTheyRent() {
    sameOnRented(new Slack(false), 24 * HOUR, 2);
  }

  @Test
  void everyMethodOnMachinesThatAreThere() {
    for (Method method : METHODS) {
      Seeds.each(
          2,
          seed -> {
            var trace = HarvestCluster.C1.trace(seed, MACHINES, HOURS * HOUR);
            Story story = story(seed, HarvestStory.happenings(trace, HarvestPrices.USUAL));
            decidesTheSame(
                new HarvestPolicy(method, HarvestSettings.DEFAULT),
                story,
                () ->
                    new Simulation.Settings(
                        List.of(), Cloud.steady(0), 10_000_000, HOURS * HOUR, KillOrder.OLDEST));
          });
    }
  }
}
