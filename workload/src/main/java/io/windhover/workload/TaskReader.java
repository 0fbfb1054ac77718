package io.windhover.workload;

import io.windhover.core.model.CheckpointWay;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads one entry of {@code tasks}. */
final class TaskReader {
  private final Problems problems;
  private final Values values;
  private final SortedMap<String, String> jobEnv;
  private final boolean submitted;

  /**
   * @param submitted whether a program sends the tasks to a pool, from whatever file it had
   */
  TaskReader(Problems problems, SortedMap<String, String> jobEnv, boolean submitted) {
    this.problems = problems;
    this.submitted = submitted;
    this.values = new Values(problems);
    this.jobEnv = jobEnv;
  }

  TaskDraft read(Node.Fields node, String path) {
    List<String> fields = submitted ? Names.SUBMITTED_TASK_FIELDS : Names.TASK_FIELDS;
    var task = new Section(node, path, fields, "a task", problems);
    Optional<Node> nameNode = task.value("name");
    if (task.lacks("name")) {
      problems.add(node.line(), task.path("name"), "is missing; expected a name for the task");
    }
    String name = nameNode.map(n -> values.name(n, task.path("name"))).orElse("");
    RuntimeEstimate runtime =
        task.value("runtime")
            .map(n -> runtime(n, task.path("runtime")))
            .orElse(RuntimeEstimate.UNKNOWN);
    Script script = script(task, node.line());
    var group =
        new TaskGroup(
            name,
            count(task, script),
            script,
            task.value("kind").map(n -> values.name(n, task.path("kind"))).orElse(name),
            need(task),
            List.of(),
            runtime,
            whole(task, "priority", -JobRules.PRIORITY_MAX, JobRules.PRIORITY_MAX, 0),
            task.value("interruptible")
                .map(n -> values.flag(n, task.path("interruptible")))
                .orElse(true),
            whole(task, "retries", 0, JobRules.RETRIES_MAX, 0),
            task.value("timeout").map(n -> values.spanMillis(n, task.path("timeout"))).orElse(0L),
            0,
            List.of(),
            whole(task, "parallel", 1, JobSpec.TASKS_MAX, 0));
    TaskGroup saving =
        task.value("checkpoint")
            .map(n -> checkpoint(n, task.path("checkpoint"), group))
            .orElse(group);
    return new TaskDraft(saving, nameNode.orElse(node).line(), path, after(task));
  }

  private int whole(Section task, String name, int min, int max, int otherwise) {
    return task.value(name).map(n -> values.whole(n, task.path(name), min, max)).orElse(otherwise);
  }

  /** How many tasks: as many as there are commands, when each has its own. */
  private int count(Section task, Script script) {
    int each = Math.max(1, script.commands().size());
    int count = whole(task, "count", 1, JobSpec.TASKS_MAX, each);
    if (each > 1 && count != each) {
      task.value("count")
          .ifPresent(
              n ->
                  values.wrong(
                      n,
                      task.path("count"),
                      "%s tasks have %s commands; expected as many"
                          .formatted(Shown.number(count), Shown.number(each))));
      return each;
    }
    return count;
  }

  private Script script(Section task, int line) {
    SortedMap<String, String> env = new TreeMap<>(jobEnv);
    task.value("env").ifPresent(n -> env.putAll(env(n, task.path("env"))));
    String cleanup = task.value("cleanup").map(n -> command(n, task.path("cleanup"))).orElse("");
    Optional<Node> command = task.value("command");
    Optional<Node> each = task.value("commands");
    if (command.isPresent() && each.isPresent()) {
      values.wrong(each.get(), task.path("commands"), "stands beside command; expected only one");
    }
    if (each.isPresent()) {
      List<String> commands = each(each.get(), task.path("commands"), values::command);
      return new Script(commands, cleanup, env).numbered(numbers(task));
    }
    if (task.lacks("command") && task.lacks("runtime")) {
      problems.add(
          line,
          task.path("command"),
          "is missing; expected a command (or a runtime, for a task that is only simulated)");
    }
    List<String> commands =
        command.map(n -> List.of(command(n, task.path("command")))).orElse(List.of());
    return new Script(commands, cleanup, env).numbered(numbers(task));
  }

  /** A command that people wrote for us, where a word in braces is hardly there by chance. */
  private String command(Node node, String path) {
    if (!submitted) {
      List<Node> words = node instanceof Node.Items list ? list.items() : List.of(node);
      for (Node word : words) {
        if (word instanceof Node.Text text) {
          Placeholders.complaint(text.text()).ifPresent(why -> values.wrong(word, path, why));
        }
      }
    }
    return values.command(node, path);
  }

