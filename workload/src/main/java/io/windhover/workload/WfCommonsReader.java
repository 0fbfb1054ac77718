package io.windhover.workload;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads instances of WfCommons in WfFormat 1.5 (wfcommons.org/format). Tasks and who waits for whom
 * come from {@code workflow.specification}, where it is enough that either side names the other;
 * runtimes, cores and memory from {@code workflow.execution}. A task's kind is its program, or its
 * name where the program is a whole script. A runtime of 0 is one that the recording program could
 * not measure, and stays 0. Files, machines and the recorded makespan are not looked at, nor are
 * commands, because what they worked on is not there.
 */
final class WfCommonsReader {
  private static final String VERSION = "1.5";
  private static final String SPECIFICATION = "workflow.specification";
  private static final String EXECUTION = "workflow.execution";
  private static final Pattern PROGRAM = Pattern.compile("(?:[^\\s]*/)?([^\\s/]{1,100})");
  private static final Pattern NUMBERED = Pattern.compile("_(?:ID)?[0-9]+$");

  private final JsonStream json;
  private final Problems problems;
  private final WorkflowDraft draft;
  private final List<Recorded> records = new ArrayList<>();
  private String version = "";
  private int versionLine;
  private final TreeSet<String> parts = new TreeSet<>();

  /** What the execution says of a task; texts as written, empty where it says nothing. */
  private static final class Recorded {
    private final int line;
    private String id = "";
    private String runtime = "";
    private int runtimeLine;
    private String cores = "";
    private String memory = "";
    private String program = "";

    Recorded(int line) {
      this.line = line;
    }
  }

  private WfCommonsReader(JsonStream json, Problems problems) {
    this.json = json;
    this.problems = problems;
    this.draft = new WorkflowDraft(problems);
  }

  /** The tasks of a file. */
  static WorkflowDraft.Ordered read(InputStream in, Problems problems) throws JobFileException {
    var stream = new ImportStream(in);
    try (var json = new JsonStream(stream, problems)) {
      var reader = new WfCommonsReader(json, problems);
      json.document(reader::top);
      return reader.ordered();
    } catch (IOException e) {
      boolean known = !stream.problem().isEmpty();
      throw problems.fatal(
          stream.line(), "", known ? stream.problem() : SourceText.why(e, "a workflow"));
    }
  }

  private void top(String field) throws IOException, JobFileException {
    switch (field) {
      case "schemaVersion" -> {
        version = json.text(field);
        versionLine = json.line();
        checkVersion();
      }
      case "workflow" -> json.fields(field, this::workflow);
      default -> json.skip();
    }
  }

  /** Other versions keep tasks elsewhere: whatever else could be said of the file would mislead. */
  private void checkVersion() throws JobFileException {
    if (!version.equals(VERSION)) {
      throw problems.only(
          versionLine,
          "schemaVersion",
          version.isEmpty()
              ? "is missing; expected a WfCommons workflow of version " + VERSION
              : "this is WfCommons %s; expected version %s"
                  .formatted(Shown.quoted(version), VERSION));
    }
  }

  private void workflow(String field) throws IOException, JobFileException {
    switch (field) {
      case "specification" ->
          json.fields(SPECIFICATION, name -> tasks(name, SPECIFICATION, this::specifiedTask));
      case "execution" ->
          json.fields(EXECUTION, name -> tasks(name, EXECUTION, this::recordedTask));
      default -> json.skip();
    }
  }

  private interface TaskStep {
    void read(String path) throws IOException, JobFileException;
  }

  private void tasks(String field, String part, TaskStep step)
      throws IOException, JobFileException {
    if (!field.equals("tasks")) {
      json.skip();
      return;
    }
    parts.add(part);
    String path = part + ".tasks";
    json.items(path, index -> step.read(path + "[" + index + "]"));
  }

  private void specifiedTask(String path) throws IOException, JobFileException {
    int line = json.line();
    var id = new StringBuilder();
    var name = new StringBuilder();
    List<TaskDraft.Reference> parents = new ArrayList<>();
    List<TaskDraft.Reference> children = new ArrayList<>();
    json.fields(
        path,
        field -> {
          switch (field) {
            case "id" -> id.append(json.text(path + ".id"));
            case "name" -> name.append(json.text(path + ".name"));
            case "parents" -> references(path + ".parents", parents);
            case "children" -> references(path + ".children", children);
            default -> json.skip();
          }
        });
    if (id.isEmpty()) {
      problems.add(line, path + ".id", "is missing; expected the task's id");
      return;
    }
    WorkflowDraft.Task task = draft.add(id.toString(), line);
    task.kind(NUMBERED.matcher(name).replaceFirst(""));
    String field = WorkflowDraft.field(id.toString());
    var asParent = new WorkflowDraft.Said(field + ": parents", field);
    for (TaskDraft.Reference parent : parents) {
      draft.edge(parent.name(), id.toString(), parent.line(), asParent);
    }
    var asChild = new WorkflowDraft.Said(field, field + ": children");
    for (TaskDraft.Reference child : children) {
      draft.edge(id.toString(), child.name(), child.line(), asChild);
    }
  }

