package io.windhover.app.state;

import io.windhover.core.model.TaskNumbers;
import io.windhover.core.step.Group;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A task as its user knows it, for whoever tells of tasks: by the line of a file of commands or the
 * value of a Slurm array, by its command, and by where it stands in the job file.
 *
 * @param line null when the tasks are no lines
 * @param arrayTaskId null when they are no array of Slurm's
 * @param source file and line of the task's entry in a job file; null when that is not known
 */
public record KnownTask(
    @Nullable Integer line,
    @Nullable Integer arrayTaskId,
    String command,
    @Nullable String source) {
  /** How the command of a script for Slurm begins, which the script's reader has made. */
  private static final String SLURM_START = "export SLURM_JOB_ID=$$";

  public static KnownTask of(Group group, int indexInGroup, FileLines places) {
    return of(group, indexInGroup, TaskNumbers.of(group.spec().script()), places);
  }

  /** The same where the numbers of the group's script were read before. */
  static KnownTask of(
      Group group, int indexInGroup, Optional<TaskNumbers> numbers, FileLines places) {
    String command =
        group.spec().script().runnable() ? group.spec().script().commandOf(indexInGroup) : "";
    return new KnownTask(
        number(numbers, TaskNumbers.LINE, indexInGroup),
        number(numbers, TaskNumbers.ARRAY, indexInGroup),
        command.startsWith(SLURM_START) ? "the script " + group.job().spec().name() : command,
        places.of(group.spec().name()));
  }

  private static @Nullable Integer number(
      Optional<TaskNumbers> numbers, String what, int indexInGroup) {
    OptionalInt number =
        numbers
            .filter(known -> known.what().equals(what))
            .map(known -> known.numberOf(indexInGroup))
            .orElseGet(OptionalInt::empty);
    return number.isPresent() ? number.getAsInt() : null;
  }

  /** {@code line 7}, {@code SLURM_ARRAY_TASK_ID 3}; empty when the task's name says it all. */
  public String label() {
    return line != null
        ? TaskNumbers.LINE + " " + line
        : arrayTaskId != null ? TaskNumbers.ARRAY + " " + arrayTaskId : "";
  }

  /** The task's name, with what its user knows it by, or with where it stands in the job file. */
  public String after(String name) {
    String more = !label().isEmpty() || source == null ? label() : FileLines.shown(source);
    return more.isEmpty() ? name : name + " (" + more + ")";
  }

  /** The first line of a command, and no more of it than this. */
  public static String shortened(String command, int charactersMax) {
    String first = command.strip().lines().findFirst().orElse("");
    boolean whole = first.length() <= charactersMax && first.equals(command.strip());
    return whole ? first : first.substring(0, Math.min(charactersMax, first.length())) + " …";
  }
}
