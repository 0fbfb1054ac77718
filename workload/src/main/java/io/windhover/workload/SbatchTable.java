package io.windhover.workload;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The options that Slurm's sbatch knows and what becomes of each of them here: it is used, it has
 * no effect, which is said, or the script is refused, because what it asks for would be missing.
 */
final class SbatchTable {
  /** What becomes of an option. */
  enum Fate {
    USED,
    /** It changes nothing about what the tasks do. */
    NOTED,
    REFUSED
  }

  /** Whether something stands behind an option. */
  enum Value {
    NONE,
    /** Only after {@code =}. */
    OPTIONAL,
    NEEDED
  }

  /**
   * An option.
   *
   * @param letter its short name; a space when it has none
   * @param why the end of a note or of a complaint
   */
  record Known(String name, char letter, Value value, Fate fate, String why) {}

  private static final String NO_USE = "has no effect here";
  private static final String LOGS =
      "has no effect here: outputs are kept in the state folder; windhover logs shows them";
  private static final String NO_CLUSTER =
      "has no effect here: a pool has no such thing; --constraint chooses machines";
  private static final String WHICH =
      "machines are not named here; expected --constraint with what they must offer";
  private static final String GPUS =
      "cannot be counted here; expected --constraint with a label that such machines offer";
  private static final String ONE_MACHINE =
      "a task is one process on one machine; expected --cpus-per-task";
  private static final String JOB_FILE = "is for a job file to say; expected it there as ";

  private static final Map<String, Known> BY_NAME = new TreeMap<>();

  static {
    add(Fate.USED, Value.NEEDED, "", "array:a job-name:J time:t mem mem-per-cpu cpus-per-task:c");
    add(Fate.USED, Value.NEEDED, "", "ntasks:n nodes:N ntasks-per-node constraint:C chdir:D");
    add(Fate.USED, Value.NEEDED, "", "workdir export");
    add(Fate.NOTED, Value.NEEDED, LOGS, "output:o error:e open-mode");
    add(Fate.NOTED, Value.NEEDED, NO_CLUSTER, "partition:p account:A qos:q reservation clusters:M");
    add(Fate.NOTED, Value.NEEDED, NO_CLUSTER, "wckey mcs-label");
    add(Fate.NOTED, Value.NEEDED, "has no effect here: no mail is sent", "mail-type mail-user");
    add(
        Fate.NOTED,
        Value.NEEDED,
        "has no effect here: at its time limit a task gets TERM, and nothing before",
        "signal");
    add(
        Fate.NOTED,
        Value.NONE,
        "has no effect here: a task whose machine is lost always runs again",
        "requeue no-requeue");
    add(Fate.NOTED, Value.NEEDED, NO_USE, "comment priority hint acctg-freq profile cpu-freq");
    add(Fate.NOTED, Value.NEEDED, NO_USE, "threads-per-core distribution:m switches thread-spec:Z");
    add(Fate.NOTED, Value.NEEDED, NO_USE, "core-spec:S kill-on-invalid-dep delay-boot power");
    add(Fate.NOTED, Value.OPTIONAL, NO_USE, "nice get-user-env propagate no-kill:k");
    add(
        Fate.NOTED,
        Value.NONE,
        NO_USE,
        "parsable quiet:Q verbose:v wait:W overcommit:O contiguous");
    add(
        Fate.NOTED,
        Value.NONE,
        NO_USE,
        "oversubscribe:s spread-job use-min-nodes ignore-pbs reboot");
    add(Fate.NOTED, Value.OPTIONAL, NO_USE, "resv-ports");
    add(Fate.REFUSED, Value.NEEDED, JOB_FILE + "after", "dependency:d");
    add(Fate.REFUSED, Value.NEEDED, JOB_FILE + "deadline", "deadline");
    add(Fate.REFUSED, Value.NEEDED, GPUS, "gres gpus:G gpus-per-node gpus-per-task");
    add(Fate.REFUSED, Value.NEEDED, GPUS, "gpus-per-socket mem-per-gpu cpus-per-gpu licenses:L");
    add(Fate.REFUSED, Value.NEEDED, WHICH, "nodelist:w nodefile:F exclude:x prefer");
    add(Fate.REFUSED, Value.NEEDED, ONE_MACHINE, "mincpus sockets-per-node cores-per-socket");
    add(Fate.REFUSED, Value.NEEDED, ONE_MACHINE, "ntasks-per-core ntasks-per-socket");
    add(Fate.REFUSED, Value.NEEDED, ONE_MACHINE, "ntasks-per-gpu extra-node-info:B");
    add(Fate.REFUSED, Value.OPTIONAL, ONE_MACHINE + ", or all cores of a machine", "exclusive");
    String unknown = "cannot be done here; expected the script without it";
    add(
        Fate.REFUSED,
        Value.NEEDED,
        unknown,
        "begin:b input:i tmp time-min export-file bb bbf wrap");
    add(Fate.REFUSED, Value.NEEDED, unknown, "uid gid container network mem-bind");
    add(Fate.REFUSED, Value.NONE, unknown, "hold:H test-only");
  }

  private SbatchTable() {}

  private static void add(Fate fate, Value value, String why, String names) {
    for (String name : names.split(" ", -1)) {
      List<String> parts = Arrays.asList(name.split(":", -1));
      char letter = parts.size() > 1 ? parts.get(1).charAt(0) : ' ';
      BY_NAME.put(parts.get(0), new Known(parts.get(0), letter, value, fate, why));
    }
  }

  static Optional<Known> named(String name) {
    return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
  }

  static Optional<Known> lettered(char letter) {
    return BY_NAME.values().stream().filter(known -> known.letter() == letter).findFirst();
  }

  static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }
}
