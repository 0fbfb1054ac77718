package io.windhover.workload;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads a list of tasks. */
public final class TaskListReader {
  /** Every group keeps its own variables, those of the job included. */
  private static final int VARIABLES_MAX = 1_000_000;

  private final Problems problems;
  private final Values values;
  private final SortedMap<String, String> env;
  private final TaskReader reader;
  private final SortedMap<String, Integer> lines = new TreeMap<>();

  /**
   * @param env variables of the job, which every task has
   */
  public TaskListReader(Problems problems, SortedMap<String, String> env) {
    this(problems, env, false);
  }

  TaskListReader(Problems problems, SortedMap<String, String> env, boolean submitted) {
    this.problems = problems;
    this.values = new Values(problems);
    this.env = env;
    this.reader = new TaskReader(problems, env, submitted);
  }

  SortedMap<String, String> env(Node node, String field) {
    return reader.env(node, field);
  }

  /** The groups in order; of no use when there were complaints. */
  public List<TaskGroup> read(Node node, String field) throws JobFileException {
    List<TaskDraft> drafts = drafts(node, field);
    drafts.forEach(draft -> lines.putIfAbsent(draft.name(), draft.line()));
    return GroupOrder.of(drafts, problems);
  }

  /** The line in which the name of each group stands, once they were read. */
  SortedMap<String, Integer> lines() {
    return lines;
  }

  private List<TaskDraft> drafts(Node node, String field) throws JobFileException {
    boolean nothing = node instanceof Node.Text text && text.kind() == Node.Kind.NOTHING;
    if (nothing || (node instanceof Node.Items list && list.items().isEmpty())) {
      throw problems.fatal(node.line(), field, "the job has no tasks; expected at least one");
    }
    if (!(node instanceof Node.Items list)) {
      values.wrong(node, field, Shown.node(node) + " is not a list; expected a list of tasks");
      return List.of();
    }
    if ((long) list.items().size() * env.size() > VARIABLES_MAX) {
      throw problems.fatal(
          node.line(),
          field,
          "%s variables of the job for each of %s tasks; expected at most %s in all"
              .formatted(
                  Shown.number(env.size()),
                  Shown.number(list.items().size()),
                  Shown.number(VARIABLES_MAX)));
    }
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      Node item = list.items().get(i);
      String path = field + "[" + i + "]";
      if (item instanceof Node.Fields map) {
        drafts.add(reader.read(map, path));
      } else {
        values.wrong(
            item, path, Shown.node(item) + " is not a map; expected one with name and command");
      }
    }
    checkCount(drafts, node, field);
    return drafts;
  }

  private void checkCount(List<TaskDraft> drafts, Node node, String field) {
    long tasks = drafts.stream().mapToLong(draft -> draft.group().count()).sum();
    if (tasks > JobSpec.TASKS_MAX) {
      values.wrong(
          node,
          field,
          "%s tasks in all; expected at most %s"
              .formatted(Shown.number(tasks), Shown.number(JobSpec.TASKS_MAX)));
    }
  }
}
