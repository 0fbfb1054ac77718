package io.windhover.app.job;

import io.windhover.core.step.Group;
import io.windhover.core.step.TaskState;

/** The counts of one group of a job's tasks, as JSON has them here and on the wire. */
public record GroupCounts(
    String name,
    int tasks,
    int waiting,
    int running,
    int succeeded,
    int failed,
    int cancelled,
    int skipped) {
  public static GroupCounts of(Group group) {
    return new GroupCounts(
        group.spec().name(),
        group.spec().count(),
        group.count(TaskState.WAITING),
        group.count(TaskState.RUNNING),
        group.count(TaskState.SUCCEEDED),
        group.count(TaskState.FAILED),
        group.count(TaskState.CANCELLED),
        group.count(TaskState.SKIPPED));
  }
}
