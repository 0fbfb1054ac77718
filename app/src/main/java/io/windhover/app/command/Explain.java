package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.state.OpenRun;
import io.windhover.core.step.Job;
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
    try (OpenRun run = options.open()) {
      boolean live = run.holder().isPresent();
      int id = OpenRun.job(run.progress(false), job).id();
      Job explained = run.journal().world().job(id);
      List<Explanation> groups = Explanation.of(run, explained, live);
      if (options.json) {
        out.println(
            Json.line(
                new Shown(
                    id,
                    explained.spec().name(),
                    live,
                    explained.rejection().orElse(null),
                    groups,
                    run.resumeCommand().orElse(null))));
      } else {
        print(run, explained, live, groups, out);
      }
    }
    return ExitCode.DONE.number();
  }

  private static void print(
      OpenRun run, Job job, boolean live, List<Explanation> groups, PrintWriter out) {
    job.rejection().ifPresent(why -> out.println("the job was refused: " + why));
    groups.forEach(group -> out.println(group.text()));
    if (groups.isEmpty() && job.rejection().isEmpty()) {
      out.println(
          job.over()
              ? "nothing waits: every task of " + job.spec().name() + " has succeeded"
              : "nothing waits: every task of " + job.spec().name() + " that is left runs");
    }
    if (!live && !job.over()) {
      out.println("nobody is running it; " + run.howToResume());
    }
  }
}
