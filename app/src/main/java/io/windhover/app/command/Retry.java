package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.JournalFollower;
import io.windhover.app.state.OpenRun;
import io.windhover.core.event.Event;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.manager.Requests;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts back what failed. */
@Command(
    name = "retry",
    description = "Puts back the tasks that failed, and those skipped because of them.",
    footer = {
      "",
      "Examples:",
      "  windhover retry              the newest job of the newest run here",
      "  windhover retry --dir DIR    that of the run in DIR; says how to go on if it is not"
          + " running"
    })
public final class Retry implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job; by default the newest.")
  private @Nullable String job;

  private record Shown(int job, String name, int tasks, boolean live, @Nullable String resume) {}

  @Override
  public Integer call() throws InterruptedException {
    Optional<RemotePool> pool = options.pool();
    if (pool.isPresent()) {
      try (RemotePool remote = pool.get()) {
        new PoolWishes(remote, options.json, spec.commandLine().getOut()).retry(job);
      }
      return ExitCode.DONE.number();
    }
    try (OpenRun run = options.open()) {
      int id = OpenRun.job(run.progress(false), job).id();
      Job retried = run.journal().world().job(id);
      refuseWhatCannotBe(retried);
      int tasks = 0;
      boolean live = run.holder().isPresent();
      if (lost(retried) > 0) {
        var wish = new OwnerWish(run.folder(), Requests.retry(id), id, options.timeout());
        live = wish.carryOut().isPresent();
        tasks = count(run.journal(), retried);
      }
      show(run, retried, tasks, live);
    }
    return ExitCode.DONE.number();
  }

  private static void refuseWhatCannotBe(Job job) {
    String title = job.spec().name() + " (job " + job.id() + ")";
    if (job.cancelled()) {
      throw new CommandFailure(
          ExitCode.IMPOSSIBLE, title + " was cancelled, which is final; run it anew");
    }
    job.rejection()
        .ifPresent(
            why -> {
              throw new CommandFailure(ExitCode.IMPOSSIBLE, title + " was refused: " + why);
            });
  }

  private static int lost(Job job) {
    return job.count(TaskState.FAILED) + job.count(TaskState.SKIPPED);
  }

  /** Follows the journal to the moment of the retry; answers how many tasks it put back. */
  private static int count(JournalFollower journal, Job job) {
    int[] before = new int[1];
    int[] tasks = new int[1];
    journal.catchUp(
        batch -> before[0] = lost(job),
        batch -> {
          if (batch.events().contains(new Event.RetryRequested(job.id(), true))) {
            tasks[0] += Math.max(0, before[0] - lost(job));
          }
        });
    return tasks[0];
  }

  private void show(OpenRun run, Job job, int tasks, boolean live) {
    PrintWriter out = spec.commandLine().getOut();
    if (options.json) {
      out.println(
          Json.line(
              new Shown(
                  job.id(), job.spec().name(), tasks, live, run.resumeCommand().orElse(null))));
      return;
    }
    String title = job.spec().name() + " (job " + job.id() + ")";
    if (tasks == 0) {
      out.println(title + ": no task has failed; nothing to put back");
      return;
    }
    out.println(title + ": " + Words.tasks(tasks) + " put back");
    if (!live) {
      out.println(run.howToResume());
    }
  }
}
