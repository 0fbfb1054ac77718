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
 * @param leastSlackMillis between the end of a job and its deadline, of the job that came closest
 *     or was the latest; empty when no job that ended had a deadline
 * @param boundNanos no way to do all jobs in time costs less; empty when no bound is known
 */
public record StreamTotals(
    long seed,
    int jobs,
    int inTime,
    int undone,
    Optional<String> rejection,
    double meanLatenessMillis,
    OptionalLong leastSlackMillis,
    long costNanos,
    OptionalLong boundNanos,
    long paidMillis,
    double utilisation,
    int launches,
    int releases,
    long endedAtMillis) {
  public static StreamTotals of(long seed, ScenarioRun run, OptionalLong boundNanos) {
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
        record.meanLatenessMillis(),
        slack,
        record.costNanos(),
        boundNanos,
        record.paidMillis(),
        record.utilisation(),
        record.launches(),
        record.releases(),
        record.jobs().stream().mapToLong(JobRecord::endedAtMillis).max().orElse(0));
  }

  public double inTimeShare() {
    return jobs == 0 ? 1 : (double) inTime / jobs;
  }

  public double costNanosPerJob() {
    return jobs == 0 ? 0 : (double) costNanos / jobs;
  }

  /** How many times the bound it cost. */
  public Optional<Double> timesBound() {
    return boundNanos.isPresent() && boundNanos.getAsLong() > 0
        ? Optional.of((double) costNanos / boundNanos.getAsLong())
        : Optional.empty();
  }
}
