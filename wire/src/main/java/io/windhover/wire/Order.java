package io.windhover.wire;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All a worker must know to run one attempt.
 *
 * @param jobName the job as people call it
 * @param group the task's group; with {@code index} it is the task's name for people: point/99
 * @param index the task's index within its group, what {index} and WINDHOVER_INDEX mean
 * @param folder where the command runs
 * @param cleanup runs after the result was acknowledged, before the room is free; may be empty
 * @param timeoutMillis longest run; 0 for no limit
 * @param deadlineAtMillis the job's deadline (epoch); 0 for none
 * @param saving how the task saves what it has done, in a folder that is made for it
 */
public record Order(
    AttemptRef ref,
    String jobName,
    String group,
    int index,
    String folder,
    String command,
    String cleanup,
    SortedMap<String, String> env,
    int cores,
    long memoryBytes,
    long timeoutMillis,
    long deadlineAtMillis,
    Saving saving) {
  public Order {
    env = Collections.unmodifiableSortedMap(new TreeMap<>(env));
  }

  /** One of a task that saves nothing. */
  public Order(
      AttemptRef ref,
      String jobName,
      String group,
      int index,
      String folder,
      String command,
      String cleanup,
      SortedMap<String, String> env,
      int cores,
      long memoryBytes,
      long timeoutMillis,
      long deadlineAtMillis) {
    this(
        ref,
        jobName,
        group,
        index,
        folder,
        command,
        cleanup,
        env,
        cores,
        memoryBytes,
        timeoutMillis,
        deadlineAtMillis,
        Saving.NONE);
  }

  /** The same by another clock. */
  public Order timed(
      long newTimeoutMillis, long newDeadlineAtMillis, long newCheckpointEveryMillis) {
    return new Order(
        ref,
        jobName,
        group,
        index,
        folder,
        command,
        cleanup,
        env,
        cores,
        memoryBytes,
        newTimeoutMillis,
        newDeadlineAtMillis,
        saving.every(newCheckpointEveryMillis));
  }

  /** Whether the task saves what it has done, so that its next attempt can go on from there. */
  public boolean checkpoints() {
    return saving.everyMillis() > 0;
  }

  /** The same order, to be carried out in another folder. */
  public Order in(String otherFolder) {
    return new Order(
        ref,
        jobName,
        group,
        index,
        otherFolder,
        command,
        cleanup,
        env,
        cores,
        memoryBytes,
        timeoutMillis,
        deadlineAtMillis,
        saving);
  }
}
