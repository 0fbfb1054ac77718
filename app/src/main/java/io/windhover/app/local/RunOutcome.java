package io.windhover.app.local;

import io.windhover.app.ExitCode;
import io.windhover.app.state.KnownTask;
import io.windhover.manager.Progress.JobProgress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a run ended.
 *
 * @param job its numbers at the end
 * @param failures the first tasks that failed for good, in the order they did
 * @param millis how long this session took
 * @param problem why it could not go on, when it could not
 * @param rented what was rented for it; empty for a run on this machine
 */
public record RunOutcome(
    JobProgress job,
    List<FailedTask> failures,
    long millis,
    ExitCode exitCode,
    Path folder,
    Optional<String> problem,
    Optional<RentedTotals> rented) {

  /**
   * A task that failed for good.
   *
   * @param index within the job
   * @param known what its user knows it by
   * @param exit its exit code; empty when it has none (timed out, not started)
   * @param why for people: exit 3, timed out
   * @param log what it wrote to stderr
   */
  public record FailedTask(
      String task,
      int index,
      KnownTask known,
      int attempt,
      Optional<Integer> exit,
      String why,
      Path log) {}

  /**
   * Whether the deadline was kept, which it is only when every task has succeeded by then; empty
   * when there is none or the job is not over.
   */
  public Optional<Boolean> deadlineMet() {
    boolean none = job.deadlineAtMillis() == Long.MAX_VALUE;
    return none || !job.over()
        ? Optional.empty()
        : Optional.of(
            job.succeeded() == job.tasks() && job.endedAtMillis() <= job.deadlineAtMillis());
  }
}
