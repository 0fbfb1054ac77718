package io.windhover.policies.workflow.justintime;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.policies.workflow.plan.Dag;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that are alike in everything: one specification.
 *
 * @param firstTasks by node: the index of its first task within the job
 * @param rentable by node: whether some type can hold it; what none can waits for a machine that
 *     comes by itself
 * @param deadlineMillis from the submission; the policy's own when the job has none
 */
@SuppressWarnings("ArrayRecordComponent") // Never changed, never compared.
record WorkClass(
    JobSpec spec,
    Dag dag,
    int[] firstTasks,
    boolean[] rentable,
    long deadlineMillis,
    boolean guessed) {
  boolean allRentable() {
    for (boolean can : rentable) {
      if (!can) {
        return false;
      }
    }
    return true;
  }

  /** What another rule can be tried with; null when it would have to guess. */
  @Nullable JobSpec comparable() {
    boolean due = spec.deadline().atMillis(0) != Deadline.NEVER_MILLIS;
    return guessed || !due || !allRentable()
        ? null
        : new JobSpec(
            spec.name(),
            spec.folder(),
            new Deadline.Within(deadlineMillis),
            spec.keepGoing(),
            spec.groups());
  }

  int tasks() {
    int last = dag.size() - 1;
    return firstTasks[last] + dag.count(last);
  }
}
