package io.windhover.wire;

/** One try at one task, as both ends name it: task 99 of job 37, second attempt: 37/99#2. */
public record AttemptRef(int job, int task, int attempt) {
  @Override
  public String toString() {
    return job + "/" + task + "#" + attempt;
  }
}
