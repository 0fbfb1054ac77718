package io.windhover.workload;

import io.windhover.core.model.JobRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the options of a script ask for. As in sbatch, the last of several alike counts. */
final class SbatchWishes {
  private static final String EXPORT_NOTE =
      "has no effect here: tasks have the environment of whoever runs them, which in a pool is the"
          + " worker";

  private final String file;
  private final Problems problems;
  private final List<Problem> notes;
  private @Nullable ArrayValues array;
  private int parallel;
  private String name = "";
  private String folder = "";
  private long timeoutMillis;
  private long memoryBytes;
  private long memoryPerCoreBytes;
  private int cores;
  private List<String> requires = List.of();
  private final SortedMap<String, String> variables = new TreeMap<>();

  SbatchWishes(String file, Problems problems, List<Problem> notes) {
    this.file = file;
    this.problems = problems;
    this.notes = notes;
  }

  void take(SbatchOption option) {
    try {
      switch (option.name()) {
        case "array" -> array(option);
        case "job-name" -> name(option);
        case "time" -> timeoutMillis = SlurmUnits.timeMillis(option.value());
        case "mem" -> memoryBytes = memory(option, memoryPerCoreBytes);
        case "mem-per-cpu" -> memoryPerCoreBytes = memory(option, memoryBytes);
        case "cpus-per-task" -> cores = whole(option.value(), JobRules.CORES_MAX);
        case "ntasks", "ntasks-per-node" -> onlyOne(option, "1");
        case "nodes" -> onlyOne(option, "1(-1)?");
        case "constraint" -> constraint(option);
        case "chdir", "workdir" -> folder = option.value();
        case "export" -> export(option);
        default -> throw new IllegalStateException("unforeseen " + option);
      }
    } catch (IllegalArgumentException e) {
      problems.add(option.line(), option.field(), String.valueOf(e.getMessage()));
    }
  }

  private void array(SbatchOption option) {
    String values = option.value();
    int percent = values.indexOf('%');
    if (percent >= 0) {
      parallel = whole(values.substring(percent + 1), ArrayValues.VALUE_MAX);
      values = values.substring(0, percent);
    }
    array = ArrayValues.parse(values);
    if (!array.plain()) {
      note(
          option,
          "tasks are numbered from 0: SLURM_ARRAY_TASK_ID is %d in %s/0 and %d in %s/%d"
              .formatted(
                  array.min(),
                  SbatchReader.GROUP,
                  array.max(),
                  SbatchReader.GROUP,
                  array.count() - 1));
    }
  }

