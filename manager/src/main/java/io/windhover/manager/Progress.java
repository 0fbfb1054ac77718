package io.windhover.manager;

import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import java.util.List;
import java.util.Optional;

/** How far the jobs of the world are, as plain numbers for people and scripts; by ascending ids. */
public record Progress(long atMillis, int machines, int cores, List<JobProgress> jobs) {
  /**
   * One job's numbers.
   *
   * @param skipped not run because another task failed
   * @param retried how often a task that had failed was tried again
   * @param lost attempts that ended with their machine and cost no retry
   * @param stopping attempts that were asked to end and have not yet
   * @param deadlineAtMillis Long.MAX_VALUE when there is none
   * @param endedAtMillis -1 while the job is not over
   * @param rejection why the job was refused; empty when it was not
   * @param replacedBy the job that has taken its place after an edit; 0 for none
   */
  public record JobProgress(
      int id,
      String name,
      int tasks,
      int waiting,
      int running,
      int succeeded,
      int failed,
      int cancelled,
      int skipped,
      int retried,
      int lost,
      int stopping,
      long submittedAtMillis,
      long deadlineAtMillis,
      long endedAtMillis,
      boolean cancelledByOwner,
      String rejection,
      int replacedBy) {
    public boolean over() {
      return endedAtMillis >= 0;
    }
  }

  /** The job with this id, if it is listed. */
  public Optional<JobProgress> job(int id) {
    int low = 0;
    int high = jobs.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (jobs.get(middle).id() < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < jobs.size() && jobs.get(low).id() == id
        ? Optional.of(jobs.get(low))
        : Optional.empty();
  }

  /** The machines there are, and their cores. */
  record Machines(int count, int cores) {
    static Machines of(World world) {
      int cores = world.machines().stream().mapToInt(machine -> machine.spec().cores()).sum();
      return new Machines(world.machines().size(), cores);
    }
  }

  static Progress of(World world) {
    Machines machines = Machines.of(world);
    return of(world.nowMillis(), machines, world.jobs().stream().map(Progress::of).toList());
  }

  /** A job whose place another has taken is no more to be seen. */
  static Progress of(long atMillis, Machines machines, List<JobProgress> jobs) {
    return new Progress(
        atMillis,
        machines.count(),
        machines.cores(),
        jobs.stream().filter(job -> job.replacedBy() == 0).toList());
  }

  static JobProgress of(Job job) {
    return new JobProgress(
        job.id(),
        job.spec().name(),
        job.spec().taskCount(),
        job.count(TaskState.WAITING),
        job.count(TaskState.RUNNING),
        job.count(TaskState.SUCCEEDED),
        job.count(TaskState.FAILED),
        job.count(TaskState.CANCELLED),
        job.count(TaskState.SKIPPED),
        job.retried(),
        job.lost(),
        job.liveAttempts() - job.count(TaskState.RUNNING),
        job.submittedAtMillis(),
        job.deadlineAtMillis(),
        job.endedAtMillis(),
        job.cancelled(),
        job.rejection().orElse(""),
        job.replacedBy());
  }
}
