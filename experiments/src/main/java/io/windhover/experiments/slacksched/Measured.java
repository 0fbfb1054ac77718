package io.windhover.experiments.slacksched;

import io.windhover.core.model.Money;
import io.windhover.core.model.TaskGroup;
import io.windhover.simulator.record.AttemptRecord;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import io.windhover.simulator.record.TaskRecord;
import io.windhover.workload.generate.HarvestWork;
import java.util.ArrayList;
import java.util.List;

/**
 * What one run came to.
 *
 * @param minutes each job's completion time; what was never done counts to the end of the run
 * @param interruptible which of the jobs are
 * @param launched attempts at tasks, replicas that were stopped left out
 * @param killed those of them that lost their cores
 * @param preemptions for each job, killed attempts for each of its tasks
 * @param usedCoreHours of all attempts
 * @param wastedCoreHours of it, what had to be done again or was done twice
 */
record Measured(
    List<Double> minutes,
    List<Boolean> interruptible,
    int unfinished,
    int launched,
    int killed,
    List<Double> preemptions,
    double usedCoreHours,
    double wastedCoreHours,
    double dollars) {
  private static final double MINUTE_MILLIS = 60_000;
  private static final double HOUR_MILLIS = 60 * MINUTE_MILLIS;

  Measured {
    minutes = List.copyOf(minutes);
    interruptible = List.copyOf(interruptible);
    preemptions = List.copyOf(preemptions);
  }

  static Measured of(RunRecord run, HarvestWork.Drawn drawn) {
    List<Double> minutes = new ArrayList<>();
    int unfinished = 0;
    for (JobRecord job : run.jobs()) {
      boolean done = job.endedAtMillis() >= 0;
      long end = done ? job.endedAtMillis() : run.endedAtMillis();
      minutes.add((end - job.submittedAtMillis()) / MINUTE_MILLIS);
      unfinished += done ? 0 : 1;
    }
    int launched = 0;
    int[] killed = new int[run.jobs().size()];
    double used = 0;
    double wasted = 0;
    for (TaskRecord task : run.tasks()) {
      for (AttemptRecord attempt : task.attempts()) {
        double cores = attempt.rows().size() / HOUR_MILLIS;
        used += cores * (attempt.endedAtMillis() - attempt.startedAtMillis());
        wasted += cores * (attempt.endedAtMillis() - attempt.usefulUntilMillis());
        launched += attempt.outcome() == AttemptRecord.Outcome.STOPPED ? 0 : 1;
        killed[task.id().job() - 1] += wasKilled(attempt) ? 1 : 0;
      }
    }
    List<Double> preemptions = new ArrayList<>();
    int all = 0;
    for (JobRecord job : run.jobs()) {
      preemptions.add(killed[job.id() - 1] / (double) job.tasks());
      all += killed[job.id() - 1];
    }
    return new Measured(
        minutes,
        drawn.submissions().stream()
            .map(job -> job.spec().groups().stream().anyMatch(TaskGroup::interruptible))
            .toList(),
        unfinished,
        launched,
        all,
        preemptions,
        used,
        wasted,
        (double) run.costNanos() / Money.NANOS_PER_DOLLAR);
  }

  private static boolean wasKilled(AttemptRecord attempt) {
    return attempt.outcome() == AttemptRecord.Outcome.FAILED
        || attempt.outcome() == AttemptRecord.Outcome.LOST;
  }

  /** The share of the work done that came to nothing. */
  double wastePercent() {
    return usedCoreHours == 0 ? 0 : 100 * wastedCoreHours / usedCoreHours;
  }

  double killedPercent() {
    return launched == 0 ? 0 : 100.0 * killed / launched;
  }
}
