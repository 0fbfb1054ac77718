package io.windhover.workload;

import io.windhover.core.model.JobRules;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the readers of other programs' workflow files find, in the order of the file; at the end a
 * job whose every task is a group of its own.
 */
final class WorkflowDraft {
  static final int TASKS_MAX = 100_000;
  static final int EDGES_MAX = 1_000_000;
  static final int ID_CHARS_MAX = 300;

  /** So many times as much runtime above 0 makes runtimes below 0 a trifle. */
  private static final long TRIFLE = 1_000;

  /** Leaves room for a number below the longest name. */
  private static final int NAME_START_MAX = 90;

  private final Problems problems;
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final List<Edge> edges = new ArrayList<>();

  WorkflowDraft(Problems problems) {
    this.problems = problems;
  }

  /** A task as far as it is known yet. */
  static final class Task {
    private final String id;
    private final int line;
    private String kind = "";
    private OptionalLong runtimeMillis = OptionalLong.empty();
    private int runtimeLine;
    private int cores = 1;
    private long memoryBytes;
    private final List<TaskDraft.Reference> after = new ArrayList<>();

    private Task(String id, int line) {
      this.id = id;
      this.line = line;
    }

    int line() {
      return line;
    }

    String kind() {
      return kind;
    }

    boolean hasRuntime() {
      return runtimeMillis.isPresent();
    }

    void kind(String name) {
      kind = JobRules.fittingName(name);
    }

    /**
     * @param millis may be below 0
     */
    void runtime(long millis, int atLine) {
      runtimeMillis = OptionalLong.of(millis);
      runtimeLine = atLine;
    }

    void cores(int number) {
      cores = number;
    }

    void memoryBytes(long bytes) {
      memoryBytes = bytes;
    }
  }

  private record Edge(String before, String after, int line, Said said) {}

  /** How a complaint names the place where either side of a dependency is written. */
  record Said(String before, String after) {}

  /** How complaints name a task. */
  static String field(String id) {
    return "task " + Shown.field(id);
  }

  /** A new task; one whose id is taken is complained about and then of no use. */
  Task add(String id, int line) throws JobFileException {
    if (id.length() > ID_CHARS_MAX) {
      throw problems.fatal(
          line,
          "",
          "the id %s is too long; expected at most %d characters"
              .formatted(Shown.quoted(id), ID_CHARS_MAX));
    }
    var task = new Task(id, line);
    Task first = tasks.putIfAbsent(id, task);
    if (first != null) {
      String where = "is the id of the task in line " + first.line + " too";
      problems.add(line, field(id), where + "; expected another one");
    }
    if (tasks.size() > TASKS_MAX) {
      throw problems.fatal(line, "", "too many tasks; expected at most " + Shown.number(TASKS_MAX));
    }
    return task;
  }

  @Nullable Task task(String id) {
    return tasks.get(id);
  }

  Iterable<Map.Entry<String, Task>> tasks() {
    return tasks.entrySet();
  }

  /**
   * One task waits for another; both may still be unknown.
   *
   * @param said where this is said
   */
  void edge(String before, String after, int line, Said said) throws JobFileException {
    edges.add(new Edge(before, after, line, said));
    if (edges.size() > EDGES_MAX) {
      throw problems.fatal(
          line, "", "too many dependencies; expected at most " + Shown.number(EDGES_MAX));
    }
  }

  String unknown(String id) {
    return "there is no task " + Shown.quoted(id) + problems.hint(id, tasks.keySet());
  }

  /**
   * The tasks in an order in which each comes after those it waits for.
   *
   * @param belowZeroMillis what the runtimes below 0 come to, all of which count as 0
   */
  record Ordered(List<TaskGroup> groups, long belowZeroMillis) {}

  /** The workflow when all is known of it. */
  Ordered ordered() throws JobFileException {
    if (tasks.isEmpty()) {
      throw problems.fatal(0, "", "the workflow has no tasks; expected at least one");
    }
    long belowZeroMillis = belowZeroMillis();
    return new Ordered(groups(), belowZeroMillis);
  }

  /**
   * Pegasus' generator draws runtimes from normal distributions, and so writes some below 0. They
   * pass where they are a trifle beside the rest of the work.
   */
  private long belowZeroMillis() {
    long[] sums = new long[2];
    for (Task task : tasks.values()) {
      long millis = task.runtimeMillis.orElse(0);
      sums[millis < 0 ? 0 : 1] += millis;
    }
    if (-sums[0] <= sums[1] / TRIFLE) {
      return sums[0];
    }
    for (Task task : tasks.values()) {
      long millis = task.runtimeMillis.orElse(0);
      if (millis < 0) {
        problems.add(
            task.runtimeLine,
            field(task.id),
            "the runtime of %s s is negative".formatted(BigDecimal.valueOf(millis, 3))
                + ImportedNumber.SECONDS_EXPECTED);
      }
    }
    return 0;
  }

  private List<TaskGroup> groups() throws JobFileException {
    Map<String, String> names = names();
    for (Edge edge : edges) {
      Task before = tasks.get(edge.before());
      Task after = tasks.get(edge.after());
      if (before == null) {
        problems.add(edge.line(), edge.said().before(), unknown(edge.before()));
      }
      if (after == null) {
        problems.add(edge.line(), edge.said().after(), unknown(edge.after()));
      }
      if (before != null && after != null) {
        String name = names.getOrDefault(before.id, before.id);
        after.after.add(new TaskDraft.Reference(name, false, edge.line(), edge.said().before()));
      }
    }
    problems.throwIfAny();
    List<TaskDraft> drafts = new ArrayList<>();
    for (Task task : tasks.values()) {
      TaskGroup group = group(task, names.getOrDefault(task.id, task.id));
      drafts.add(new TaskDraft(group, task.line, field(task.id), task.after));
    }
    List<TaskGroup> groups = GroupOrder.of(drafts, problems);
    problems.throwIfAny();
    return groups;
  }

  /** Ids become names of folders and words of command lines: what cannot is changed a little. */
  private Map<String, String> names() {
    Set<String> taken = new HashSet<>();
    tasks.keySet().stream().filter(id -> JobRules.fittingName(id).equals(id)).forEach(taken::add);
    Map<String, Integer> uses = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    for (String id : tasks.keySet()) {
      String base = JobRules.fittingName(id).isEmpty() ? "task" : JobRules.fittingName(id);
      String name = base;
      while (!base.equals(id) && !taken.add(name)) {
        int use = uses.merge(base, 1, Integer::sum) + 1;
        name = base.substring(0, Math.min(base.length(), NAME_START_MAX)) + "-" + use;
      }
      names.put(id, name);
    }
    return names;
  }

  private static TaskGroup group(Task task, String name) {
    return new TaskGroup(
        name,
        1,
        Script.NONE,
        task.kind.isEmpty() ? name : task.kind,
        new Need(List.of(), task.cores, task.memoryBytes),
        List.of(),
        new RuntimeEstimate(Math.max(0, task.runtimeMillis.orElse(0)), new TreeMap<>()),
        0,
        true,
        0,
        0,
        0);
  }
}
