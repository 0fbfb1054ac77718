package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes a job without commands as a job file that {@link JobFileReader} reads as the same job: one
 * task a line, and of its fields those that are not as usual.
 */
public final class JobFileText {
  private static final int COLUMNS_MAX = 100;

  private JobFileText() {}

  /**
   * The text of the file.
   *
   * @param remark stands first, as a comment; may be empty
   * @throws IllegalArgumentException when the job has something that this does not write
   */
  public static String of(JobSpec job, String remark) {
    var text = new StringBuilder();
    remark.lines().forEach(line -> text.append("# ").append(Shown.oneLine(line)).append('\n'));
    text.append("name: ").append(quoted(job.name())).append('\n');
    if (job.deadline() instanceof Deadline.Within within) {
      text.append("deadline: ").append(span(within.spanMillis())).append('\n');
    } else if (job.deadline() instanceof Deadline.At) {
      throw new IllegalArgumentException("job " + job.name() + " is due at a time of the clock");
    }
    text.append("tasks:\n");
    for (TaskGroup group : job.groups()) {
      append(group, job.groups(), text);
    }
    return text.toString();
  }

  private static void append(TaskGroup group, List<TaskGroup> groups, StringBuilder text) {
    boolean plain =
        !group.script().runnable()
            && group.script().env().isEmpty()
            && group.priority() == 0
            && group.interruptible()
            && group.retries() == 0
            && group.timeoutMillis() == 0
            && group.checkpointEveryMillis() == 0
            && group.byIndex().isEmpty()
            && group.parallel() == 0;
    if (!plain) {
      throw new IllegalArgumentException("task " + group.name() + " is more than simulated work");
    }
    List<String> words = new ArrayList<>();
    words.add("- {name: " + quoted(group.name()));
    if (group.count() > 1) {
      words.add("count: " + group.count());
    }
    if (!group.kind().equals(group.name())) {
      words.add("kind: " + quoted(group.kind()));
    }
    if (group.need().cores() > 1) {
      words.add("cores: " + group.need().cores());
    }
    if (group.need().memoryBytes() > 0) {
      words.add("memory: " + group.need().memoryBytes() + "B");
    }
    words.addAll(list("requires", group.need().requires()));
    words.addAll(runtime(group.runtime()));
    words.addAll(list("after", group.after().stream().map(g -> groups.get(g).name()).toList()));
    appendWrapped(words, text);
  }

  private static List<String> list(String field, List<String> values) {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      String start = i == 0 ? field + ": [" : "";
      words.add(start + quoted(values.get(i)) + (i == values.size() - 1 ? "]" : ""));
    }
    return words;
  }

  private static List<String> runtime(RuntimeEstimate runtime) {
    if (runtime.millisByType().isEmpty()) {
      return List.of("runtime: " + span(runtime.anyTypeMillis()));
    }
    if (runtime.anyTypeMillis() >= 0) {
      throw new IllegalArgumentException("a runtime for some machine types and for all others");
    }
    List<String> words = new ArrayList<>();
    for (Map.Entry<String, Long> type : runtime.millisByType().entrySet()) {
      String start = words.isEmpty() ? "runtime: {" : "";
      words.add(start + quoted(type.getKey()) + ": " + span(type.getValue()));
    }
    words.set(words.size() - 1, words.get(words.size() - 1) + "}");
    return words;
  }

  /** Seconds, or whole units where that is shorter. */
  static String span(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("a time of " + millis + " ms");
    }
    if (millis == 0) {
      return "0s";
    }
    for (long[] unit : new long[][] {{86_400_000, 'd'}, {3_600_000, 'h'}, {60_000, 'm'}}) {
      if (millis % unit[0] == 0) {
        return millis / unit[0] + Character.toString((int) unit[1]);
      }
    }
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + "s";
  }

  /** In quotes where YAML could take it for something else, such as a number. */
  private static String quoted(String name) {
    return name.matches("[A-Za-z][A-Za-z0-9._-]*")
            && !name.matches("(?i)true|false|null|yes|no|on|off")
        ? name
        : '"' + name + '"';
  }

  private static void appendWrapped(List<String> words, StringBuilder text) {
    int column = 2;
    text.append("  ");
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i) + (i == words.size() - 1 ? "}" : ",");
      if (i > 0 && column + 1 + word.length() > COLUMNS_MAX) {
        text.append("\n     ");
        column = 5;
      }
      if (i > 0) {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += word.length();
    }
    text.append('\n');
  }
}
