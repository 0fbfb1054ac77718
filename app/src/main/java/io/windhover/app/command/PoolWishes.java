package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.job.JobWords;
import io.windhover.app.remote.RemotePool;
import io.windhover.manager.Progress.JobProgress;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** What owners wish of their jobs in a pool, and what they are told then. */
final class PoolWishes {
  private final RemotePool pool;
  private final boolean json;
  private final PrintWriter out;

  private record ShownCancel(
      int job, String name, boolean cancelled, int tasks, int stopping, String pool) {}

  private record ShownRetry(int job, String name, int tasks, String pool) {}

  PoolWishes(RemotePool pool, boolean json, PrintWriter out) {
    this.pool = pool;
    this.json = json;
    this.out = out;
  }

  void cancel(@Nullable String wanted) {
    JobProgress before = job(wanted);
    if (!before.over() && !before.cancelledByOwner()) {
      pool.cancel(before.id());
    }
    JobProgress after = job(Integer.toString(before.id()));
    int tasks = after.cancelled() - before.cancelled();
    if (json) {
      out.println(
          Json.line(
              new ShownCancel(
                  after.id(),
                  after.name(),
                  after.cancelledByOwner(),
                  tasks,
                  after.stopping(),
                  pool.name())));
    } else if (!after.cancelledByOwner()) {
      out.println(JobWords.title(after) + " is over; nothing to cancel");
    } else if (before.cancelledByOwner()) {
      out.println(JobWords.title(after) + " was cancelled already");
    } else {
      String ending =
          after.stopping() == 0
              ? ""
              : ", " + Words.number(after.stopping()) + " of them being ended";
      out.println(JobWords.title(after) + ": cancelled, " + Words.tasks(tasks) + ending);
    }
  }

  void retry(@Nullable String wanted) {
    JobProgress before = job(wanted);
    if (before.cancelledByOwner()) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE,
          JobWords.title(before) + " was cancelled, which is final; submit it anew");
    }
    if (!before.rejection().isEmpty()) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, JobWords.title(before) + " was refused: " + before.rejection());
    }
    int lost = before.failed() + before.skipped();
    if (lost > 0) {
      pool.retry(before.id());
    }
    if (json) {
      out.println(Json.line(new ShownRetry(before.id(), before.name(), lost, pool.name())));
    } else if (lost == 0) {
      out.println(JobWords.title(before) + ": no task has failed; nothing to put back");
    } else {
      out.println(JobWords.title(before) + ": " + Words.tasks(lost) + " put back");
    }
  }

  private JobProgress job(@Nullable String wanted) {
    return pool.meant(wanted).job();
  }
}
