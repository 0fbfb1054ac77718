package io.windhover.app.state;

import io.windhover.core.model.TaskNumbers;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.words.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which tasks of a job somebody asks about, as a user says it; a manager reads the same of the
 * wire.
 *
 * @param state in small letters; empty for all
 * @param task a task (point/7), a group (point), or a number; empty for all
 * @param line of the file of commands; -1 when none was named
 * @param arrayTaskId a value of a Slurm array; -1 when none was named
 */
public record TaskFilter(String state, String task, int line, int arrayTaskId) {
  public static final TaskFilter ALL = new TaskFilter("", "", -1, -1);

  private static final List<String> STATES =
      Arrays.stream(TaskState.values()).map(s -> s.name().toLowerCase(Locale.ROOT)).toList();

  private static final Pattern NUMBERED = Pattern.compile("(.+)/([0-9]{1,9})");
  private static final Pattern KNOWN =
      Pattern.compile(
          "(%s|%s)\\s+([0-9]{1,9})".formatted(TaskNumbers.LINE, TaskNumbers.ARRAY),
          Pattern.CASE_INSENSITIVE);

  /**
   * The tasks that somebody names in words, among them all that are printed of a task: {@code
   * point/7}, {@code point}, {@code line 7}, {@code SLURM_ARRAY_TASK_ID 3}, {@code 7}.
   */
  public static TaskFilter named(String state, String words) {
    Matcher known = KNOWN.matcher(words.strip());
    if (!known.matches()) {
      return new TaskFilter(state, words.strip(), -1, -1);
    }
    int number = Integer.parseInt(known.group(2));
    return known.group(1).equalsIgnoreCase(TaskNumbers.LINE)
        ? new TaskFilter(state, "", number, -1)
        : new TaskFilter(state, "", -1, number);
  }

  /** What the tasks of a job are known by besides their names; empty when by nothing. */
  public static Optional<String> numbersOf(Job job) {
    return job.groups().stream()
        .map(group -> TaskNumbers.of(group.spec().script()))
        .flatMap(Optional::stream)
        .map(TaskNumbers::what)
        .findFirst();
  }

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
    if (task.matches("[0-9]{1,9}")) {
      int index = numbered(job, Integer.parseInt(task));
      return new TaskRows.Wanted(state, index, index);
    }
    List<String> names = job.groups().stream().map(group -> group.spec().name()).toList();
    String name = numbered.matches() ? numbered.group(1) : task;
    throw new IllegalArgumentException(
        "there is no task \"%s\" in %s; %s"
            .formatted(task, job.spec().name(), Nearest.hint(name, names)));
  }

  /** A number alone is the one that people know the task by; where they know none, its index. */
  private static int numbered(Job job, int number) {
    Optional<String> what = numbersOf(job);
    int count = job.spec().taskCount();
    if (what.isEmpty() && number >= count) {
      throw new IllegalArgumentException(
          "there is no task %d in %s; the last one is %d"
              .formatted(number, job.spec().name(), count - 1));
    }
    return what.isPresent() ? known(job, what.get(), number) : number;
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
