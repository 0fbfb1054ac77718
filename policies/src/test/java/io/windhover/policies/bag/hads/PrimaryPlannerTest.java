package io.windhover.policies.bag.hads;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Billing;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Need;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskId;
import io.windhover.policies.bag.plan.BagTask;
import io.windhover.policies.bag.plan.Plan;
import io.windhover.simulator.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The quick planner makes the plan that walking over all VMs for every task makes. */
class PrimaryPlannerTest {
  private static final HadsSettings SETTINGS =
      new HadsSettings(5_000, 100_000, 900_000, HadsSettings.PAPER.checkpoint());

  @Test
  void isTheWalkOfAlgorithm2() {
    int[] planned = new int[2];
    Seeds.each(
        500,
        seed -> {
          SplittableRandom chance = Chance.stream(seed, "primary plan", 0);
          List<Offer> offers = offers(chance);
          List<BagTask> tasks = tasks(chance);
          long deadlineMillis = 10_000L + chance.nextInt(120_000);

          Optional<Plan> plan = new PrimaryPlanner(SETTINGS).plan(tasks, offers, deadlineMillis);
          List<String> walked = NaivePlan.of(tasks, offers, deadlineMillis, SETTINGS);

          assertThat(plan.map(PrimaryPlannerTest::lines).orElse(NaivePlan.NONE)).isEqualTo(walked);
          planned[plan.isPresent() ? 1 : 0]++;
        });
    // Of both kinds there are enough for the comparison to mean something.
    assertThat(planned[0]).isGreaterThan((int) Seeds.count(500) / 10);
    assertThat(planned[1]).isGreaterThan((int) Seeds.count(500) / 10);
  }

  /** Tasks of several cores, and runtimes that nobody knows, are outside the paper's model. */
  @Test
  void thereIsNoPlanForWhatThePaperDoesNotKnow() {
    Offer offer = Scene.offer("a", Market.ON_DEMAND, 4, 5, 1, 1);
    BagTask wide =
        new BagTask(
            new TaskId(1, 0),
            new Need(List.of(), 2, 1),
            new RuntimeEstimate(1000, new TreeMap<>()));
    BagTask unknown =
        new BagTask(new TaskId(1, 0), new Need(List.of(), 1, 1), RuntimeEstimate.UNKNOWN);
    PrimaryPlanner planner = new PrimaryPlanner(SETTINGS);

    assertThat(planner.plan(List.of(wide), List.of(offer), 100_000)).isEmpty();
    assertThat(planner.plan(List.of(unknown), List.of(offer), 100_000)).isEmpty();
    assertThat(planner.plan(Scene.tasks(1), List.of(offer), 100_000)).isPresent();
  }

  /** A task went to any chosen VM with a used core, whether it had the task's label or not. */
  @Test
  void aTaskGoesOnlyWhereItsLabelsAre() {
    Offer plain = Scene.offer("plain", Market.ON_DEMAND, 1, 1, 1, 1);
    Offer labelled =
        new Offer(
            "gpu",
            Market.ON_DEMAND,
            new MachineSpec("gpu", "gpu", List.of("gpu"), 1, 1000, 50),
            1,
            2,
            1,
            0,
            Billing.BY_USE);
    List<BagTask> tasks = new ArrayList<>(Scene.tasks(10));
    tasks.add(
        new BagTask(
            new TaskId(1, 1),
            new Need(List.of("gpu"), 1, 1),
            new RuntimeEstimate(1000, new TreeMap<>())));

    Plan plan = new PrimaryPlanner(SETTINGS).plan(tasks, List.of(plain, labelled), 100_000).get();
    assertThat(lines(plan)).containsExactly("gpu 1@0:0-1000", "plain/on-demand 0@0:0-10000");
  }

  private static List<String> lines(Plan plan) {
    List<String> lines = new ArrayList<>();
    for (Plan.Machine machine : plan.machines()) {
      StringBuilder line = new StringBuilder(machine.offer().name());
      for (Plan.Slot slot : machine.slots()) {
        line.append(
            " %d@%d:%d-%d"
                .formatted(
                    slot.task().id().index(), slot.core(), slot.startMillis(), slot.endMillis()));
      }
      lines.add(line.toString());
    }
    lines.sort(null);
    return lines;
  }

  private static List<Offer> offers(SplittableRandom chance) {
    List<Offer> offers = new ArrayList<>();
    int spotMax = 1 + chance.nextInt(6);
    int onDemandMax = 1 + chance.nextInt(6);
    for (int t = 1 + chance.nextInt(3); t > 0; t--) {
      int cores = 1 + chance.nextInt(4);
      long memory = cores * (4L + chance.nextInt(10));
      double gflops = 1 + chance.nextInt(5);
      for (Market market : Market.values()) {
        boolean spot = market == Market.SPOT;
        String type = "t" + t;
        offers.add(
            new Offer(
                type + "/" + market.text(),
                market,
                new MachineSpec(type, type, List.of(), cores, memory, 1 + chance.nextInt(4)),
                chance.nextInt(4),
                spot ? spotMax : onDemandMax,
                gflops,
                1000L * chance.nextInt(3),
                Billing.BY_USE));
      }
    }
    return offers;
  }

  private static List<BagTask> tasks(SplittableRandom chance) {
    List<BagTask> tasks = new ArrayList<>();
    for (int i = 1 + chance.nextInt(25); i > 0; i--) {
      TreeMap<String, Long> byType = new TreeMap<>();
      if (chance.nextBoolean()) {
        byType.put("t1", 1000L + chance.nextInt(20_000));
      }
      tasks.add(
          new BagTask(
              new TaskId(1, tasks.size()),
              new Need(List.of(), 1, 1 + chance.nextInt(9)),
              new RuntimeEstimate(1000L + chance.nextInt(20_000), byType)));
    }
    return tasks;
  }
}
