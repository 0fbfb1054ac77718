package io.windhover.app.command;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.windhover.app.state.KnownTask;
import io.windhover.app.state.OpenRun;
import io.windhover.app.state.ResultsToday;
import io.windhover.app.state.TaskRow;
import io.windhover.core.model.TaskId;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.store.Store.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tasks of a job that have failed for good, each with its last failure. */
final class FailedTasks {
  /**
   * One of them, as JSON shows it too, with the names that the run command uses.
   *
   * @param log where its output is, when that is within reach
   * @param worker who ran it, in a pool
   */
  record FailedTask(
      String task,
      int index,
      int attempt,
      @Nullable Integer exit,
      String why,
      @JsonUnwrapped KnownTask known,
      @Nullable String log,
      @Nullable String out,
      @Nullable String worker) {}

  private FailedTasks() {}

  static List<FailedTask> of(OpenRun run, Job job) {
    if (job.count(TaskState.FAILED) == 0) {
      return List.of();
    }
    var found = new TreeMap<Integer, FailedTask>();
    ResultsToday.of(
        run.worldOf(job.id()),
        job,
        run.view(),
        result -> {
          if (result.job() == job.id() && result.outcome().equals("failed")) {
            Group group = job.groupOf(new TaskId(result.job(), result.task()));
            if (group.state(result.task() - group.firstIndex()) == TaskState.FAILED) {
              found.put(result.task(), failedTask(run, job, group, result));
            }
          }
        });
    return List.copyOf(found.values());
  }

  private static FailedTask failedTask(OpenRun run, Job job, Group group, Result result) {
    int index = result.task() - group.firstIndex();
    String name = group.spec().name();
    Path out = run.logs().out(name, index, result.attempt());
    Path err = run.logs().err(name, index, result.attempt());
    String why = result.detail().lines().findFirst().orElse("failed");
    return new FailedTask(
        job.nameOf(new TaskId(job.id(), result.task())),
        result.task(),
        result.attempt(),
        TaskRow.exit(why),
        why,
        KnownTask.of(group, index, run.places()),
        absolute(err),
        absolute(out),
        null);
  }

  private static String absolute(Path path) {
    return path.toAbsolutePath().normalize().toString();
  }
}
