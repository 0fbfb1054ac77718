package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.TaskFilter;
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
   * Takes the words apart.
   *
   * @param namesJob whether a word that stands alone is a job rather than a task
   */
  static TaskWords of(List<String> typed, Predicate<String> namesJob) {
    List<String> words =
        typed.stream().flatMap(word -> Stream.of(word.strip().split("\\s+"))).toList();
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
