package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads a script with {@code #SBATCH} lines, as one would hand it to Slurm's sbatch. Every task of
 * its array runs the whole script with {@code SLURM_ARRAY_TASK_ID} set to the array's own value.
 */
final class SbatchReader {
  /** The one group of such a job. */
  static final String GROUP = "task";

  /** The index of a task takes the place of {@code {index}} and may be longer by this. */
  private static final int INDEX_ROOM = 100;

  private final String file;
  private final Path folder;
  private final Problems problems;
  private final List<Problem> notes = new ArrayList<>();

  private SbatchReader(String file, Path folder, Problems problems) {
    this.file = file;
    this.folder = folder;
    this.problems = problems;
  }

  static JobFile read(String file, String text, Path folder, Problems problems)
      throws JobFileException {
    return new SbatchReader(file, folder, problems).job(text);
  }

  private JobFile job(String text) throws JobFileException {
    List<String> lines = List.of(text.split("\n", -1));
    var interpreter = CarriedScript.Interpreter.of(lines.get(0));
    if (interpreter.program().isEmpty()) {
      problems.add(1, "", "the script names no interpreter; expected a line like #!/bin/sh first");
    }
    int carriageReturn = text.indexOf('\r');
    if (carriageReturn >= 0) {
      int line = (int) text.substring(0, carriageReturn).chars().filter(c -> c == '\n').count() + 1;
      problems.add(line, "", "carriage returns, as of Windows; expected lines that end without");
    }
    var wishes = new SbatchWishes(file, problems, notes);
    SbatchLines.read(lines, file, problems, notes).forEach(wishes::take);
    problems.throwIfAny();
    String name = wishes.name().isEmpty() ? Names.ofFile(file) : wishes.name();
    TaskGroup group = group(wishes, name, text, interpreter);
    problems.throwIfAny();
    var spec = new JobSpec(name, folder.toString(), new Deadline.None(), false, List.of(group));
    notes.sort(Comparator.comparingInt(Problem::line));
    return new JobFile(spec, PolicyChoice.UNSTATED, 0, notes);
  }

  private TaskGroup group(
      SbatchWishes wishes, String name, String text, CarriedScript.Interpreter interpreter) {
    String command = CarriedScript.command(wishes.setUp(), text, interpreter);
    int bytes = command.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > JobRules.TEXT_BYTES_MAX - INDEX_ROOM) {
      problems.add(
          0,
          "",
          "the script comes to a command of %s bytes; expected at most %s"
              .formatted(Shown.number(bytes), Shown.number(JobRules.TEXT_BYTES_MAX - INDEX_ROOM)));
    }
    return new TaskGroup(
        GROUP,
        wishes.count(),
        new Script(List.of(command), "", wishes.env(name, folder)).numbered(wishes.numbers()),
        name,
        new Need(wishes.requires(), wishes.cores(), wishes.memoryBytes()),
        List.of(),
        RuntimeEstimate.UNKNOWN,
        0,
        true,
        0,
        wishes.timeoutMillis(),
        0,
        List.of(),
        wishes.parallel());
  }
}