  private void name(SbatchOption option) {
    name = JobRules.fittingName(option.value());
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          Shown.quoted(option.value()) + " is not a name; expected letters and digits");
    }
    if (!name.equals(option.value())) {
      note(option, "the job is called " + name + " here");
    }
  }

  private static long memory(SbatchOption option, long otherBytes) {
    if (otherBytes > 0) {
      throw new IllegalArgumentException(
          "does not go with the other; expected --mem or --mem-per-cpu");
    }
    return SlurmUnits.memoryBytes(option.value());
  }

  private static int whole(String text, int max) {
    if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > max) {
      throw new IllegalArgumentException(
          "%s is not a number; expected a whole one from 1 to %s"
              .formatted(Shown.quoted(text), Shown.number(max)));
    }
    return Integer.parseInt(text);
  }

  private static void onlyOne(SbatchOption option, String pattern) {
    if (!option.value().matches(pattern)) {
      throw new IllegalArgumentException(
          "%s cannot be done here, where a task is one process on one machine; expected 1 (cores"
                  .formatted(Shown.quoted(option.value()))
              + " come with --cpus-per-task)");
    }
  }

  private void constraint(SbatchOption option) {
    List<String> labels = List.of(option.value().split("&", -1));
    for (String label : labels) {
      if (!JobRules.isLabel(label)) {
        throw new IllegalArgumentException(
            Shown.quoted(option.value())
                + " cannot be asked for here; expected labels, all of them needed, like linux&gpu");
      }
    }
    requires = labels;
  }

  private void export(SbatchOption option) {
    variables.clear();
    for (String item : option.value().split(",", -1)) {
      int equals = item.indexOf('=');
      String word = item.toUpperCase(Locale.ROOT);
      if (equals > 0 && JobRules.isVariable(item.substring(0, equals))) {
        variables.put(item.substring(0, equals), item.substring(equals + 1));
      } else if (word.equals("ALL") || word.equals("NONE") || word.equals("NIL")) {
        note(option, Shown.field(item) + " " + EXPORT_NOTE);
      } else {
        throw new IllegalArgumentException(
            Shown.quoted(item) + " has no value to pass on; expected NAME=value");
      }
    }
  }

  private void note(SbatchOption option, String message) {
    notes.add(new Problem(file, option.line(), option.field(), message));
  }

  String name() {
    return name;
  }

  /** How many tasks of the array may run at once; 0 for no limit. */
  int parallel() {
    return parallel;
  }

  int count() {
    return array == null ? 1 : array.count();
  }

  long timeoutMillis() {
    return timeoutMillis;
  }

  int cores() {
    return Math.max(1, cores);
  }

  long memoryBytes() {
    return Math.max(memoryBytes, Math.min(memoryPerCoreBytes * cores(), Sizes.BYTES_MAX));
  }

  List<String> requires() {
    return requires;
  }

  /** What sbatch sets for every task alike. */
  SortedMap<String, String> env(String jobName, Path submitFolder) {
    SortedMap<String, String> env = new TreeMap<>();
    env.put("SLURM_JOB_NAME", jobName);
    env.put("SLURM_SUBMIT_DIR", submitFolder.toString());
    env.put("SLURM_JOB_NUM_NODES", "1");
    env.put("SLURM_NTASKS", "1");
    if (cores > 0) {
      env.put("SLURM_CPUS_PER_TASK", Integer.toString(cores));
    }
    if (memoryBytes > 0) {
      env.put("SLURM_MEM_PER_NODE", Long.toString(memoryBytes >> 20));
    }
    if (memoryPerCoreBytes > 0) {
      env.put("SLURM_MEM_PER_CPU", Long.toString(memoryPerCoreBytes >> 20));
    }
    Optional.ofNullable(array)
        .ifPresent(
            values -> {
              env.put("SLURM_ARRAY_TASK_COUNT", Integer.toString(values.count()));
              env.put("SLURM_ARRAY_TASK_MIN", Integer.toString(values.min()));
              env.put("SLURM_ARRAY_TASK_MAX", Integer.toString(values.max()));
              env.put("SLURM_ARRAY_TASK_STEP", Integer.toString(values.step()));
            });
    env.putAll(variables);
    return env;
  }

  /** The values of the array, by which people know its tasks; empty when it has none. */
  String numbers() {
    return array == null ? "" : array.numbers().text();
  }

  /** Lines for sh before the script: the task's own variables, and where it runs. */
  String setUp() {
    // A number that no other task on the machine has at the same time: scripts name files by it.
    var lines = new StringBuilder("export SLURM_JOB_ID=$$ SLURM_JOBID=$$\n");
    if (array == null) {
      lines.append("unset SLURM_ARRAY_TASK_ID\n");
    } else {
      lines.append(array.shell("SLURM_ARRAY_TASK_ID"));
      lines.append("SLURM_ARRAY_JOB_ID=${WINDHOVER_JOB_ID:-1}\n");
      lines.append("export SLURM_ARRAY_TASK_ID SLURM_ARRAY_JOB_ID\n");
    }
    if (!folder.isEmpty()) {
      lines.append("cd -- ").append(ShellWords.literal(folder)).append(" || exit 1\n");
    }
    return lines.toString();
  }
}