  /** The numbers by which people know the tasks, which only submissions have. */
  private String numbers(Section task) {
    return task.value("numbers").map(n -> values.written(n, task.path("numbers"))).orElse("");
  }

  SortedMap<String, String> env(Node node, String path) {
    SortedMap<String, String> env = new TreeMap<>();
    if (!(node instanceof Node.Fields map)) {
      values.wrong(node, path, Shown.node(node) + " is not a map; expected one like {MODE: fast}");
      return env;
    }
    for (Node.Field field : map.fields()) {
      String fieldPath = path + "." + Shown.field(field.name());
      if (!JobRules.isVariable(field.name())) {
        problems.add(field.line(), fieldPath, JobRules.variableComplaint(field.name()));
      }
      env.put(field.name(), values.written(field.value(), fieldPath));
    }
    return env;
  }

  private Need need(Section task) {
    List<String> labels = new ArrayList<>();
    task.value("requires")
        .ifPresent(n -> labels.addAll(each(n, task.path("requires"), values::label)));
    return new Need(
        labels,
        whole(task, "cores", 1, JobRules.CORES_MAX, 1),
        task.value("memory").map(n -> values.bytes(n, task.path("memory"))).orElse(0L));
  }

  private interface Reading {
    String read(Node node, String path);
  }

  /** Reads one value, or each of a list. */
  private static List<String> each(Node node, String path, Reading reading) {
    List<String> texts = new ArrayList<>();
    if (node instanceof Node.Items list) {
      for (int i = 0; i < list.items().size(); i++) {
        texts.add(reading.read(list.items().get(i), path + "[" + i + "]"));
      }
    } else {
      texts.add(reading.read(node, path));
    }
    return texts;
  }

  private RuntimeEstimate runtime(Node node, String path) {
    if (!(node instanceof Node.Fields map)) {
      return new RuntimeEstimate(values.spanOrNoneMillis(node, path), new TreeMap<>());
    }
    if (map.fields().isEmpty()) {
      values.wrong(node, path, "names no machine type; expected one like {c3.large: 3m}");
    }
    SortedMap<String, Long> millisByType = new TreeMap<>();
    for (Node.Field field : map.fields()) {
      String fieldPath = path + "." + Shown.field(field.name());
      values.label(new Node.Text(field.line(), field.name(), Node.Kind.TEXT), fieldPath);
      millisByType.put(field.name(), values.spanOrNoneMillis(field.value(), fieldPath));
    }
    return new RuntimeEstimate(-1, millisByType);
  }

  private TaskGroup checkpoint(Node node, String path, TaskGroup group) {
    if (!(node instanceof Node.Fields map)) {
      values.wrong(node, path, Shown.node(node) + " is not a map; expected one like {every: 5m}");
      return group;
    }
    var checkpoint = new Section(map, path, Names.CHECKPOINT_FIELDS, "checkpoint", problems);
    Optional<Node> every = checkpoint.value("every");
    if (checkpoint.lacks("every")) {
      problems.add(map.line(), checkpoint.path("every"), "is missing; expected a span like 5m");
    }
    long everyMillis = every.map(n -> values.spanMillis(n, checkpoint.path("every"))).orElse(0L);
    String how = checkpoint.value("how").map(n -> how(n, checkpoint.path("how"))).orElse("");
    return group.withCheckpoint(everyMillis, how);
  }

  private String how(Node node, String path) {
    String text = values.written(node, path);
    Optional<String> how = CheckpointWay.canonical(text);
    if (how.isEmpty() || !JobRules.isForPrograms(text) || JobRules.isTooLong(text)) {
      values.wrong(node, path, Shown.node(node) + " is no way to save; " + CheckpointWay.EXPECTED);
      return "";
    }
    return how.get();
  }

  private static Node stem(Node.Text text) {
    int length = text.text().length() - Names.SAME_INDEX.length();
    return new Node.Text(text.line(), text.text().substring(0, length), text.kind());
  }

  /** Names that are no names were complained about and come out empty; they refer to nothing. */
  private List<TaskDraft.Reference> after(Section task) {
    List<TaskDraft.Reference> references = new ArrayList<>();
    Optional<Node> after = task.value("after");
    if (after.isPresent()) {
      each(
          after.get(),
          task.path("after"),
          (node, path) -> {
            boolean byIndex =
                node instanceof Node.Text text && text.text().endsWith(Names.SAME_INDEX);
            String name = values.name(byIndex ? stem((Node.Text) node) : node, path);
            if (!name.isEmpty()) {
              references.add(new TaskDraft.Reference(name, byIndex, node.line(), path));
            }
            return name;
          });
    }
    return references;
  }
}
