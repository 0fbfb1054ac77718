package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.job.GroupCounts;
import io.windhover.app.job.JobWords;
import io.windhover.app.remote.PoolAnswers;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.TaskFilter;
import io.windhover.manager.Progress.JobProgress;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a task in a pool has written, as far as its worker has told: the tail of the output comes
 * with the report, the whole of it stays with the worker.
 */
final class PoolLogs {
  private final RemotePool pool;
  private final @Nullable Integer attempt;
  private final @Nullable Long tail;

  private record Shown(int job, String task, int index, List<PoolAnswers.Attempt> attempts) {}

  PoolLogs(RemotePool pool, @Nullable Integer attempt, @Nullable Long tail) {
    this.pool = pool;
    this.attempt = attempt;
    this.tail = tail;
  }

  void print(@Nullable String wantedJob, TaskFilter filter, boolean json, PrintWriter out) {
    JobProgress job = pool.meant(wantedJob).job();
    String wantedTask = isNumber(filter) ? nameOf(job, filter) : filter.task();
    int index = index(job, wantedTask);
    List<PoolAnswers.Attempt> attempts = pool.attempts(job.id(), index);
    if (json) {
      out.println(Json.line(new Shown(job.id(), wantedTask, index, attempts)));
      return;
    }
    PoolAnswers.Attempt shown = chosen(wantedTask, attempts);
    String text = shown.tail() == null ? "" : shown.tail();
    if (tail != null) {
      List<String> lines = text.lines().toList();
      text = String.join("\n", lines.subList((int) Math.max(0, lines.size() - tail), lines.size()));
    }
    out.print(text);
    if (!text.isEmpty() && !text.endsWith("\n")) {
      out.println();
    }
    out.flush();
  }

  private static boolean isNumber(TaskFilter filter) {
    return filter.task().matches("[0-9]{0,9}");
  }

  /** The name of the task that is known by a number: the manager has the numbers. */
  private String nameOf(JobProgress job, TaskFilter filter) {
    List<String> names = new ArrayList<>();
    pool.tasks(job.id(), filter, row -> names.add(row.task()));
    return names.get(0);
  }

  private PoolAnswers.Attempt chosen(String task, List<PoolAnswers.Attempt> attempts) {
    if (attempts.isEmpty()) {
      throw new CommandFailure(ExitCode.BAD_INPUT, task + " has not been started");
    }
    if (attempt == null) {
      return attempts.get(attempts.size() - 1);
    }
    return attempts.stream()
        .filter(one -> one.attempt() == attempt)
        .findFirst()
        .orElseThrow(
            () -> new CommandFailure(ExitCode.BAD_INPUT, task + " has had no attempt " + attempt));
  }

  /** The index within the job of {@code point/7} or {@code merge}. */
  private int index(JobProgress job, String wanted) {
    int slash = wanted.lastIndexOf('/');
    boolean numbered = slash > 0 && wanted.substring(slash + 1).matches("[0-9]{1,9}");
    String name = numbered ? wanted.substring(0, slash) : wanted;
    int within = numbered ? Integer.parseInt(wanted.substring(slash + 1)) : 0;
    int first = 0;
    for (GroupCounts group : pool.job(job.id()).groups()) {
      if (group.name().equals(name)) {
        if (within >= group.tasks() || (!numbered && group.tasks() > 1)) {
          throw new CommandFailure(
              ExitCode.BAD_INPUT,
              "%1$s is an array of %2$s; say which one: %1$s/0 to %1$s/%3$d"
                  .formatted(name, Words.tasks(group.tasks()), group.tasks() - 1));
        }
        return first + within;
      }
      first += group.tasks();
    }
    throw new CommandFailure(
        ExitCode.BAD_INPUT, "there is no task \"" + wanted + "\" in " + JobWords.title(job));
  }
}
