package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.simulator.KillOrder;
import io.windhover.workload.generate.HarvestWork;

/**
 * What is run, seed by seed.
 *
 * @param steady whether every machine keeps the cores it has on average, as regular machines would
 * @param dumpMillis how long a task stands still to write a checkpoint
 */
record Case(
    String policy,
    Supply supply,
    KillOrder killOrder,
    HarvestWork work,
    boolean steady,
    long dumpMillis) {
  private static final long HOUR_MILLIS = 3_600_000;

  /** Jobs come after so long, when the policies' window of a day is full. */
  static final long LEAD_MILLIS = 24 * HOUR_MILLIS;

  private static final double MEAN_TASK_CORES = 3;

  static Case of(String policy, Supply supply, KillOrder killOrder, HarvestWork work) {
    return new Case(policy, supply, killOrder, work, false, 0);
  }

  Case by(String other) {
    return new Case(other, supply, killOrder, work, steady, dumpMillis);
  }

  Case with(HarvestWork other) {
    return new Case(policy, supply, killOrder, other, steady, dumpMillis);
  }

  Case onSteadyMachines() {
    return new Case(policy, supply, killOrder, work, true, dumpMillis);
  }

  Case withCheckpointsOf(long millis) {
    return new Case(policy, supply, killOrder, work, steady, millis);
  }

  /** Nobody is killed there, so nobody's order matters; both are one run. */
  Case canonical() {
    boolean killsNobody = steady || (policy.equals(Policies.ORACLE) && work.estimateError() == 0);
    return killsNobody
        ? new Case(policy, supply, KillOrder.NEWEST, work, steady, dumpMillis)
        : this;
  }

  /**
   * How much of a trace is needed: jobs for more than twice as long as they should keep coming, and
   * time for the last to be repeated. In whole days, so that cases share traces.
   */
  long traceMillis() {
    double tasks = work.jobs() * (work.tasksLeast() + work.tasksMost()) / 2.0;
    double meanMillis = (work.durations().leastMillis() + work.durations().largestMillis()) / 2.0;
    double comingMillis =
        tasks * MEAN_TASK_CORES * meanMillis / (work.load() * supply.roughCores());
    double millis = LEAD_MILLIS + 2.5 * comingMillis + 8.0 * work.durations().largestMillis();
    return (long) Math.ceil(millis / LEAD_MILLIS) * LEAD_MILLIS;
  }

  Row row(String figure, String metric, Sample sample, String unit) {
    return Row.of(figure, supply.text(), policy, metric, sample, unit)
        .with("killOrder", killOrder.text());
  }
}
