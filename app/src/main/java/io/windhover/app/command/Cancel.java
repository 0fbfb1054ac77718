package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.job.JobWords;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.JournalFollower;
import io.windhover.app.state.OpenRun;
import io.windhover.core.event.Event;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.host.Holder;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Requests;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends a job before its end. */
@Command(
    name = "cancel",
    description = "Ends a job: what runs is ended, what waits never starts.",
    footer = {
      "",
      "Examples:",
      "  windhover cancel              the newest job of the newest run here",
      "  windhover cancel --dir DIR    that of the run in DIR, whether it runs or not"
    })
public final class Cancel implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job; by default the newest.")
  private @Nullable String job;

  private record Shown(
      int job, String name, boolean cancelled, int tasks, int stopping, boolean live) {}

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Optional<RemotePool> pool = options.pool();
    if (pool.isPresent()) {
      try (RemotePool remote = pool.get()) {
        new PoolWishes(remote, options.json, out).cancel(job);
      }
      return ExitCode.DONE.number();
    }
    try (OpenRun run = options.open()) {
      JobProgress wanted = run.job(false, job);
      int id = wanted.id();
      Job cancelled = run.changeable(wanted).job(id);
      if (cancelled.over()) {
        show(cancelled, 0, false, out);
        return ExitCode.DONE.number();
      }
      var wish = new OwnerWish(run.folder(), List.of(Requests.cancel(id)), id, options.timeout());
      Optional<Holder> by = wish.carryOut();
      show(cancelled, count(run.journal(), cancelled), by.isPresent(), out);
    }
    return ExitCode.DONE.number();
  }

  /** Follows the journal to the moment of the cancel; answers how many tasks it concerned. */
  private static int count(JournalFollower journal, Job job) {
    int[] before = new int[1];
    int[] tasks = new int[1];
    journal.catchUp(
        batch -> before[0] = job.count(TaskState.CANCELLED),
        batch -> {
          if (batch.events().contains(new Event.JobCancelled(job.id()))) {
            tasks[0] += job.count(TaskState.CANCELLED) - before[0];
          }
        });
    return tasks[0];
  }

  private void show(Job job, int tasks, boolean live, PrintWriter out) {
    int stopping = live ? job.liveAttempts() : 0;
    if (options.json) {
      out.println(
          Json.line(
              new Shown(job.id(), job.spec().name(), job.cancelled(), tasks, stopping, live)));
      return;
    }
    String title = JobWords.title(job.id(), job.spec().name());
    if (!job.cancelled()) {
      out.println(title + " is over; nothing to cancel");
    } else if (tasks == 0) {
      out.println(title + " was cancelled already");
    } else {
      String ending = stopping == 0 ? "" : ", " + Words.number(stopping) + " of them being ended";
      out.println(title + ": cancelled, " + Words.tasks(tasks) + ending);
    }
  }
}
