package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.manager.Progress.JobProgress;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Why what waits is waiting. */
@Command(
    name = "explain",
    description = {
      "Says why tasks wait, and what became of those that will not run; of one task also where it"
          + " runs, and how it ended."
    },
    footer = {
      "",
      "Examples:",
      "  windhover explain              the newest job of the newest run here",
      "  windhover explain point/7      just this task; or line 7, SLURM_ARRAY_TASK_ID 3, a group",
      "  windhover explain 2 --json     job 2, for programs"
    })
public final class Explain implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      arity = "0..3",
      paramLabel = TaskWords.FORM,
      description = {
        "Number or name of the job, by default the newest; and of its tasks only this, as it is"
            + " printed: point/7, line 7, SLURM_ARRAY_TASK_ID 3, or a whole group, point. In a run"
            + " of lines or of an array a number alone is a task's."
      })
  private List<String> words = List.of();

  private record Shown(
      int job,
      String name,
      @Nullable String task,
      boolean live,
      @Nullable String refused,
      List<Explanation> groups,
      @Nullable String resume) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (JobSource source = options.source()) {
      TaskWords meant = TaskWords.of(words, source::namesJob);
      JobReport report = source.report(meant.job());
      TaskExplanation one =
          meant.task() == null ? null : TaskExplanation.of(source, report, meant.task());
      List<Explanation> groups = one == null ? source.explanations(report) : one.parts();
      if (options.json) {
        String refused = report.job().rejection();
        out.println(
            Json.line(
                new Shown(
                    report.job().id(),
                    report.job().name(),
                    one == null ? null : one.task(),
                    report.live(),
                    refused.isEmpty() ? null : refused,
                    groups,
                    report.place().resume())));
      } else if (one != null) {
        one.lines().forEach(out::println);
        printResume(report, out);
      } else {
        print(report, groups, out);
      }
    }
    return ExitCode.DONE.number();
  }

  private static void print(JobReport report, List<Explanation> groups, PrintWriter out) {
    JobProgress job = report.job();
    if (!job.rejection().isEmpty()) {
      out.println("the job was refused: " + job.rejection());
    }
    groups.forEach(group -> out.println(group.text()));
    if (groups.isEmpty() && job.rejection().isEmpty()) {
      out.println(
          job.over()
              ? "nothing waits: every task of " + job.name() + " has succeeded"
              : "nothing waits: every task of " + job.name() + " that is left runs");
    }
    printResume(report, out);
  }

  private static void printResume(JobReport report, PrintWriter out) {
    if (!report.live() && !report.job().over()) {
      out.println("nobody is running it; " + report.place().howToResume());
    }
  }
}
