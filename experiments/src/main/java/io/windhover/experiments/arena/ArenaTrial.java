package io.windhover.experiments.arena;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.model.Money;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Happening.JobArrives;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import io.windhover.simulator.cloud.ModelledCloud;
import java.util.List;

/** A policy in a world with one market seed. */
final class ArenaTrial {
  private static final long STEPS_MAX = 2_000_000;

  /** Whoever is so much later than the deadline is late by any measure. */
  private static final int HORIZON_DEADLINES = 4;

  private static final long HOUR_MILLIS = 3_600_000;

  private ArenaTrial() {}

  /** A policy that breaks has done nothing in time, and the table says so. */
  static ArenaResult run(SmallWorld world, Policy policy, long seed) {
    List<JobArrives> jobs = world.arrivals().apply(seed);
    try {
      return result(simulated(world, jobs, policy, seed), jobs.size());
    } catch (RuntimeException bug) {
      return new ArenaResult(Double.NaN, jobs.size(), jobs.size(), bug.toString());
    }
  }

  private static World simulated(
      SmallWorld world, List<JobArrives> jobs, Policy policy, long seed) {
    Cloud cloud = new ModelledCloud(world.market().apply(seed), CheckpointCost.HADS);
    var settings =
        new Simulation.Settings(
            world.offers(), world.errors().cloud(cloud, seed), STEPS_MAX, horizonMillis(jobs));
    var story = new Story(List.copyOf(jobs), world.fate(seed));
    return new Simulation(policy, story, settings, (batch, decision, seen) -> {}).run();
  }

  private static long horizonMillis(List<JobArrives> jobs) {
    long horizon = 0;
    for (JobArrives job : jobs) {
      long spanMillis = job.spec().deadline().atMillis(0);
      horizon = Math.max(horizon, job.atMillis() + HORIZON_DEADLINES * spanMillis);
    }
    return horizon + HOUR_MILLIS;
  }

  private static ArenaResult result(World world, int jobs) {
    int inTime = (int) world.jobs().stream().filter(ArenaTrial::inTime).count();
    double dollars = (double) world.spentNanos() / Money.NANOS_PER_DOLLAR;
    return new ArenaResult(dollars, jobs, jobs - inTime, "");
  }

  private static boolean inTime(Job job) {
    return job.count(TaskState.SUCCEEDED) == job.spec().taskCount()
        && job.endedAtMillis() <= job.deadlineAtMillis();
  }
}
