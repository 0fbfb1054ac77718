package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads a job file, YAML or JSON, or the workflow, script or job file of another program. Whatever
 * the file holds, the answer is a job or a {@link JobFileException} whose every problem is one
 * line; it comes quickly and needs little memory.
 */
public final class JobFileReader {
  /** The JSON Schema of the file as a resource beside this class. */
  public static final String SCHEMA = "windhover-job.schema.json";

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
    try (InputStream in = SourceText.open(path, "a job file")) {
      return read(path.toString(), in, folderOf(path));
    } catch (IOException e) {
      throw new Problems(path.toString()).fatal(0, "", SourceText.why(e, "a job file"));
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
    var whole = new BufferedInputStream(in);
    byte[] start = start(whole);
    Optional<WorkflowFormat> workflow = WorkflowFormat.of(start);
    if (workflow.isPresent()) {
      return imported(workflow.get(), whole);
    }
    Optional<ScriptFormat> script = ScriptFormat.of(start);
    return script.isPresent()
        ? script.get().read(file, SourceText.read(whole, problems).text(), folder, problems)
        : written(whole);
  }

  private byte[] start(BufferedInputStream in) throws JobFileException {
    try {
      in.mark(WorkflowFormat.START_BYTES);
      byte[] start = in.readNBytes(WorkflowFormat.START_BYTES);
      in.reset();
      return start;
    } catch (IOException e) {
      throw problems.fatal(0, "", SourceText.why(e, "a job file"));
    }
  }

  /** Named after the file: the names that such files carry are mostly the same for many of them. */
  private JobFile imported(WorkflowFormat format, InputStream in) throws JobFileException {
    WorkflowDraft.Ordered workflow = format.read(in, problems);
    var spec =
        new JobSpec(
            Names.ofFile(file), folder.toString(), new Deadline.None(), false, workflow.groups());
    return new JobFile(spec, PolicyChoice.UNSTATED, workflow.belowZeroMillis(), List.of());
  }

  private JobFile written(InputStream in) throws JobFileException {
    Node.Fields map = Documents.fields(in, "tasks", "a job with tasks", problems);
    return job(new Section(map, "", Names.JOB_FIELDS, "a job", problems), map.line());
  }

  private JobFile job(Section job, int line) throws JobFileException {
    String name = job.value("name").map(n -> values.name(n, "name")).orElse(Names.ofFile(file));
    Deadline deadline =
        job.value("deadline").map(n -> values.deadline(n, "deadline")).orElse(new Deadline.None());
    PolicyChoice policy =
        job.value("policy").map(n -> PolicyReader.read(n, values)).orElse(PolicyChoice.UNSTATED);
    SortedMap<String, String> env = new TreeMap<>();
    job.value("env").ifPresent(n -> env.putAll(new TaskReader(problems, env).env(n, "env")));
    job.value("outputs").ifPresent(n -> env.put(Script.OUTPUTS_VARIABLE, outputs(n)));
    Optional<Node> tasks = job.value("tasks");
    if (tasks.isEmpty() && !job.lacks("tasks")) {
      problems.throwIfAny();
    }
    Node list = tasks.orElse(new Node.Text(line, "", Node.Kind.NOTHING));
    List<TaskGroup> groups = new TaskListReader(problems, env).read(list, "tasks");
    problems.throwIfAny();
    return new JobFile(new JobSpec(name, folder.toString(), deadline, false, groups), policy);
  }

  private String outputs(Node node) {
    String outputs = values.written(node, "outputs");
    if (outputs.isBlank()) {
      values.wrong(node, "outputs", "is empty; expected a folder or a URL like https://host/path");
    }
    return outputs;
  }
}
