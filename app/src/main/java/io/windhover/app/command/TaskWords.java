package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.TaskFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Words after a command that name a job, a task of it, or both. A task can be typed as it is
 * printed: {@code point/7}, {@code line 7}, {@code SLURM_ARRAY_TASK_ID 3}.
 *
 * @param job null for the newest
 * @param task null when none is named
 */
record TaskWords(@Nullable String job, @Nullable TaskFilter task) {
  static final String FORM = "[JOB] [TASK]";

  /**
   * A job and any number of its tasks.
   *
   * @param job null for the newest
   */
  record Several(@Nullable String job, List<TaskFilter> tasks) {}

  /**
   * Takes apart words that may name several tasks. The first is the job when it names one: alone as
   * {@link JobSource#namesJob} has it, before others also by a number.
   */
  static Several several(List<String> typed, LocalJobs jobs) {
    List<String> words = words(typed);
    int size = words.size();
    boolean startsWithJob =
        size > 0 && (jobs.namesJob(words.get(0)) || (size > 1 && jobs.isNumberOfJob(words.get(0))));
    List<TaskFilter> tasks = new ArrayList<>();
    int at = startsWithJob ? 1 : 0;
    while (at < size) {
      int next = Math.min(size, at + 2);
      TaskFilter known = TaskFilter.named("", String.join(" ", words.subList(at, next)));
      boolean pair = known.task().isEmpty();
      tasks.add(pair ? known : TaskFilter.named("", words.get(at)));
      at += pair ? 2 : 1;
    }
    return new Several(startsWithJob ? words.get(0) : null, List.copyOf(tasks));
  }

  private static List<String> words(List<String> typed) {
    if (typed.stream().anyMatch(String::isBlank)) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "expected " + FORM + ", and one of the words is empty");
    }
    return typed.stream().flatMap(word -> Stream.of(word.strip().split("\\s+"))).toList();
  }

  /**
   * Takes the words apart.
   *
   * @param namesJob whether a word that stands alone is a job rather than a task
   */
  static TaskWords of(List<String> typed, Predicate<String> namesJob) {
    List<String> words = words(typed);
    int size = words.size();
    if (size >= 2) {
      TaskFilter known = TaskFilter.named("", words.get(size - 2) + " " + words.get(size - 1));
      boolean numbered = known.task().isEmpty();
      if (numbered && (size == 3 || (size == 2 && !namesJob.test(words.get(0))))) {
        return new TaskWords(size == 3 ? words.get(0) : null, known);
      }
    }
    if (size > 2) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "expected " + FORM + ", not " + String.join(" ", typed));
    }
    if (size == 0) {
      return new TaskWords(null, null);
    }
    boolean first = size == 2 || namesJob.test(words.get(0));
    boolean last = size == 2 || !first;
    return new TaskWords(
        first ? words.get(0) : null, last ? TaskFilter.named("", words.get(size - 1)) : null);
  }
}
