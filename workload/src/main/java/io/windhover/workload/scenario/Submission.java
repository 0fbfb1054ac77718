package io.windhover.workload.scenario;

import io.windhover.core.model.JobSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** A job and when it comes. */
public record Submission(long atMillis, JobSpec spec) {
  /** Each kind of job among them once, in the order in which they come. */
  public static List<JobSpec> kinds(List<Submission> jobs) {
    // All jobs of a class are one object, and comparing objects is quick.
    Set<JobSpec> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<JobSpec> kinds = new ArrayList<>();
    for (Submission job : jobs) {
      if (seen.add(job.spec())) {
        kinds.add(job.spec());
      }
    }
    return kinds;
  }
}
