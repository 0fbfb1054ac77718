package io.windhover.app.simulate;

import io.windhover.core.model.Deadline;
import io.windhover.simulator.record.JobRecord;
import io.windhover.simulator.record.RunRecord;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What came of one run of a stream, in a few numbers, so that many runs can be kept.
 *
 * @param undone jobs that were refused, or not done when nothing more happened
 * @param rejection why the first of them was refused
 * @param undoneReason why they are not done, with examples; empty when all are
 * @param leastSlackMillis between the end of a job and its deadline, of the job that came closest
 *     or was the latest; empty when no job that ended had a deadline
 * @param lostMachines all that went away before they were given back, terminated ones too
 * @param bound no way to do all jobs in time costs less
 */
public record StreamTotals(
    long seed,
    int jobs,
    int inTime,
    int undone,
    Optional<String> rejection,
    Optional<String> undoneReason,
    double meanLatenessMillis,
    OptionalLong leastSlackMillis,
    long costNanos,
    CostBound bound,
    long paidMillis,
    double utilisation,
    int launches,
    int releases,
    int failedAttempts,
    int lostMachines,
    int hibernations,
    int terminations,
    int notices,
    long endedAtMillis) {
  public static StreamTotals of(long seed, ScenarioRun run, CostBound bound) {
    RunRecord record = run.record();
    int inTime = (int) record.jobs().stream().filter(JobRecord::deadlineMet).count();
    int undone = (int) record.jobs().stream().filter(job -> !job.succeeded()).count();
    OptionalLong slack =
        record.jobs().stream()
            .filter(job -> job.succeeded() && job.deadlineAtMillis() != Deadline.NEVER_MILLIS)
            .mapToLong(job -> job.deadlineAtMillis() - job.endedAtMillis())
            .min();
    return new StreamTotals(
        seed,
        record.jobs().size(),
        inTime,
        undone,
        run.rejection(),
        run.undone(),
        record.meanLatenessMillis(),
        slack,
        record.costNanos(),
        bound,
        record.paidMillis(),
        record.utilisation(),
        record.launches(),
        record.releases(),
        run.failedAttempts(),
        run.lostMachines(),
        record.hibernations(),
        record.terminations(),
        record.notices(),
        record.jobs().stream().mapToLong(JobRecord::endedAtMillis).max().orElse(0));
  }

  public double inTimeShare() {
    return jobs == 0 ? 1 : (double) inTime / jobs;
  }

  public double costNanosPerJob() {
    return jobs == 0 ? 0 : (double) costNanos / jobs;
  }

  /** How many times the bound it cost; a part of the jobs compares with no bound of all. */
  public Optional<Double> timesBound() {
    return undone > 0 ? Optional.empty() : bound.times(costNanos);
  }
}