  private void references(String path, List<TaskDraft.Reference> into)
      throws IOException, JobFileException {
    json.items(
        path,
        index -> {
          if (into.size() > WorkflowDraft.EDGES_MAX) {
            throw problems.fatal(json.line(), path, "too many; expected tasks of the workflow");
          }
          into.add(new TaskDraft.Reference(json.text(path), false, json.line(), path));
        });
  }

  private void recordedTask(String path) throws IOException, JobFileException {
    var recorded = new Recorded(json.line());
    json.fields(
        path,
        field -> {
          switch (field) {
            case "id" -> recorded.id = json.text(path + ".id");
            case "runtimeInSeconds" -> {
              recorded.runtimeLine = json.line();
              recorded.runtime = orNothing(path + ".runtimeInSeconds");
            }
            case "coreCount" -> recorded.cores = orNothing(path + ".coreCount");
            case "memoryInBytes" -> recorded.memory = orNothing(path + ".memoryInBytes");
            case "command" -> json.fields(path + ".command", name -> program(name, recorded));
            default -> json.skip();
          }
        });
    records.add(recorded);
    if (records.size() > WorkflowDraft.TASKS_MAX) {
      throw problems.fatal(json.line(), path, "too many; expected one for each task");
    }
  }

  private String orNothing(String path) throws IOException {
    return json.isNull() ? "" : json.text(path);
  }

  /** Not the script that Nextflow's recordings give as a program. */
  private void program(String field, Recorded recorded) throws IOException {
    if (!field.equals("program") || json.isNull()) {
      json.skip();
      return;
    }
    var program = PROGRAM.matcher(json.text("command.program"));
    recorded.program = program.matches() ? program.group(1) : "";
  }

  private WorkflowDraft.Ordered ordered() throws JobFileException {
    checkVersion();
    for (String part : List.of(SPECIFICATION, EXECUTION)) {
      if (!parts.contains(part)) {
        throw problems.fatal(0, part + ".tasks", "is missing; expected a list of tasks");
      }
    }
    records.forEach(this::take);
    for (Map.Entry<String, WorkflowDraft.Task> task : draft.tasks()) {
      if (!task.getValue().hasRuntime()) {
        problems.add(
            task.getValue().line(),
            WorkflowDraft.field(task.getKey()),
            "has no runtimeInSeconds in " + EXECUTION + ".tasks; expected one for every task");
      }
    }
    return draft.ordered();
  }

  private void take(Recorded recorded) {
    if (recorded.id.isEmpty()) {
      problems.add(recorded.line, EXECUTION + ".tasks", "a task has no id; expected one");
      return;
    }
    WorkflowDraft.Task task = draft.task(recorded.id);
    if (task == null) {
      problems.add(recorded.line, EXECUTION + ".tasks", draft.unknown(recorded.id));
      return;
    }
    String field = WorkflowDraft.field(recorded.id);
    if (task.hasRuntime()) {
      problems.add(recorded.line, field, "is recorded twice; expected one record for every task");
    }
    if (!recorded.program.isEmpty()) {
      task.kind(recorded.program);
    }
    number(recorded, "runtimeInSeconds", recorded.runtime, task);
    number(recorded, "coreCount", recorded.cores, task);
    number(recorded, "memoryInBytes", recorded.memory, task);
  }

  private void number(Recorded recorded, String name, String text, WorkflowDraft.Task task) {
    if (text.isEmpty()) {
      return;
    }
    int line = name.equals("runtimeInSeconds") ? recorded.runtimeLine : recorded.line;
    try {
      switch (name) {
        case "runtimeInSeconds" -> task.runtime(ImportedNumber.millis(text), line);
        case "coreCount" -> task.cores(ImportedNumber.cores(text));
        default -> task.memoryBytes(ImportedNumber.bytes(text, 1));
      }
    } catch (IllegalArgumentException e) {
      task.runtime(0, line); // Complained about once is enough.
      problems.add(
          line, WorkflowDraft.field(recorded.id) + ": " + name, String.valueOf(e.getMessage()));
    }
  }
}
