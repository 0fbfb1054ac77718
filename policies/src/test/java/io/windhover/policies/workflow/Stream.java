package io.windhover.policies.workflow;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
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

/** The paper's cloud, and jobs for it. */
final class Stream {
  static final long MINUTE = 60_000;
  static final long HOUR = 60 * MINUTE;
  static final long LAG = 390_000;

  private static final String[] TYPES = {"micro", "standard", "high-cpu", "high-memory"};
  private static final long[] CENTS_TENTH = {20, 85, 680, 500};

  private Stream() {}

  /** Table 1, with a lag of 6.5 minutes. */
  static List<Offer> offers(long periodMillis) {
    return offers(periodMillis, 1, 10_000);
  }

  /** The same with so many cores each, and so many to be rented in all. */
  static List<Offer> offers(long periodMillis, int cores, int limit) {
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < TYPES.length; i++) {
      MachineSpec machine =
          new MachineSpec(TYPES[i], TYPES[i], List.of(), cores, 0, CENTS_TENTH[i] * 1_000_000);
      offers.add(
          new Offer(
              TYPES[i],
              Market.ON_DEMAND,
              machine,
              limit,
              limit,
              0,
              LAG,
              Billing.perPeriod(periodMillis)));
    }
    return offers;
  }

  /** A single task after the given ones, with its minutes on each type in the order of Table 1. */
  static TaskGroup task(String name, List<Integer> after, double... minutesByType) {
    TreeMap<String, Long> millis = new TreeMap<>();
    for (int i = 0; i < TYPES.length; i++) {
      millis.put(TYPES[i], Math.round(minutesByType[i] * MINUTE));
    }
    return SingleTask.of(name, after, millis);
  }

  static JobSpec job(long deadlineMillis, TaskGroup... tasks) {
    return new JobSpec("job", "", new Deadline.Within(deadlineMillis), false, List.of(tasks));
  }

  /** A random workflow whose deadline leaves so much of the time it takes at least. */
  static JobSpec drawn(long seed, double slack) {
    SplittableRandom chance = Chance.stream(seed, "workflow", 0);
    TaskGroup[] tasks = new TaskGroup[3 + chance.nextInt(10)];
    double[] ends = new double[tasks.length];
    double longest = 0;
    for (int i = 0; i < tasks.length; i++) {
      List<Integer> after = new ArrayList<>();
      for (int before = 0; before < i; before++) {
        if (chance.nextInt(i) < 2) {
          after.add(before);
          ends[i] = Math.max(ends[i], ends[before]);
        }
      }
      double minutes = 4 + 16 * chance.nextDouble();
      double cpu = minutes / (1.2 + 9 * chance.nextDouble());
      double memory = minutes / (1.2 + 7 * chance.nextDouble());
      tasks[i] = task("t" + i, after, minutes * 4, minutes, cpu, memory);
      ends[i] += Math.min(cpu, memory);
      longest = Math.max(longest, ends[i]);
    }
    return job(LAG + Math.round(slack * longest * MINUTE) + 1000, tasks);
  }

  static Story drawnStory(long seed, int classes, double slack, int jobs, long spanMillis) {
    SplittableRandom chance = Chance.stream(seed, "arrivals", 1);
    List<Happening> happenings = new ArrayList<>();
    List<JobSpec> specs = new ArrayList<>();
    for (int i = 0; i < classes; i++) {
      specs.add(drawn(seed * 100 + i, slack));
    }
    for (int i = 0; i < jobs; i++) {
      happenings.add(
          new Happening.JobArrives(
              chance.nextLong(spanMillis), specs.get(chance.nextInt(classes))));
    }
    return new Story(happenings, Fate.asEstimated());
  }

  static Story story(Happening... happenings) {
    return new Story(List.of(happenings), Fate.asEstimated());
  }

  static World run(Method method, Story story, long periodMillis) {
    return run(method, story, offers(periodMillis));
  }

  static World run(Method method, Story story, List<Offer> offers) {
    Simulation.Settings settings = new Simulation.Settings(offers, Cloud.steady(LAG), 1_000_000);
    WorkflowPolicy policy = new WorkflowPolicy(method, WorkflowSettings.DEFAULT);
    return new Simulation(policy, story, settings, (batch, decision, world) -> {}).run();
  }

  static long late(World world) {
    return world.jobs().stream()
        .filter(job -> !job.rejection().isEmpty() || job.endedAtMillis() > job.deadlineAtMillis())
        .count();
  }
}
