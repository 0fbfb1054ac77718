package io.windhover.app.simulate;

import io.windhover.core.model.Deadline;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import java.util.Arrays;
import java.util.List;

/**
 * What came of one run on harvest machines, in a few numbers.
 *
 * @param undone jobs that were not done when nothing more happened
 * @param late jobs that were done after their deadline
 * @param killed attempts whose room was taken from under them
 * @param evictions machines that had to go while there was work
 * @param wastedCoreMillis of the core time used, what had to be done again or was of no use
 * @param costNanos of all machines until the last job was done
 * @param machineMillis of all machines until then
 * @param coreMillis of all their cores until then
 * @param endedAtMillis when the last job was done
 */
public record HarvestTotals(
    int jobs,
    int undone,
    int late,
    double meanMillis,
    double geometricMillis,
    double p90Millis,
    int attempts,
    int killed,
    int evictions,
    long usedCoreMillis,
    long wastedCoreMillis,
    long costNanos,
    long machineMillis,
    long coreMillis,
    long endedAtMillis) {
  private static final double NINETY = 0.9;

  static HarvestTotals of(HarvestMeter meter, World world) {
    List<Job> done =
        world.jobs().stream()
            .filter(job -> job.count(TaskState.SUCCEEDED) == job.spec().taskCount())
            .toList();
    double[] times =
        done.stream()
            .mapToDouble(job -> job.endedAtMillis() - job.submittedAtMillis())
            .sorted()
            .toArray();
    long end = meter.doneMillis(world);
    return new HarvestTotals(
        world.jobs().size(),
        world.jobs().size() - done.size(),
        (int) done.stream().filter(HarvestTotals::isLate).count(),
        Arrays.stream(times).average().orElse(0),
        StrictMath.exp(
            Arrays.stream(times).map(t -> StrictMath.log(Math.max(1, t))).average().orElse(0)),
        times.length == 0 ? 0 : times[(int) Math.ceil(NINETY * times.length) - 1],
        meter.attempts,
        meter.killed,
        meter.evictions,
        meter.usedCoreMillis,
        meter.wastedCoreMillis,
        meter.doneNanos(world),
        meter.machines().stream().mapToLong(machine -> machine.thereMillis(end)).sum(),
        meter.machines().stream().mapToLong(machine -> machine.coreMillis(end)).sum(),
        end);
  }

  private static boolean isLate(Job job) {
    return job.deadlineAtMillis() != Deadline.NEVER_MILLIS
        && job.endedAtMillis() > job.deadlineAtMillis();
  }

  /** The share of the core time used that came to nothing. */
  public double waste() {
    return usedCoreMillis == 0 ? 0 : (double) wastedCoreMillis / usedCoreMillis;
  }

  /** The share of the core time there was in which tasks ran. */
  public double utilisation() {
    return coreMillis == 0 ? 0 : (double) usedCoreMillis / coreMillis;
  }
}
