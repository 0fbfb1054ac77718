package io.windhover.app.command;

import io.windhover.app.state.TaskFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Names a task by the number its user knows; for commands that look at tasks. */
final class NumberOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--line",
      paramLabel = "N",
      description = "The task of this line of a file run with --lines.")
  private @Nullable Integer line;

  @Option(
      names = "--array-id",
      paramLabel = "N",
      description = "The task that sees this SLURM_ARRAY_TASK_ID.")
  private @Nullable Integer arrayId;

  boolean given() {
    return line != null || arrayId != null;
  }

  /** The tasks that are meant; a name and a number exclude each other. */
  TaskFilter filter(String state, String task) {
    int numbers = (line == null ? 0 : 1) + (arrayId == null ? 0 : 1) + (task.isEmpty() ? 0 : 1);
    if (numbers > 1) {
      throw new ParameterException(
          spec.commandLine(), "a task is named once: by its name, --line or --array-id");
    }
    if ((line != null && line < 1) || (arrayId != null && arrayId < 0)) {
      throw new ParameterException(spec.commandLine(), "--line counts from 1, --array-id from 0");
    }
    return task.isEmpty()
        ? new TaskFilter(state, "", line == null ? -1 : line, arrayId == null ? -1 : arrayId)
        : TaskFilter.named(state, task);
  }
}
