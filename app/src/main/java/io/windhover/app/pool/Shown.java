package io.windhover.app.pool;

import io.windhover.app.state.JobOutcome;
import io.windhover.core.policy.MachineView;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.Machine;
import io.windhover.core.step.TaskState;
import io.windhover.manager.PoolView;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.ResultText;
import io.windhover.store.Store.Result;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What the command line is told, as JSON; names mean what they mean in its own JSON. */
final class Shown {
  private Shown() {}

  /** A job as a whole, as {@code status --json} shows it. */
  record OfJob(
      int job,
      String name,
      String owner,
      String state,
      int tasks,
      int succeeded,
      int failed,
      int cancelled,
      int skipped,
      int waiting,
      int running,
      int stopping,
      int retried,
      double seconds,
      @Nullable String submitted,
      @Nullable String ended,
      @Nullable String deadline,
      @Nullable String refused) {
    static OfJob of(JobProgress job, String owner, long nowMillis) {
      long untilMillis = job.over() ? job.endedAtMillis() : nowMillis;
      return new OfJob(
          job.id(),
          job.name(),
          owner,
          JobOutcome.of(job, true).name().toLowerCase(Locale.ROOT),
          job.tasks(),
          job.succeeded(),
          job.failed(),
          job.cancelled(),
          job.skipped(),
          job.waiting(),
          job.running(),
          job.stopping(),
          job.retried(),
          Math.max(0, untilMillis - job.submittedAtMillis()) / 1000.0,
          time(job.submittedAtMillis()),
          time(job.endedAtMillis()),
          time(job.deadlineAtMillis()),
          job.rejection().isEmpty() ? null : job.rejection());
    }
  }

  record OfGroup(
      String name,
      int tasks,
      int waiting,
      int running,
      int succeeded,
      int failed,
      int cancelled,
      int skipped) {
    static OfGroup of(Group group) {
      return new OfGroup(
          group.spec().name(),
          group.spec().count(),
          group.count(TaskState.WAITING),
          group.count(TaskState.RUNNING),
          group.count(TaskState.SUCCEEDED),
          group.count(TaskState.FAILED),
          group.count(TaskState.CANCELLED),
          group.count(TaskState.SKIPPED));
    }
  }

  /** Why tasks of a group wait. */
  record OfReason(String group, int tasks, String reason, String why) {
    static OfReason of(Job job, Reason.OfTasks reason) {
      String name = reason.getClass().getSimpleName();
      return new OfReason(
          job.groups().get(reason.group()).spec().name(),
          reason.tasks(),
          name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1),
          reason.text());
    }
  }

  /** A task that has failed for good, with its last failure. */
  record OfFailure(String task, int index, int attempt, String why, @Nullable String worker) {}

  /**
   * One attempt of a task.
   *
   * @param outcome {@code running} while it does
   */
  record OfAttempt(
      int attempt,
      String outcome,
      @Nullable String how,
      @Nullable String worker,
      @Nullable Double seconds,
      @Nullable String ended,
      @Nullable String tail) {
    static OfAttempt of(Result result) {
      ResultText text = ResultText.read(result.detail());
      return new OfAttempt(
          result.attempt(),
          result.outcome(),
          text.how(),
          text.worker().isEmpty() ? null : text.worker(),
          text.ranMillis() < 0 ? null : text.ranMillis() / 1000.0,
          time(result.endedAtMillis()),
          text.tail());
    }

    static OfAttempt of(Attempt live, long nowMillis) {
      long sinceMillis = live.startedAtMillis();
      return new OfAttempt(
          live.id().number(),
          "running",
          null,
          live.machine().spec().name(),
          sinceMillis < 0 ? null : (nowMillis - sinceMillis) / 1000.0,
          null,
          null);
    }
  }

  record OfWorker(
      String address,
      String state,
      int cores,
      int free,
      long memory,
      List<String> offers,
      @Nullable String since,
      int tasks) {
    static OfWorker of(PoolView pool, Machine machine) {
      return new OfWorker(
          machine.spec().name(),
          state(pool, machine),
          machine.spec().cores(),
          machine.freeCores(),
          machine.spec().memoryBytes(),
          machine.spec().labels(),
          time(machine.readyAtMillis()),
          machine.attempts().size());
    }

    private static String state(PoolView pool, Machine machine) {
      if (machine.state() == MachineView.State.HIBERNATED || !pool.isThere(machine.id())) {
        return "away";
      }
      return machine.state() == MachineView.State.READY && machine.freeCores() > 0
          ? "available"
          : "busy";
    }
  }

  private static @Nullable String time(long epochMillis) {
    return epochMillis < 0 || epochMillis == Long.MAX_VALUE
        ? null
        : Instant.ofEpochMilli(epochMillis).toString();
  }
}
