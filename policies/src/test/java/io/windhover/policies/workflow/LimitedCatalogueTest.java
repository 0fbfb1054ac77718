package io.windhover.policies.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.World;
import io.windhover.policies.workflow.frame.Method;
import io.windhover.policies.workflow.frame.WorkflowPolicy;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One or two machines at a time, of two to four types, and tasks that often run on one type only: a
 * machine that is kept for what comes later must not keep away the one that has to come first.
 */
class LimitedCatalogueTest {
  private static final int SEEDS = 40;
  private static final int STEPS_MAX = 100_000;
  private static final long HORIZON_MILLIS = 20 * 24 * Stream.HOUR;

  static List<Method> methods() {
    return List.of(
        new Scs(), new ScsPrinted(), new GainWait(), new Greedy(), new Gain(), new IcPcp());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyJobEnds(Method method) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      World world = run(method, seed);
      assertThat(world.liveJobs()).as("seed %d", seed).isEmpty();
      assertThat(world.machines()).as("seed %d", seed).isEmpty();
    }
  }

  private static World run(Method method, long seed) {
    SplittableRandom chance = Chance.stream(seed, "limited", 0);
    int types = 2 + chance.nextInt(3);
    int limit = 1 + chance.nextInt(2);
    long periodMillis = chance.nextBoolean() ? Stream.HOUR : 1000;
    List<Offer> offers = new ArrayList<>();
    for (int type = 0; type < types; type++) {
      offers.add(offer("m" + type, 20_000_000L * (1 + chance.nextInt(9)), limit, periodMillis));
    }
    List<JobSpec> classes = List.of(job(chance, types), job(chance, types));
    List<Happening> arrivals = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      long atMillis = chance.nextLong(3 * Stream.HOUR);
      arrivals.add(new Happening.JobArrives(atMillis, classes.get(chance.nextInt(2))));
    }
    var settings =
        new Simulation.Settings(offers, Cloud.steady(Stream.LAG), STEPS_MAX, HORIZON_MILLIS);
    WorkflowPolicy policy = new WorkflowPolicy(method, WorkflowSettings.DEFAULT);
    Story story = new Story(arrivals, Fate.asEstimated());
    return new Simulation(policy, story, settings, (batch, decision, world) -> {}).run();
  }

  private static Offer offer(String type, long nanosPerHour, int limit, long periodMillis) {
    MachineSpec machine = new MachineSpec(type, type, List.of(type), 1, 0, nanosPerHour);
    Billing billing = Billing.perPeriod(periodMillis);
    return new Offer(type, Market.ON_DEMAND, machine, limit, limit, 0, Stream.LAG, billing);
  }

  private static JobSpec job(SplittableRandom chance, int types) {
    List<TaskGroup> tasks = new ArrayList<>();
    int count = 3 + chance.nextInt(5);
    long sumMillis = 0;
    for (int i = 0; i < count; i++) {
      List<Integer> after = new ArrayList<>();
      for (int before = 0; before < i; before++) {
        if (chance.nextInt(i) < 2) {
          after.add(before);
        }
      }
      long runMillis = (5 + chance.nextInt(30)) * Stream.MINUTE;
      sumMillis += runMillis;
      boolean anywhere = chance.nextInt(3) == 0;
      List<String> labels = anywhere ? List.of() : List.of("m" + chance.nextInt(types));
      tasks.add(task("t" + i, labels, after, runMillis));
    }
    long deadlineMillis = Stream.LAG + (long) (sumMillis * (1 + 2 * chance.nextDouble()));
    return new JobSpec("job", "", new Deadline.Within(deadlineMillis), false, tasks);
  }

  private static TaskGroup task(
      String name, List<String> labels, List<Integer> after, long runMillis) {
    return SingleTask.of(name, labels, after, new RuntimeEstimate(runMillis, new TreeMap<>()));
  }
}
