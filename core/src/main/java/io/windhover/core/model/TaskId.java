package io.windhover.core.model;

import org.jspecify.annotations.Nullable;

/**
 * One task of one job: {@code 37/99} is task 99 of job 37. The index counts through all groups of
 * the job in the order of the job file, so the tasks of a group are a range.
 */
public record TaskId(int job, int index) implements Comparable<TaskId> {
  public TaskId {
    if (job < 1 || index < 0) {
      throw new IllegalArgumentException("no such task: " + job + "/" + index);
    }
  }

  @Override
  public int compareTo(TaskId other) {
    return job != other.job ? Integer.compare(job, other.job) : Integer.compare(index, other.index);
  }

  /** Written out as in {@link AttemptId}. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TaskId id && job == id.job && index == id.index;
  }

  @Override
  public int hashCode() {
    return 31 * job + index;
  }

  @Override
  public String toString() {
    return job + "/" + index;
  }
}
