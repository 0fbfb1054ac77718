package io.windhover.wire;

import org.jspecify.annotations.Nullable;

/** One try at one task, as both ends name it: task 99 of job 37, second attempt: 37/99#2. */
public record AttemptRef(int job, int task, int attempt) {
  /** Written out: those a record comes with are slow, and this is the key of most maps. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AttemptRef ref
        && job == ref.job
        && task == ref.task
        && attempt == ref.attempt;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * job + task) + attempt;
  }

  @Override
  public String toString() {
    return job + "/" + task + "#" + attempt;
  }
}
