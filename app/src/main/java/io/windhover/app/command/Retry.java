package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.job.JobWords;
import io.windhover.app.remote.RemotePool;
import io.windhover.app.state.JournalFollower;
import io.windhover.app.state.OpenRun;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts back what failed: all of a job, or groups and tasks of it. */
@Command(
    name = "retry",
    description = "Puts back the tasks that failed, and those skipped because of them.",
    footer = {
      "",
      "Examples:",
      "  windhover retry              the newest job of the newest run here",
      "  windhover retry point/7      just this task; a group's name means what failed of it",
      "  windhover retry point/3 fit  this task and what failed of the group fit",
      "  windhover retry 7            line 7 of a file run with --lines, or SLURM_ARRAY_TASK_ID 7",
      "  windhover retry --run        puts back and runs at once, as run --resume would",
      "  windhover retry --dir DIR    that of the run in DIR; says how to go on if it is not"
          + " running"
    })
public final class Retry implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      arity = "0..*",
      paramLabel = TaskWords.FORM,
      description = {
        "Number or name of the job, by default the newest; and of its tasks only these, each as it"
            + " is printed: point/7, line 7, SLURM_ARRAY_TASK_ID 3, or a whole group, point. If one"
            + " of them is not there nothing is put back. The first word is the job where it names"
            + " one; in a run of lines or of an array a number alone is a task's. Single tasks are"
            + " for runs on this machine; a pool puts back all of a job."
      })
  private List<String> words = List.of();

  @Option(
      names = "--run",
      description = "Go on with the run at once, in this process, if nobody is running it.")
  private boolean runs;

  @Option(
      names = "--yes",
      description =
          "With --run: if the job file was edited since, go on in the new form without being"
              + " asked.")
  private boolean yes;

  private record Shown(
      int job,
      String name,
      int tasks,
      boolean live,
      @Nullable String resume,
      @Nullable String only) {}

  @Override
  public Integer call() throws InterruptedException {
    if (yes && !runs) {
      throw new ParameterException(
          spec.commandLine(), "--yes goes with --run, which asks about an edit");
    }
    Optional<RemotePool> pool = options.pool();
    if (pool.isPresent()) {
      return retryIn(pool.get());
    }
    List<String> goOn;
    try (OpenRun run = options.open()) {
      RetryChoice choice = RetryChoice.of(run, words);
      refuseWhatCannotBe(choice.job());
      boolean live = run.holder().isPresent();
      goOn = live || !runs ? List.of() : resumeWords(run);
      RetryChoice failed = choice.ofFailed();
      int tasks = 0;
      if (choice.lost() > 0) {
        var wish =
            new OwnerWish(run.folder(), failed.requests(), choice.job().id(), options.timeout());
        live = wish.carryOut().isPresent();
        tasks = count(run.journal(), failed);
      }
      goOn = live ? List.of() : goOn;
      if (goOn.isEmpty() || !options.json) {
        show(run, choice, tasks == 0 ? choice : choice.without(failed), tasks, live, goOn);
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
    if (yes) {
      line.add("--yes");
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
    String title = JobWords.title(job.id(), job.spec().name());
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
  private static int count(JournalFollower journal, RetryChoice choice) {
    Job job = choice.job();
    int[] before = new int[1];
    int[] tasks = new int[1];
    journal.catchUp(
        batch -> before[0] = lost(job),
        batch -> {
          if (choice.events().stream().anyMatch(batch.events()::contains)) {
            tasks[0] += Math.max(0, before[0] - lost(job));
          }
        });
    return tasks[0];
  }

  private static int lost(Job job) {
    return job.count(TaskState.FAILED) + job.count(TaskState.SKIPPED);
  }

  private void show(
      OpenRun run,
      RetryChoice choice,
      RetryChoice inVain,
      int tasks,
      boolean live,
      List<String> goOn) {
    PrintWriter out = spec.commandLine().getOut();
    Job job = choice.job();
    boolean all = choice.only().isEmpty();
    if (options.json) {
      out.println(
          Json.line(
              new Shown(
                  job.id(),
                  job.spec().name(),
                  tasks,
                  live,
                  run.resumeCommand().orElse(null),
                  all ? null : String.join(" ", choice.only()))));
      return;
    }
    String title = JobWords.title(job.id(), job.spec().name());
    String nothing = "nothing of " + inVain.title() + " has failed";
    if (tasks == 0) {
      out.println(title + ": " + (all ? "no task has failed" : nothing) + "; nothing to put back");
      return;
    }
    String which = all ? "" : ": " + choice.without(inVain).title();
    String rest = inVain.only().isEmpty() ? "" : "; " + nothing;
    out.println(title + ": " + Words.tasks(tasks) + " put back" + which + rest);
    if (!live && goOn.isEmpty()) {
      out.println(run.howToResume());
    }
    out.flush();
  }
}
