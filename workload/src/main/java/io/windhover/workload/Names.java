package io.windhover.workload;

import io.windhover.core.model.JobRules;
import java.util.List;
import java.util.stream.Stream;

/** Fields of a job file, and names made of texts that are none; rules: {@link JobRules}. */
final class Names {
  static final List<String> JOB_FIELDS =
      List.of("name", "deadline", "policy", "env", "outputs", "tasks");
  static final List<String> TASK_FIELDS =
      List.of(
          "name",
          "count",
          "command",
          "kind",
          "requires",
          "cores",
          "memory",
          "runtime",
          "priority",
          "interruptible",
          "retries",
          "timeout",
          "cleanup",
          "env",
          "checkpoint",
          "after",
          "parallel");

  /** In a submission to a pool: a job as it is sent, docs/wire.md. */
  static final List<String> SUBMITTED_JOB_FIELDS =
      List.of("windhover", "name", "folder", "keepGoing", "deadline", "env", "outputs", "tasks");

  /** Tasks of a submission may have a command and a number each: those of a list of commands do. */
  static final List<String> SUBMITTED_TASK_FIELDS =
      Stream.concat(TASK_FIELDS.stream(), Stream.of("commands", "numbers")).toList();

  static final List<String> CHECKPOINT_FIELDS = List.of("every", "how");

  /** Behind the name of an array in {@code after}: only its task of the same index. */
  static final String SAME_INDEX = "/{index}";

  private Names() {}

  /** The name of a job whose file gives none: the file's, with what a name cannot hold replaced. */
  static String ofFile(String file) {
    String last = file.substring(file.lastIndexOf('/') + 1);
    int dot = last.lastIndexOf('.');
    String stem = dot > 0 ? last.substring(0, dot) : last;
    String name = JobRules.fittingName(stem);
    return name.isEmpty() ? "job" : name;
  }
}
