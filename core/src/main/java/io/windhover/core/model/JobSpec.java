package io.windhover.core.model;

import java.util.List;

/**
 * A job as its owner described it: groups of tasks in an order in which each group comes after the
 * groups it waits for.
 *
 * @param folder where commands run; empty when the job can only be simulated
 * @param keepGoing whether the other tasks still run after one has failed for good
 * @param savable whether checkpoints can be written of all its tasks, as of simulated work always
 * @param stored whether what its tasks save is kept where it outlives their machines: of real work,
 *     checkpoints can be written of those that say so then
 */
public record JobSpec(
    String name,
    String folder,
    Deadline deadline,
    boolean keepGoing,
    List<TaskGroup> groups,
    boolean savable,
    boolean stored) {
  public JobSpec {
    groups = List.copyOf(groups);
    if (groups.isEmpty()) {
      throw new IllegalArgumentException("job " + name + " has no tasks");
    }
    for (int g = 0; g < groups.size(); g++) {
      for (int before : groups.get(g).after()) {
        if (before < 0 || before >= g) {
          throw new IllegalArgumentException(
              "job %s: group %d waits for group %d, which does not come before it"
                  .formatted(name, g, before));
        }
      }
      for (int before : groups.get(g).byIndex()) {
        if (groups.get(before).count() != groups.get(g).count()) {
          throw new IllegalArgumentException(
              "job %s: group %d of %d tasks comes by index after group %d of %d"
                  .formatted(name, g, groups.get(g).count(), before, groups.get(before).count()));
        }
      }
    }
    long tasks = groups.stream().mapToLong(TaskGroup::count).sum();
    if (tasks > TASKS_MAX) {
      throw new IllegalArgumentException(
          "job %s has %d tasks; the limit is %d".formatted(name, tasks, TASKS_MAX));
    }
  }

  /** One of which no checkpoints can be written. */
  public JobSpec(
      String name, String folder, Deadline deadline, boolean keepGoing, List<TaskGroup> groups) {
    this(name, folder, deadline, keepGoing, groups, false, false);
  }

  /** The same job, where checkpoints can be written of all its tasks. */
  public JobSpec saved() {
    return new JobSpec(name, folder, deadline, keepGoing, groups, true, stored);
  }

  /** The same job, where somebody keeps what tasks save, or nobody does. */
  public JobSpec stored(boolean kept) {
    return kept == stored
        ? this
        : new JobSpec(name, folder, deadline, keepGoing, groups, savable, kept);
  }

  /** Task indexes are ints; this leaves ample head-room below the largest one. */
  public static final int TASKS_MAX = 100_000_000;

  /** Whether tasks follow others by index, or only so many of a group may run at once. */
  public boolean flows() {
    return groups.stream().anyMatch(group -> group.parallel() > 0 || !group.byIndex().isEmpty());
  }

  /** The job for policies that know whole groups only: these wait for each other, with no limit. */
  public JobSpec inWholeGroups() {
    List<TaskGroup> whole =
        groups.stream()
            .map(group -> group.withAfter(group.after(), List.of()).withParallel(0))
            .toList();
    return new JobSpec(name, folder, deadline, keepGoing, whole, savable, stored);
  }

  public int taskCount() {
    return groups.stream().mapToInt(TaskGroup::count).sum();
  }
}
