package io.windhover.app.state;

import io.windhover.core.model.TaskNumbers;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.words.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which tasks of a job somebody asks about, as a user says it; a manager reads the same of the
 * wire.
 *
 * @param state in small letters; empty for all
 * @param task a task (point/7) or a group (point); empty for all
 * @param line of the file of commands; -1 when none was named
 * @param arrayTaskId a value of a Slurm array; -1 when none was named
 */
public record TaskFilter(String state, String task, int line, int arrayTaskId) {
  public static final TaskFilter ALL = new TaskFilter("", "", -1, -1);

  private static final List<String> STATES =
      Arrays.stream(TaskState.values()).map(s -> s.name().toLowerCase(Locale.ROOT)).toList();

  private static final Pattern NUMBERED = Pattern.compile("(.+)/([0-9]{1,9})");

  /**
   * The tasks that are meant.
   *
   * @throws IllegalArgumentException with a message for people when there are none such
   */
  public TaskRows.Wanted in(Job job) {
    if (!state.isEmpty() && !STATES.contains(state)) {
      throw new IllegalArgumentException(
          "there is no state \"%s\"; %s".formatted(state, Nearest.hint(state, STATES)));
    }
    if (line >= 0 || arrayTaskId >= 0) {
      int index =
          line >= 0
              ? known(job, TaskNumbers.LINE, line)
              : known(job, TaskNumbers.ARRAY, arrayTaskId);
      return new TaskRows.Wanted(state, index, index);
    }
    if (task.isEmpty()) {
      return new TaskRows.Wanted(state, 0, Integer.MAX_VALUE);
    }
    return named(job);
  }

  private TaskRows.Wanted named(Job job) {
    Matcher numbered = NUMBERED.matcher(task);
    for (Group group : job.groups()) {
      int first = group.firstIndex();
      if (group.spec().name().equals(task)) {
        return new TaskRows.Wanted(state, first, first + group.spec().count() - 1);
      }
      if (numbered.matches() && group.spec().name().equals(numbered.group(1))) {
        int within = Integer.parseInt(numbered.group(2));
        if (within >= group.spec().count()) {
          throw new IllegalArgumentException(
              "there is no task %s; the last one is %s/%d"
                  .formatted(task, group.spec().name(), group.spec().count() - 1));
        }
        return new TaskRows.Wanted(state, first + within, first + within);
      }
    }
    List<String> names = job.groups().stream().map(group -> group.spec().name()).toList();
    throw new IllegalArgumentException(
        "there is no task \"%s\" in %s; %s"
            .formatted(task, job.spec().name(), Nearest.hint(task, names)));
  }

  private static int known(Job job, String what, int number) {
    boolean numbered = false;
    for (Group group : job.groups()) {
      TaskNumbers numbers = TaskNumbers.of(group.spec().script()).orElse(null);
      if (numbers != null && numbers.what().equals(what)) {
        numbered = true;
        OptionalInt index = numbers.indexOf(number);
        if (index.isPresent() && index.getAsInt() < group.spec().count()) {
          return group.firstIndex() + index.getAsInt();
        }
      }
    }
    throw new IllegalArgumentException(
        numbered
            ? "no task of %s has %s %d".formatted(job.spec().name(), what, number)
            : "the tasks of %s are not known by %s; name one, as in point/7"
                .formatted(job.spec().name(), what));
  }
}
