package io.windhover.app.remote;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.windhover.app.job.GroupCounts;
import io.windhover.app.state.KnownTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a manager answers to the questions of the command line, as JSON (docs/wire.md). Both ends
 * use these records; a field that one end does not know is left unread, so the two may differ in
 * age.
 */
public final class PoolAnswers {
  /** Why some tasks of a group wait: the kind, for programs, and the words. */
  public record Waiting(String group, int tasks, String reason, String why) {}

  /**
   * A task that has failed for good.
   *
   * @param index within the job
   * @param line that of the file of commands; null when it is none
   * @param arrayTaskId null when it is of no array of Slurm's
   */
  @JsonIgnoreProperties("known")
  public record Failure(
      String task,
      int index,
      int attempt,
      String why,
      @Nullable String worker,
      @Nullable Integer line,
      @Nullable Integer arrayTaskId,
      @Nullable String command) {
    /** What its user knows it by; an older manager does not tell the command. */
    public KnownTask known() {
      return new KnownTask(line, arrayTaskId, command == null ? "" : command, null);
    }
  }

  /** {@code what='job'}, but for the job as a whole, which is a JobJson. */
  public record WholeJob(List<GroupCounts> groups, List<Failure> failures, List<Waiting> reasons) {}

  /**
   * {@code what='logs'}: one attempt of a task.
   *
   * @param outcome {@code running} while it does
   * @param tail the last lines it wrote, as far as they were reported
   */
  public record Attempt(
      int attempt,
      String outcome,
      @Nullable String how,
      @Nullable String worker,
      @Nullable Double seconds,
      @Nullable String ended,
      @Nullable String tail) {}

  /**
   * {@code what='workers'}: one of them.
   *
   * @param state available, busy or away; draining or drained when it is given nothing new
   * @param since when it joined
   */
  public record Worker(
      String address,
      String state,
      int cores,
      int free,
      long memory,
      List<String> offers,
      @Nullable String since,
      int tasks) {}

  private PoolAnswers() {}
}
