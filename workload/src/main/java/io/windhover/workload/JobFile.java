package io.windhover.workload;

import io.windhover.core.model.JobSpec;

/**
 * What a job file says: the job, and the policy it would like.
 *
 * @param belowZeroMillis what the runtimes below 0 of an imported workflow come to, which count as
 *     0; mostly 0, never more
 */
public record JobFile(JobSpec spec, PolicyChoice policy, long belowZeroMillis) {
  public JobFile(JobSpec spec, PolicyChoice policy) {
    this(spec, policy, 0);
  }

  /** Whether every task has a command; a job with a task that has none can only be simulated. */
  public boolean runnable() {
    return spec.groups().stream().allMatch(group -> group.script().runnable());
  }

  /** The same, for a job whose other tasks still run after one has failed for good. */
  public JobFile withKeepGoing(boolean keepGoing) {
    var changed =
        new JobSpec(spec.name(), spec.folder(), spec.deadline(), keepGoing, spec.groups());
    return new JobFile(changed, policy, belowZeroMillis);
  }

  public JobSummary summary() {
    return JobSummary.of(this);
  }
}
