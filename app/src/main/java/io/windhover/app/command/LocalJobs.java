package io.windhover.app.command;

import io.windhover.app.state.OpenRun;
import io.windhover.core.step.Job;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The jobs of a state folder. */
record LocalJobs(OpenRun run) implements JobSource {
  @Override
  public JobReport report(@Nullable String wanted) {
    return JobReport.of(run, wanted);
  }

  @Override
  public List<Status.ShownGroup> groups(JobReport report) {
    return exact(report).groups().stream().map(Status.ShownGroup::of).toList();
  }

  @Override
  public List<FailedTasks.FailedTask> failures(JobReport report) {
    return FailedTasks.of(run, exact(report));
  }

  @Override
  public String output(FailedTasks.FailedTask task) {
    return Stream.of(String.valueOf(task.log()), String.valueOf(task.out()))
        .filter(file -> isWritten(Path.of(file)))
        .findFirst()
        .orElse("no output");
  }

  private static boolean isWritten(Path file) {
    return file.toFile().length() > 0 && Files.isRegularFile(file);
  }

  @Override
  public List<Explanation> explanations(JobReport report) {
    return Explanation.of(run, exact(report), report.live());
  }

  private Job exact(JobReport report) {
    return run.journal().world().job(report.job().id());
  }

  @Override
  public void close() {
    run.close();
  }
}
