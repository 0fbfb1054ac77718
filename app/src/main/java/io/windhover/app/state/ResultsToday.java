package io.windhover.app.state;

import io.windhover.core.model.TaskId;
import io.windhover.core.step.Job;
import io.windhover.core.step.World;
import io.windhover.store.Store.Result;
import io.windhover.store.StoreView;
import java.util.function.Consumer;

/**
 * Reads results under the numbers that their tasks have today. A result is recorded under the job
 * that ran it; when an edit has put another job in its place, the task may have another number
 * there, or be gone. Whoever shows tasks of a run reads results by this.
 */
public final class ResultsToday {
  private ResultsToday() {}

  /** All results of tasks that are still there, in the order in which they came. */
  public static void each(World world, StoreView results, Consumer<Result> consumer) {
    results.results(
        result ->
            world
                .today(new TaskId(result.job(), result.task()))
                .ifPresent(task -> consumer.accept(under(task, result))));
  }

  /** As {@link #each}, of the tasks of one job: quick where nothing was edited. */
  public static void of(World world, Job job, StoreView results, Consumer<Result> consumer) {
    if (job.replacesAnother()) {
      each(
          world,
          results,
          result -> {
            if (result.job() == job.id()) {
              consumer.accept(result);
            }
          });
    } else {
      results.results(job.id(), 0, Integer.MAX_VALUE, consumer);
    }
  }

  private static Result under(TaskId task, Result result) {
    return new Result(
        task.job(),
        task.index(),
        result.attempt(),
        result.outcome(),
        result.endedAtMillis(),
        result.detail());
  }
}
