package io.windhover.app.state;

import io.windhover.host.Holder;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.store.StoreView;
import java.util.Optional;

/** How fast a running job goes: tasks settled since the process that runs it took it up. */
public record RunPace(double tasksPerSecond, double secondsLeft) {
  /** Empty while there is nothing to judge by. */
  public static Optional<RunPace> of(
      JobProgress job, Holder holder, StoreView view, long nowMillis) {
    long heldSinceMillis = holder.since().toEpochMilli();
    boolean resumed = heldSinceMillis > job.submittedAtMillis();
    long sinceMillis = Math.max(heldSinceMillis, job.submittedAtMillis());
    long settled =
        resumed ? settledSince(view, job.id(), sinceMillis) : job.succeeded() + job.failed();
    long spanMillis = nowMillis - sinceMillis;
    if (settled == 0 || spanMillis <= 0) {
      return Optional.empty();
    }
    double perSecond = settled * 1000.0 / spanMillis;
    return Optional.of(new RunPace(perSecond, (job.waiting() + job.running()) / perSecond));
  }

  private static long settledSince(StoreView view, int job, long sinceMillis) {
    long[] settled = new long[1];
    view.results(
        result -> {
          boolean counts = result.outcome().equals("succeeded");
          if (counts && result.job() == job && result.endedAtMillis() >= sinceMillis) {
            settled[0]++;
          }
        });
    return settled[0];
  }
}
