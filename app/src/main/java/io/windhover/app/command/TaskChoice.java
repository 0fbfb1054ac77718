package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.TaskFilter;
import io.windhover.app.state.TaskRows;
import io.windhover.core.model.TaskId;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;

/** The one task of a job that is meant, however it was named. */
record TaskChoice(Group group, int index) {
  /**
   * Finds it.
   *
   * @throws CommandFailure when there is none such, or when all of an array is named
   */
  static TaskChoice of(Job job, TaskFilter filter) {
    TaskRows.Wanted wanted;
    try {
      wanted = filter.in(job);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
    Group group = job.groupOf(new TaskId(job.id(), wanted.first()));
    if (wanted.first() != wanted.last()) {
      int count = group.spec().count();
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%1$s is an array of %2$s; say which one: %1$s/0 to %1$s/%3$d"
              .formatted(group.spec().name(), Words.tasks(count), count - 1));
    }
    return new TaskChoice(group, wanted.first() - group.firstIndex());
  }

  TaskId task() {
    return group.task(index);
  }

  String name() {
    return group.job().nameOf(task());
  }
}
