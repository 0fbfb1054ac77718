package io.windhover.core.model;

import org.jspecify.annotations.Nullable;

/**
 * One try at a task. Numbers start at 1 and never repeat, so that a late report of an older attempt
 * can be told from the current one (a fence). Written {@code 37/99#2}.
 */
public record AttemptId(TaskId task, int number) implements Comparable<AttemptId> {
  public AttemptId {
    if (number < 1) {
      throw new IllegalArgumentException("attempts count from 1: " + task + "#" + number);
    }
  }

  @Override
  public int compareTo(AttemptId other) {
    int byTask = task.compareTo(other.task);
    return byTask != 0 ? byTask : Integer.compare(number, other.number);
  }

  /** Written out: those a record comes with are slow, and this is the key of most maps. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AttemptId id && number == id.number && task.equals(id.task);
  }

  @Override
  public int hashCode() {
    return 31 * task.hashCode() + number;
  }

  @Override
  public String toString() {
    return task + "#" + number;
  }
}
