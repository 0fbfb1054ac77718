package io.windhover.workload;

import java.util.List;
import java.util.regex.Pattern;

/** What may be called what. The patterns are also in the schema. */
final class Names {
  /** Names of jobs, tasks, kinds and policies: they become folders and command line arguments. */
  static final String NAME_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$";

  /** Labels that machines offer, and types of machines. */
  static final String LABEL_PATTERN = "^[A-Za-z0-9_][A-Za-z0-9._:=/+-]{0,99}$";

  /** Variables; those that start with WINDHOVER_ are set for every task by Windhover itself. */
  static final String VARIABLE_PATTERN = "^(?!WINDHOVER_)[A-Za-z_][A-Za-z0-9_]{0,99}$";

  static final Pattern NAME = Pattern.compile(NAME_PATTERN);
  static final Pattern LABEL = Pattern.compile(LABEL_PATTERN);
  static final Pattern VARIABLE = Pattern.compile(VARIABLE_PATTERN);

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
          "after");
  static final List<String> CHECKPOINT_FIELDS = List.of("every");

  private static final int LENGTH_MAX = 100;

  private Names() {}

  /** The name of a job whose file gives none: the file's, with what a name cannot hold replaced. */
  static String ofFile(String file) {
    String last = file.substring(file.lastIndexOf('/') + 1);
    int dot = last.lastIndexOf('.');
    String stem = dot > 0 ? last.substring(0, dot) : last;
    String name = cleaned(stem);
    return name.isEmpty() ? "job" : name;
  }

  /** Text of another program as a name: as it is where that fits; empty when nothing is left. */
  static String fitting(String text) {
    return NAME.matcher(text).matches() ? text : cleaned(text);
  }

  private static String cleaned(String text) {
    String start = text.substring(0, Math.min(text.length(), 10 * LENGTH_MAX));
    String name = start.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+|-+$", "");
    return name.substring(0, Math.min(name.length(), LENGTH_MAX));
  }
}
