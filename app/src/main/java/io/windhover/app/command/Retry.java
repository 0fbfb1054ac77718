package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.FileLines;
import io.windhover.app.state.JournalFollower;
import io.windhover.app.state.KnownTask;
import io.windhover.app.state.OpenRun;
import io.windhover.core.event.Event;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.manager.Requests;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts back what failed: all of a job, a group, or one task. */
@Command(
    name = "retry",
    description = "Puts back the tasks that failed, and those skipped because of them.",
    footer = {
      "",
      "Examples:",
      "  windhover retry              the newest job of the newest run here",
      "  windhover retry point/7      just this task; a group's name means what failed of it",
      "  windhover retry 7            line 7 of a file run with --lines, or SLURM_ARRAY_TASK_ID 7",
      "  windhover retry --run        puts back and runs at once, as run --resume would",
      "  windhover retry --dir DIR    that of the run in DIR; says how to go on if it is not"
          + " running"
    })
public final class Retry implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      arity = "0..3",
      paramLabel = TaskWords.FORM,
      description = {
        "Number or name of the job, by default the newest; and of its tasks only this, as it is"
            + " printed: point/7, line 7, SLURM_ARRAY_TASK_ID 3, or a whole group, point. In a run"
            + " of lines or of an array a number alone is a task's. Single tasks are for runs on"
            + " this machine; a pool puts back all of a job."
      })
  private List<String> words = List.of();

  @Option(
      names = "--run",
      description = "Go on with the run at once, in this process, if nobody is running it.")
  private boolean runs;

  private record Shown(
      int job,
      String name,
      int tasks,
      boolean live,
      @Nullable String resume,
      @Nullable String only) {}

  /** What is to be put back: of a job, everything that failed if {@code only} is empty. */
  private record Choice(Job job, String only) {
    /** What {@code only} is for people: a task with the number they know, or a group. */
    String title() {
      int slash = only.indexOf('/');
      return slash < 0
          ? only
          : KnownTask.of(group(), Integer.parseInt(only.substring(slash + 1)), FileLines.NONE)
              .after(only);
    }

    private Group group() {
      int slash = only.indexOf('/');
      return job.groupNamed(slash < 0 ? only : only.substring(0, slash)).orElseThrow();
    }

    int lost() {
      return only.isEmpty() ? job.count(TaskState.FAILED) + job.count(TaskState.SKIPPED) : failed();
    }

    private int failed() {
      int slash = only.indexOf('/');
      if (slash < 0) {
        return group().count(TaskState.FAILED);
      }
      int index = Integer.parseInt(only.substring(slash + 1));
      return group().state(index) == TaskState.FAILED ? 1 : 0;
    }

    String request() {
      return only.isEmpty() ? Requests.retry(job.id()) : Requests.retry(job.id(), only);
    }

    Event event() {
      return new Event.RetryRequested(job.id(), true, only);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<RemotePool> pool = options.pool();
    if (pool.isPresent()) {
      return retryIn(pool.get());
    }
    List<String> goOn;
    try (OpenRun run = options.open()) {
      Choice choice = choice(run);
      refuseWhatCannotBe(choice.job());
      boolean live = run.holder().isPresent();
      goOn = live || !runs ? List.of() : resumeWords(run);
      int tasks = 0;
      if (choice.lost() > 0) {
        var wish =
            new OwnerWish(run.folder(), choice.request(), choice.job().id(), options.timeout());
        live = wish.carryOut().isPresent();
        tasks = count(run.journal(), choice);
      }
      goOn = live ? List.of() : goOn;
      if (goOn.isEmpty() || !options.json) {
        show(run, choice, tasks, live, goOn.isEmpty());
      }
    }
    return goOn.isEmpty() ? ExitCode.DONE.number() : run(goOn);
  }

  private int retryIn(RemotePool pool) {
    try (pool) {
      if (runs || words.size() > 1) {
        throw new CommandFailure(
            ExitCode.BAD_INPUT,
            (runs ? "--run" : "a single task")
                + " is for runs on this machine; in a pool say windhover retry [JOB]");
      }
      new PoolWishes(pool, options.json, spec.commandLine().getOut())
          .retry(words.isEmpty() ? null : words.get(0));
    }
    return ExitCode.DONE.number();
  }

  private Choice choice(OpenRun run) {
    TaskWords meant = TaskWords.of(words, new LocalJobs(run)::namesJob);
    JobProgress wanted = run.job(false, meant.job());
    Job job = run.changeable(wanted).job(wanted.id());
    if (meant.task() == null) {
      return new Choice(job, "");
    }
    if (job.groupNamed(meant.task().task()).isPresent()) {
      return new Choice(job, meant.task().task());
    }
    TaskChoice one = TaskChoice.of(job, meant.task());
    return new Choice(job, one.group().spec().name() + "/" + one.index());
  }

  private static List<String> resumeWords(OpenRun run) {
    List<String> words = run.resumeWords();
    if (words.isEmpty()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT,
          "--run cannot go on with this run from here, so nothing was put back; say windhover"
              + " retry, then "
              + run.howToResume());
    }
    return words;
  }

  /** Carries out the command that goes on with the run, as if it had been typed. */
  private int run(List<String> goOn) {
    List<String> line = new ArrayList<>(goOn);
    line.remove("--json"); // That of the run before: who asks now says it again.
    if (options.json) {
      line.add("--json");
    }
    CommandLine root = spec.root().commandLine();
    var run = new CommandLine(RunCommand.class);
    run.setOut(spec.commandLine().getOut());
    run.setErr(spec.commandLine().getErr());
    if (!root.getSubcommands().containsKey("run")) {
      root.addSubcommand(run);
    }
    return root.execute(line.toArray(String[]::new));
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

  /** Follows the journal to the moment of the retry; answers how many tasks it put back. */
  private static int count(JournalFollower journal, Choice choice) {
    Job job = choice.job();
    int[] before = new int[1];
    int[] tasks = new int[1];
    journal.catchUp(
        batch -> before[0] = lost(job),
        batch -> {
          if (batch.events().contains(choice.event())) {
            tasks[0] += Math.max(0, before[0] - lost(job));
          }
        });
    return tasks[0];
  }

  private static int lost(Job job) {
    return job.count(TaskState.FAILED) + job.count(TaskState.SKIPPED);
  }

  private void show(OpenRun run, Choice choice, int tasks, boolean live, boolean sayHow) {
    PrintWriter out = spec.commandLine().getOut();
    Job job = choice.job();
    String only = choice.only();
    if (options.json) {
      out.println(
          Json.line(
              new Shown(
                  job.id(),
                  job.spec().name(),
                  tasks,
                  live,
                  run.resumeCommand().orElse(null),
                  only.isEmpty() ? null : only)));
      return;
    }
    String title = job.spec().name() + " (job " + job.id() + ")";
    if (tasks == 0) {
      String what =
          only.isEmpty() ? "no task has failed" : "nothing of " + choice.title() + " has failed";
      out.println(title + ": " + what + "; nothing to put back");
      return;
    }
    String which = only.isEmpty() ? "" : ": " + choice.title();
    out.println(title + ": " + Words.tasks(tasks) + " put back" + which);
    if (!live && sayHow) {
      out.println(run.howToResume());
    }
    out.flush();
  }
}
