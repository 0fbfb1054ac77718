package io.windhover.core.model;

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

  @Override
  public String toString() {
    return task + "#" + number;
  }
}
