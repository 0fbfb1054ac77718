package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.TaskGroup;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a job file, YAML or JSON. Whatever the file holds, the answer is a job or a {@link
 * JobFileException} whose every problem is one line; it comes quickly and needs little memory.
 */
public final class JobFileReader {
  /** The JSON Schema of the file as a resource beside this class. */
  public static final String SCHEMA = "windhover-job.schema.json";

  /** Every group keeps its own variables, those of the job included. */
  private static final int VARIABLES_MAX = 1_000_000;

  private final Problems problems;
  private final Values values;
  private final String file;
  private final Path folder;

  private JobFileReader(String file, Path folder) {
    this.problems = new Problems(file);
    this.values = new Values(problems);
    this.file = file;
    this.folder = folder;
  }

  /** The job of a file; its commands run in the file's folder. */
  public static JobFile read(Path path) throws JobFileException {
    try (InputStream in = SourceText.open(path)) {
      return read(path.toString(), in, folderOf(path));
    } catch (IOException e) {
      throw new Problems(path.toString()).fatal(0, "", SourceText.why(e));
    }
  }

  /**
   * The job of a stream.
   *
   * @param file what to call the stream in complaints, and the job when it has no name
   * @param folder where the commands run
   */
  public static JobFile read(String file, InputStream in, Path folder) throws JobFileException {
    return new JobFileReader(file, folder).read(in);
  }

  static Path folderOf(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path parent = absolute.getParent();
    return parent == null ? absolute : parent;
  }

  private JobFile read(InputStream in) throws JobFileException {
    SourceText source = SourceText.read(in, problems);
    Node root = tree(source, problems);
    if (root instanceof Node.Text text && text.kind() == Node.Kind.NOTHING) {
      throw problems.fatal(1, "tasks", "the file is empty; expected a job with tasks");
    }
    if (!(root instanceof Node.Fields map)) {
      throw problems.fatal(
          root.line(), "", "the file holds " + Shown.node(root) + "; expected a map with tasks");
    }
    return job(new Section(map, "", Names.JOB_FIELDS, "a job", problems), map.line());
  }

  /** The file as it was written; package-private for the test that asks the schema too. */
  static Node tree(SourceText source, Problems problems) throws JobFileException {
    return source.isJson()
        ? JsonReader.read(source.text(), problems)
        : YamlReader.read(source.text(), problems);
  }

  private JobFile job(Section job, int line) throws JobFileException {
    String name = job.value("name").map(n -> values.name(n, "name")).orElse(Names.ofFile(file));
    Deadline deadline =
        job.value("deadline").map(n -> values.deadline(n, "deadline")).orElse(new Deadline.None());
    PolicyChoice policy = job.value("policy").map(this::policy).orElse(PolicyChoice.UNSTATED);
    SortedMap<String, String> env = new TreeMap<>();
    job.value("env").ifPresent(n -> env.putAll(new TaskReader(problems, env).env(n, "env")));
    Optional<Node> tasks = job.value("tasks");
    if (tasks.isEmpty() && !job.lacks("tasks")) {
      problems.throwIfAny();
    }
    List<TaskDraft> drafts = tasks(tasks.orElse(new Node.Text(line, "", Node.Kind.NOTHING)), env);
    List<TaskGroup> groups = GroupOrder.of(drafts, problems);
    problems.throwIfAny();
    return new JobFile(new JobSpec(name, folder.toString(), deadline, false, groups), policy);
  }

  private PolicyChoice policy(Node node) {
    if (!(node instanceof Node.Fields map)) {
      return new PolicyChoice(values.name(node, "policy"), Map.of(), node.line());
    }
    String name = "";
    Map<String, String> settings = new LinkedHashMap<>();
    for (Node.Field field : map.fields()) {
      String path = "policy." + Shown.field(field.name());
      if (field.name().equals("name")) {
        name = values.name(field.value(), path);
      } else {
        values.name(new Node.Text(field.line(), field.name(), Node.Kind.TEXT), path);
        settings.put(field.name(), values.written(field.value(), path));
      }
    }
    if (map.fields().stream().noneMatch(field -> field.name().equals("name"))) {
      values.wrong(node, "policy.name", "is missing; expected the name of a policy");
    }
    return new PolicyChoice(name, settings, node.line());
  }

  private List<TaskDraft> tasks(Node node, SortedMap<String, String> env) throws JobFileException {
    boolean nothing = node instanceof Node.Text text && text.kind() == Node.Kind.NOTHING;
    if (nothing || (node instanceof Node.Items list && list.items().isEmpty())) {
      throw problems.fatal(node.line(), "tasks", "the job has no tasks; expected at least one");
    }
    if (!(node instanceof Node.Items list)) {
      values.wrong(node, "tasks", Shown.node(node) + " is not a list; expected a list of tasks");
      return List.of();
    }
    if ((long) list.items().size() * env.size() > VARIABLES_MAX) {
      throw problems.fatal(
          node.line(),
          "tasks",
          "%s variables of the job for each of %s tasks; expected at most %s in all"
              .formatted(
                  Shown.number(env.size()),
                  Shown.number(list.items().size()),
                  Shown.number(VARIABLES_MAX)));
    }
    var reader = new TaskReader(problems, env);
    List<TaskDraft> drafts = new ArrayList<>();
    for (int i = 0; i < list.items().size(); i++) {
      Node item = list.items().get(i);
      String path = "tasks[" + i + "]";
      if (item instanceof Node.Fields map) {
        drafts.add(reader.read(map, path));
      } else {
        values.wrong(
            item, path, Shown.node(item) + " is not a map; expected one with name and command");
      }
    }
    checkCount(drafts, node);
    return drafts;
  }

  private void checkCount(List<TaskDraft> drafts, Node node) {
    long tasks = drafts.stream().mapToLong(draft -> draft.group().count()).sum();
    if (tasks > JobSpec.TASKS_MAX) {
      values.wrong(
          node,
          "tasks",
          "%s tasks in all; expected at most %s"
              .formatted(Shown.number(tasks), Shown.number(JobSpec.TASKS_MAX)));
    }
  }
}
