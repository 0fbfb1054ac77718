package io.windhover.wire;

import org.jspecify.annotations.Nullable;

/**
 * One try at one task, as both ends name it: task 99 of job 37, second attempt: 37/99#2.
 *
 * @param origin which job of which manager's state the numbers belong to: another state numbers its
 *     jobs alike, and a worker that stays up while the state is replaced must not answer for the
 *     one from its memory of the other. Empty from managers and workers that know nothing of it.
 */
public record AttemptRef(int job, int task, int attempt, String origin) {
  /** One of which only the numbers are known. */
  public AttemptRef(int job, int task, int attempt) {
    this(job, task, attempt, "");
  }

  /** The numbers alone. */
  public AttemptRef numbers() {
    return origin.isEmpty() ? this : new AttemptRef(job, task, attempt);
  }

  /**
   * Whether both may be the same attempt. Whoever says no origin means the one it is asked about:
   * Kestrel's workers, and managers and workers of before there were origins.
   */
  public boolean mayBe(AttemptRef other) {
    return job == other.job
        && task == other.task
        && attempt == other.attempt
        && (origin.equals(other.origin) || origin.isEmpty() || other.origin.isEmpty());
  }

  /** Written out: those a record comes with are slow, and this is the key of most maps. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AttemptRef ref
        && job == ref.job
        && task == ref.task
        && attempt == ref.attempt
        && origin.equals(ref.origin);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * job + task) + attempt;
  }

  /** As people read it, without the origin. */
  @Override
  public String toString() {
    return job + "/" + task + "#" + attempt;
  }
}
