package io.windhover.core.model;

import java.util.List;

/**
 * Tasks that are alike: an array of the job file, or a single task (an array of one). While they
 * wait they are a range of indexes, not objects.
 *
 * @param after ordinals of the groups that must have succeeded before any task of this one starts
 * @param kind tasks of one kind share speeds per machine type and learned runtimes
 * @param interruptible false when killing a task loses all its work
 * @param retries how often a task may fail by itself and be tried again
 * @param timeoutMillis longest run of one attempt; 0 for no limit
 * @param checkpointEveryMillis 0 when the task writes no checkpoints
 * @param byIndex those of {@code after} of which only the task of the same index must have
 *     succeeded; who knows nothing of this and waits for the whole group errs on the safe side
 * @param parallel how many of its tasks may run at once; 0 for no limit
 * @param checkpointHow how what a task saves is got hold of, as {@link CheckpointWay} has it; empty
 *     for the files it writes by itself
 */
public record TaskGroup(
    String name,
    int count,
    Script script,
    String kind,
    Need need,
    List<Integer> after,
    RuntimeEstimate runtime,
    int priority,
    boolean interruptible,
    int retries,
    long timeoutMillis,
    long checkpointEveryMillis,
    List<Integer> byIndex,
    int parallel,
    String checkpointHow) {
  public TaskGroup {
    if (count < 1
        || retries < 0
        || timeoutMillis < 0
        || checkpointEveryMillis < 0
        || parallel < 0) {
      throw new IllegalArgumentException(
          "group %s: count %d, retries %d, timeout %d ms, checkpoint every %d ms, parallel %d"
              .formatted(name, count, retries, timeoutMillis, checkpointEveryMillis, parallel));
    }
    if (script.commands().size() > 1 && script.commands().size() != count) {
      throw new IllegalArgumentException(
          "group %s: %d commands for %d tasks".formatted(name, script.commands().size(), count));
    }
    after = List.copyOf(after);
    byIndex = List.copyOf(byIndex);
    if (!after.containsAll(byIndex)) {
      throw new IllegalArgumentException(
          "group %s: by index after %s, which is not among %s".formatted(name, byIndex, after));
    }
  }

  /** A group that waits for whole groups and may run all at once. */
  public TaskGroup(
      String name,
      int count,
      Script script,
      String kind,
      Need need,
      List<Integer> after,
      RuntimeEstimate runtime,
      int priority,
      boolean interruptible,
      int retries,
      long timeoutMillis,
      long checkpointEveryMillis) {
    this(
        name,
        count,
        script,
        kind,
        need,
        after,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        List.of(),
        0,
        "");
  }

  /** A group whose tasks write what they save by themselves, if they save anything. */
  public TaskGroup(
      String name,
      int count,
      Script script,
      String kind,
      Need need,
      List<Integer> after,
      RuntimeEstimate runtime,
      int priority,
      boolean interruptible,
      int retries,
      long timeoutMillis,
      long checkpointEveryMillis,
      List<Integer> byIndex,
      int parallel) {
    this(
        name,
        count,
        script,
        kind,
        need,
        after,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        byIndex,
        parallel,
        "");
  }

  public TaskGroup withCount(int newCount) {
    return new TaskGroup(
        name,
        newCount,
        script,
        kind,
        need,
        after,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        byIndex,
        parallel,
        checkpointHow);
  }

  public TaskGroup withNeed(Need newNeed) {
    return new TaskGroup(
        name,
        count,
        script,
        kind,
        newNeed,
        after,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        byIndex,
        parallel,
        checkpointHow);
  }

  /** Those of them that were by index stay so. */
  public TaskGroup withAfter(List<Integer> newAfter) {
    return new TaskGroup(
        name,
        count,
        script,
        kind,
        need,
        newAfter,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        byIndex.stream().filter(newAfter::contains).toList(),
        parallel,
        checkpointHow);
  }

  public TaskGroup withAfter(List<Integer> newAfter, List<Integer> newByIndex) {
    return new TaskGroup(
        name,
        count,
        script,
        kind,
        need,
        newAfter,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        newByIndex,
        parallel,
        checkpointHow);
  }

  public TaskGroup withRuntime(RuntimeEstimate newRuntime) {
    return new TaskGroup(
        name,
        count,
        script,
        kind,
        need,
        after,
        newRuntime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        byIndex,
        parallel,
        checkpointHow);
  }

  public TaskGroup withRetries(int newRetries) {
    return new TaskGroup(
        name,
        count,
        script,
        kind,
        need,
        after,
        runtime,
        priority,
        interruptible,
        newRetries,
        timeoutMillis,
        checkpointEveryMillis,
        byIndex,
        parallel,
        checkpointHow);
  }

  public TaskGroup withParallel(int newParallel) {
    return new TaskGroup(
        name,
        count,
        script,
        kind,
        need,
        after,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        checkpointEveryMillis,
        byIndex,
        newParallel,
        checkpointHow);
  }

  /** The same tasks, whose work is saved so. */
  public TaskGroup withCheckpoint(long everyMillis, String how) {
    return new TaskGroup(
        name,
        count,
        script,
        kind,
        need,
        after,
        runtime,
        priority,
        interruptible,
        retries,
        timeoutMillis,
        everyMillis,
        byIndex,
        parallel,
        how);
  }
}
