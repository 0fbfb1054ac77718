package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.job.GroupCounts;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.TaskFilter;
import io.windhover.app.state.TaskRow;
import io.windhover.app.state.TaskRows;
import io.windhover.app.terminal.ShellText;
import io.windhover.core.step.Job;
import io.windhover.manager.JobList;
import io.windhover.manager.Progress.JobProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The jobs of a state folder. */
record LocalJobs(OpenRun run) implements JobSource {
  @Override
  public JobReport report(@Nullable String wanted) {
    return JobReport.of(run, wanted);
  }

  @Override
  public boolean namesJob(String word) {
    JobList jobs = run.jobs(false);
    return (isNumberOfJob(word) && !isNumbered(jobs))
        || jobs.find(job -> job.name().equals(word)).isPresent();
  }

  /** Whether a job has this number, which may be that of a task too. */
  boolean isNumberOfJob(String word) {
    return OpenRun.number(word).flatMap(run.jobs(false)::job).isPresent();
  }

  /** A manager's folder has jobs by the hundred, which go by their numbers. */
  private boolean isNumbered(JobList jobs) {
    boolean ofPool = run.view().value(OpenRun.POOL).isPresent();
    int newest = jobs.newest().map(JobProgress::id).orElse(0);
    return !ofPool && TaskFilter.numbersOf(run.worldOf(newest).job(newest)).isPresent();
  }

  @Override
  public List<GroupCounts> groups(JobReport report) {
    return exact(report).groups().stream().map(GroupCounts::of).toList();
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
        .map(file -> ShellText.path(Path.of(file)))
        .orElse("no output");
  }

  @Override
  public void tasks(JobReport report, TaskFilter filter, Consumer<TaskRow> rows) {
    TaskRows.Wanted wanted;
    try {
      wanted = filter.in(exact(report));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
    var table = new TaskRows(run.worldOf(report.job().id()), report.job().id(), run.places());
    List<Integer> chosen = new ArrayList<>();
    table.choose(wanted, Integer.MAX_VALUE, chosen);
    table.each(chosen, run.view(), rows);
  }

  private static boolean isWritten(Path file) {
    return file.toFile().length() > 0 && Files.isRegularFile(file);
  }

  @Override
  public List<Explanation> explanations(JobReport report) {
    return Explanation.of(run, exact(report), report.live());
  }

  private Job exact(JobReport report) {
    return run.worldOf(report.job().id()).job(report.job().id());
  }

  @Override
  public void close() {
    run.close();
  }
}
