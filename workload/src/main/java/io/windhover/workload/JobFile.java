package io.windhover.workload;

import io.windhover.core.model.JobSpec;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a job file says: the job, and the policy it would like.
 *
 * @param belowZeroMillis what the runtimes below 0 of an imported workflow come to, which count as
 *     0; mostly 0, never more
 * @param notes what the file says that means nothing or something else here; no reason to stop
 * @param lines of each group, by its name: the line of the file in which it stands, from 1; empty
 *     for files of other programs and lists of commands
 */
public record JobFile(
    JobSpec spec,
    PolicyChoice policy,
    long belowZeroMillis,
    List<Problem> notes,
    SortedMap<String, Integer> lines) {
  public JobFile {
    notes = List.copyOf(notes);
    lines = Collections.unmodifiableSortedMap(new TreeMap<>(lines));
  }

  JobFile(JobSpec spec, PolicyChoice policy, long belowZeroMillis, List<Problem> notes) {
    this(spec, policy, belowZeroMillis, notes, Collections.emptySortedMap());
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
    return new JobFile(changed, policy, belowZeroMillis, notes, lines);
  }

  /** The same job under another name. */
  public JobFile named(String name) {
    var changed =
        new JobSpec(name, spec.folder(), spec.deadline(), spec.keepGoing(), spec.groups());
    return new JobFile(changed, policy, belowZeroMillis, notes, lines);
  }

  public JobSummary summary() {
    return JobSummary.of(this);
  }
}
