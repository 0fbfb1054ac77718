package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.TaskFilter;
import io.windhover.core.model.TaskId;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.words.Nearest;
import java.util.List;

/** Finds the task that is meant by {@code point/7}, {@code merge}, or an index in the job. */
record TaskChoice(Group group, int index) {
  static TaskChoice of(Job job, String wanted) {
    for (Group group : job.groups()) {
      if (group.spec().name().equals(wanted)) {
        return only(group);
      }
    }
    int slash = wanted.lastIndexOf('/');
    if (slash >= 0 && isNumber(wanted.substring(slash + 1))) {
      String name = wanted.substring(0, slash);
      for (Group group : job.groups()) {
        if (group.spec().name().equals(name)) {
          return within(group, Long.parseLong(wanted.substring(slash + 1)));
        }
      }
      throw unknown(job, wanted, name);
    }
    return isNumber(wanted) ? byIndex(job, Long.parseLong(wanted)) : unknownName(job, wanted);
  }

  /** The one task that is known by a number. */
  static TaskChoice of(Job job, TaskFilter filter) {
    try {
      return byIndex(job, filter.in(job).first());
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  TaskId task() {
    return group.task(index);
  }

  String name() {
    return group.job().nameOf(task());
  }

  private static boolean isNumber(String text) {
    return text.matches("\\d{1,10}");
  }

  private static TaskChoice only(Group group) {
    int count = group.spec().count();
    if (count > 1) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "%1$s is an array of %2$s; say which one: %1$s/0 to %1$s/%3$d"
              .formatted(group.spec().name(), Words.tasks(count), count - 1));
    }
    return new TaskChoice(group, 0);
  }

  private static TaskChoice within(Group group, long index) {
    if (index >= group.spec().count()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "there is no task %1$s/%2$d; the last one is %1$s/%3$d"
              .formatted(group.spec().name(), index, group.spec().count() - 1));
    }
    return new TaskChoice(group, (int) index);
  }

  private static TaskChoice byIndex(Job job, long index) {
    int count = job.spec().taskCount();
    if (index >= count) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "there is no task %d in %s; the last one is %d"
              .formatted(index, job.spec().name(), count - 1));
    }
    Group group = job.groupOf(new TaskId(job.id(), (int) index));
    return new TaskChoice(group, (int) index - group.firstIndex());
  }

  private static TaskChoice unknownName(Job job, String wanted) {
    throw unknown(job, wanted, wanted);
  }

  private static CommandFailure unknown(Job job, String wanted, String name) {
    List<String> names = job.groups().stream().map(group -> group.spec().name()).toList();
    return new CommandFailure(
        ExitCode.BAD_INPUT,
        "there is no task \"%s\" in %s; %s"
            .formatted(wanted, job.spec().name(), Nearest.hint(name, names)));
  }
}
