package io.windhover.app.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.windhover.core.model.TaskId;
import io.windhover.core.model.TaskNumbers;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Group;
import io.windhover.core.step.TaskState;
import io.windhover.manager.ResultText;
import io.windhover.store.Store.Result;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One task and what became of it: a line of {@code windhover tasks}, from a state folder or from a
 * pool's manager. Exit, words, seconds, machine and times are those of the attempt that runs, else
 * of the last one that ended; what is not known is null.
 *
 * @param index within the job
 * @param lost attempts that ended through no fault of the task
 * @param line of the file of commands
 * @param arrayTaskId what the task sees as SLURM_ARRAY_TASK_ID
 * @param source file and line of its entry in the job file
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskRow(
    int job,
    String task,
    int index,
    String group,
    String state,
    int attempts,
    int lost,
    @Nullable Integer exit,
    @Nullable String why,
    @Nullable Double seconds,
    @Nullable String machine,
    @Nullable String started,
    @Nullable String ended,
    @Nullable Integer line,
    @Nullable Integer arrayTaskId,
    String command,
    @Nullable String source) {
  private static final String EXIT = "exit ";

  /**
   * The row of one task.
   *
   * @param numbers those of the group's script, read once for all its tasks
   * @param places where the groups stand in the job file
   * @param ended results of its attempts, oldest first
   * @param live its attempt that runs
   */
  static TaskRow of(
      Group group,
      int indexInGroup,
      Optional<TaskNumbers> numbers,
      FileLines places,
      List<Result> ended,
      @Nullable Attempt live,
      long nowMillis) {
    TaskId task = group.task(indexInGroup);
    TaskState state = group.state(indexInGroup);
    Result last = ended.isEmpty() ? null : ended.get(ended.size() - 1);
    Run run = live == null ? Run.of(last) : Run.of(live, nowMillis);
    KnownTask known = KnownTask.of(group, indexInGroup, numbers, places);
    int attempts = group.attempts(indexInGroup);
    long blamed = ended.stream().filter(TaskRow::countsForTheTask).count();
    return new TaskRow(
        group.job().id(),
        group.job().nameOf(task),
        task.index(),
        group.spec().name(),
        state.name().toLowerCase(Locale.ROOT),
        attempts,
        (int) Math.max(0, attempts - blamed - group.liveAttempts(indexInGroup)),
        live == null && last != null ? exit(how(last)) : null,
        live == null && last != null ? how(last) : null,
        run.seconds,
        run.machine,
        run.started,
        run.ended,
        known.line(),
        known.arrayTaskId(),
        known.command(),
        known.source());
  }

  private static boolean countsForTheTask(Result result) {
    return result.outcome().equals(Result.SUCCEEDED) || result.outcome().equals("failed");
  }

  private static String how(Result result) {
    return ResultText.read(result.detail()).how();
  }

  /** Where and when an attempt ran. */
  private record Run(
      @Nullable Double seconds,
      @Nullable String machine,
      @Nullable String started,
      @Nullable String ended) {
    static Run of(@Nullable Result result) {
      if (result == null) {
        return new Run(null, null, null, null);
      }
      ResultText text = ResultText.read(result.detail());
      boolean known = text.ranMillis() >= 0;
      return new Run(
          known ? text.ranMillis() / 1000.0 : null,
          text.worker().isEmpty() ? null : text.worker(),
          known ? time(result.endedAtMillis() - text.ranMillis()) : null,
          time(result.endedAtMillis()));
    }

    static Run of(Attempt live, long nowMillis) {
      long startedMillis = live.startedAtMillis();
      return new Run(
          startedMillis < 0 ? null : Math.max(0, nowMillis - startedMillis) / 1000.0,
          live.machine().spec().name(),
          startedMillis < 0 ? null : time(startedMillis),
          null);
    }
  }

  private static String time(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).toString();
  }

  /** The code of {@code exit 3}; null when the command did not end by itself. */
  public static @Nullable Integer exit(String why) {
    boolean exited = why.matches(EXIT + "-?\\d{1,9}");
    return exited ? Integer.valueOf(why.substring(EXIT.length())) : null;
  }
}
