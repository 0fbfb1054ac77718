package io.windhover.simulator.record;

import io.windhover.core.policy.Chronicle;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What became of a run.
 *
 * @param endedAtMillis the last moment at which anything happened
 * @param costNanos every lease, in nano-dollars
 * @param hibernations of single machines, while there was work
 * @param freezes how often a type froze; all its machines that hibernate at one moment are one
 * @param notices told to single machines, while there was work: they will freeze or end
 * @param terminations spot machines that were ended by their provider, while there was work
 * @param storageNanos the part of the cost that frozen machines took up, in nano-dollars
 * @param frozenMillis all hibernations together; one that lasted longer than the work counts to the
 *     end of the work
 * @param onDemandVms rented on demand, and came up
 * @param recoveries attempts that began where a checkpoint had left off
 * @param cpuSavedMillis what the attempts that finished had no need to do again; those that were
 *     interrupted would have run as long without checkpoints, and so have saved nothing
 * @param tallies what the policy counted, by its own names; empty when it tells nothing
 * @param marks moments that the policy set
 * @param use what was rented, by type and market
 * @param vms by id; empty when only totals were recorded
 * @param tasks that were started, by id; empty when only totals were recorded
 */
public record RunRecord(
    List<JobRecord> jobs,
    long endedAtMillis,
    long costNanos,
    int hibernations,
    int freezes,
    int notices,
    int terminations,
    long storageNanos,
    long frozenMillis,
    int spotVms,
    int onDemandVms,
    int checkpoints,
    int recoveries,
    long cpuSavedMillis,
    SortedMap<String, Long> tallies,
    List<Chronicle.Mark> marks,
    List<TypeUse> use,
    List<VmRecord> vms,
    List<TaskRecord> tasks) {
  public RunRecord {
    jobs = List.copyOf(jobs);
    tallies = Collections.unmodifiableSortedMap(new TreeMap<>(tallies));
    marks = List.copyOf(marks);
    use = List.copyOf(use);
    vms = List.copyOf(vms);
    tasks = List.copyOf(tasks);
  }

  /** From the first submission to the last job's end; -1 when a job has not ended. */
  public long makespanMillis() {
    if (jobs.isEmpty() || jobs.stream().anyMatch(job -> job.endedAtMillis() < 0)) {
      return -1;
    }
    return jobs.stream().mapToLong(JobRecord::endedAtMillis).max().orElseThrow()
        - jobs.stream().mapToLong(JobRecord::submittedAtMillis).min().orElseThrow();
  }

  public boolean deadlineMet() {
    return jobs.stream().allMatch(JobRecord::deadlineMet);
  }

  public boolean succeeded() {
    return jobs.stream().allMatch(JobRecord::succeeded);
  }

  /** Of all jobs; 1 when there were none. */
  public double onTimeShare() {
    return jobs.isEmpty()
        ? 1
        : (double) jobs.stream().filter(JobRecord::deadlineMet).count() / jobs.size();
  }

  /** By how much jobs ended after their deadlines, those that were in time counted as 0. */
  public double meanLatenessMillis() {
    return jobs.stream().mapToLong(JobRecord::latenessMillis).average().orElse(0);
  }

  public int launches() {
    return use.stream().mapToInt(TypeUse::launches).sum();
  }

  public int releases() {
    return use.stream().mapToInt(TypeUse::releases).sum();
  }

  public long paidMillis() {
    return use.stream().mapToLong(TypeUse::paidMillis).sum();
  }

  /** The share of the time paid for, of all cores, in which work was done. */
  public double utilisation() {
    return use.stream().reduce(TypeUse::plus).map(TypeUse::utilisation).orElse(0.0);
  }

  /** 0 when nothing hibernated. */
  public long meanHibernationMillis() {
    return hibernations == 0 ? 0 : frozenMillis / hibernations;
  }

  /** What the policy counted under this name; 0 when it did not. */
  public long tally(String name) {
    return tallies.getOrDefault(name, 0L);
  }
}
