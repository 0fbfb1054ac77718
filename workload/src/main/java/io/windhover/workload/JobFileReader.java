package io.windhover.workload;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads a job file, YAML or JSON, or the workflow, script or job file of another program. Whatever
 * the file holds, the answer is a job or a {@link JobFileException} whose every problem is one
 * line; it comes quickly and needs little memory.
 */
public final class JobFileReader {
  /** The JSON Schema of the file as a resource beside this class. */
  public static final String SCHEMA = "windhover-job.schema.json";

  private final Problems problems;
  private final String file;
  private final Path folder;

  private JobFileReader(String file, Path folder) {
    this.problems = new Problems(file);
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
    var fields = new JobFields(map, Names.JOB_FIELDS, problems);
    PolicyChoice policy = fields.policy();
    JobSpec spec = fields.spec(Names.ofFile(file), folder.toString(), false, false);
    return new JobFile(spec, policy, 0, List.of(), fields.lines());
  }
}
