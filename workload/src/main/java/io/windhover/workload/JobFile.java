package io.windhover.workload;

import io.windhover.core.model.JobSpec;
import java.util.List;

/**
 * What a job file says: the job, and the policy it would like.
 *
 * @param belowZeroMillis what the runtimes below 0 of an imported workflow come to, which count as
 *     0; mostly 0, never more
 * @param notes what the file says that means nothing or something else here; no reason to stop
 */
public record JobFile(
    JobSpec spec, PolicyChoice policy, long belowZeroMillis, List<Problem> notes) {
  public JobFile {
    notes = List.copyOf(notes);
  }

  public JobFile(JobSpec spec, PolicyChoice policy) {
    this(spec, policy, 0, List.of());
  }

  /** Whether every task has a command; a job with a task that has none can only be simulated. */
  public boolean runnable() {
    return spec.groups().stream().allMatch(group -> group.script().runnable());
  }

  /** The same, for a job whose other tasks still run after one has failed for good. */
  public JobFile withKeepGoing(boolean keepGoing) {
    var changed =
        new JobSpec(spec.name(), spec.folder(), spec.deadline(), keepGoing, spec.groups());
    return new JobFile(changed, policy, belowZeroMillis, notes);
  }

  /** The same job under another name. */
  public JobFile named(String name) {
    var changed =
        new JobSpec(name, spec.folder(), spec.deadline(), spec.keepGoing(), spec.groups());
    return new JobFile(changed, policy, belowZeroMillis, notes);
  }

  public JobSummary summary() {
    return JobSummary.of(this);
  }
}
