package io.windhover.app.cloud;

import io.windhover.app.local.Audience;
import io.windhover.app.local.LocalRun;
import io.windhover.app.local.RunCourse;
import io.windhover.app.local.RunOutcome.FailedTask;
import io.windhover.app.local.RunSettings;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.RecordedPolicy;
import io.windhover.capacity.SourceFailure;
import io.windhover.core.model.JobSpec;
import io.windhover.policies.PolicyRegistry.Machines;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.scenario.CloudFile;
import io.windhover.workload.scenario.CloudFileReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A run on rented machines that are plain processes, in this process or in one of its own. */
final class CloudRunStage {
  static final String CLOUD =
      """
      source: local
      catalogue:
        startUp: 1s
        types:
          - name: small
            cores: 2
            prices: {spot: 0.36, on-demand: 3.6}
            limits: {spot: 2, on-demand: 2}
      local: {dir: machines}
      """;

  private final Path folder;
  private final String cloud;
  final Heard heard = new Heard();

  CloudRunStage(Path folder, String cloud) {
    this.folder = folder;
    this.cloud = cloud;
  }

  /** Who is told how it goes. */
  static final class Heard implements Audience {
    final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    final CompletableFuture<RunCourse> begun = new CompletableFuture<>();

    @Override
    public void notice(String line) {
      lines.add(line);
    }

    @Override
    public void trouble(String line) {
      lines.add(line);
    }

    @Override
    public boolean agrees(String heading, List<String> meaning) {
      return true;
    }

    @Override
    public void begins(RunCourse course, RunSettings settings) {
      begun.complete(course);
    }

    @Override
    public void failed(FailedTask task) {
      lines.add("failed: " + task);
    }

    @Override
    public void ends() {}
  }

  /** The cloud file, written once: a run in a process of its own may be reading it. */
  CloudFile cloud() throws IOException, JobFileException {
    Path file = folder.resolve("cloud.yaml");
    if (!Files.exists(file) || !Files.readString(file).equals(cloud)) {
      Files.writeString(file, cloud);
    }
    return CloudFileReader.read(file);
  }

  LocalRun run(String job, boolean resume) throws IOException, JobFileException {
    CloudFile read = cloud();
    RunSettings settings = settings(spec(job), resume);
    return new LocalRun(settings, new CloudSite(read, ProcessSource::open), false, heard);
  }

  private JobSpec spec(String job) throws JobFileException {
    var text = new ByteArrayInputStream(job.getBytes(StandardCharsets.UTF_8));
    return JobFileReader.read("job.yaml", text, folder).spec();
  }

  private RunSettings settings(JobSpec spec, boolean resume) {
    return new RunSettings(
        spec,
        FileLines.NONE,
        new RecordedPolicy("hads", new TreeMap<>(), Machines.COME_AND_GO),
        folder.resolve("state"),
        1,
        List.of(),
        resume,
        false,
        2_000,
        "test",
        "test --resume",
        List.of());
  }

  /** The machines of this folder, rented or ended. */
  List<ProcessSource.Rented> machines() throws IOException, JobFileException, SourceFailure {
    return new ProcessSource(cloud(), SourceMaker.Use.looking(CloudMarks.ANY)).all();
  }

  /** A run in a process of its own, for those who kill it: folder, job, and whether to resume. */
  public static void main(String[] arguments) throws IOException, JobFileException {
    Path folder = Path.of(arguments[0]);
    var stage = new CloudRunStage(folder, Files.readString(folder.resolve("cloud.yaml")));
    var outcome = stage.run(Files.readString(Path.of(arguments[1])), arguments.length > 2).run();
    System.exit(outcome.exitCode().number());
  }
}
