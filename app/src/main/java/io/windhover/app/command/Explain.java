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
    description = "Says why tasks wait, and what became of those that will not run.",
    footer = {
      "",
      "Examples:",
      "  windhover explain              the newest job of the newest run here",
      "  windhover explain 2 --json     job 2, for programs"
    })
public final class Explain implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunOptions options;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "JOB",
      description = "Number or name of the job; by default the newest.")
  private @Nullable String job;

  private record Shown(
      int job,
      String name,
      boolean live,
      @Nullable String refused,
      List<Explanation> groups,
      @Nullable String resume) {}

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (JobSource source = options.source()) {
      JobReport report = source.report(job);
      List<Explanation> groups = source.explanations(report);
      if (options.json) {
        String refused = report.job().rejection();
        out.println(
            Json.line(
                new Shown(
                    report.job().id(),
                    report.job().name(),
                    report.live(),
                    refused.isEmpty() ? null : refused,
                    groups,
                    report.place().resume())));
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
    if (!report.live() && !job.over()) {
      out.println("nobody is running it; " + report.place().howToResume());
    }
  }
}
