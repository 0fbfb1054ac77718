package io.windhover.app.command;

import io.windhover.app.job.GroupCounts;
import io.windhover.app.job.JobStatus;
import io.windhover.app.remote.PoolAnswers;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.TaskFilter;
import io.windhover.app.state.TaskRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One's own jobs in a pool. */
final class PoolJobs implements JobSource {
  private final RemotePool pool;
  private final Map<Integer, PoolAnswers.WholeJob> asked = new TreeMap<>();

  /** Jobs that were found among all of them, by what they can be asked for from then on. */
  private final Map<String, Integer> meant = new TreeMap<>();

  PoolJobs(RemotePool pool) {
    this.pool = pool;
  }

  @Override
  public JobReport report(@Nullable String wanted) {
    asked.clear();
    Integer known = wanted == null ? null : meant.get(wanted);
    JobStatus status = known == null ? pool.meant(wanted) : pool.progress(known);
    meant.put(Integer.toString(status.job().id()), status.job().id());
    return new JobReport(status, place(), pool.counts().online(), Optional.empty());
  }

  /** All of them, newest first. */
  List<JobReport> all() {
    return pool.ownJobs().stream()
        .map(status -> new JobReport(status, place(), 0, Optional.empty()))
        .toList();
  }

  private JobReport.Place place() {
    return new JobReport.Place(
        Optional.empty(),
        null,
        pool.name(),
        "in pool " + pool.name() + " (" + pool.managerDomain() + ")",
        null,
        "");
  }

  private PoolAnswers.WholeJob exact(JobReport report) {
    return asked.computeIfAbsent(report.job().id(), pool::job);
  }

  @Override
  public boolean namesJob(String word) {
    return pool.names(word);
  }

  @Override
  public List<GroupCounts> groups(JobReport report) {
    return exact(report).groups();
  }

  @Override
  public List<FailedTasks.FailedTask> failures(JobReport report) {
    return exact(report).failures().stream()
        .map(
            task ->
                new FailedTasks.FailedTask(
                    task.task(),
                    task.index(),
                    task.attempt(),
                    TaskRow.exit(task.why()),
                    task.why(),
                    task.known(),
                    null,
                    null,
                    task.worker()))
        .toList();
  }

  @Override
  public void tasks(JobReport report, TaskFilter filter, Consumer<TaskRow> rows) {
    pool.tasks(report.job().id(), filter, rows);
  }

  @Override
  public String output(FailedTasks.FailedTask task) {
    return task.worker() == null ? "no worker" : "on " + task.worker();
  }

  @Override
  public List<Explanation> explanations(JobReport report) {
    List<Explanation> found = new ArrayList<>();
    for (PoolAnswers.Waiting waiting : exact(report).reasons()) {
      found.add(
          new Explanation(
              waiting.group(), waiting.tasks(), "waiting", waiting.reason(), waiting.why()));
    }
    for (GroupCounts group : exact(report).groups()) {
      add(found, group.name(), group.failed(), "failed", "see windhover status --failed");
      add(found, group.name(), group.skipped(), "skipped", "a task failed; windhover retry");
      add(found, group.name(), group.cancelled(), "cancelled", "the job's owner cancelled it");
    }
    return found;
  }

  private static void add(
      List<Explanation> found, String group, int tasks, String state, String why) {
    if (tasks > 0) {
      found.add(new Explanation(group, tasks, state, state, why));
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
