package io.windhover.workload;

import io.windhover.core.model.JobSpec;

/** What a job file says: the job, and the policy it would like. */
public record JobFile(JobSpec spec, PolicyChoice policy) {
  /** Whether every task has a command; a job with a task that has none can only be simulated. */
  public boolean runnable() {
    return spec.groups().stream().allMatch(group -> group.script().runnable());
  }

  /** The same, for a job whose other tasks still run after one has failed for good. */
  public JobFile withKeepGoing(boolean keepGoing) {
    var changed =
        new JobSpec(spec.name(), spec.folder(), spec.deadline(), keepGoing, spec.groups());
    return new JobFile(changed, policy);
  }

  public JobSummary summary() {
    return JobSummary.of(this);
  }
}
