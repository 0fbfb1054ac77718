package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.words.Nearest;
import io.windhover.workload.Durations;
import io.windhover.workload.JobFileText;
import io.windhover.workload.Shown;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.PegasusShape;
import io.windhover.workload.generate.TaskTimes;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a workflow to try things on, where none is at hand. */
@Command(
    name = "generate",
    subcommands = GenerateHarvest.class,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Prints a job file with a workflow drawn from a seed: tasks with runtimes and dependencies,"
          + " but without commands, to be planned and simulated.",
      "",
      "montage, epigenomics, cybershake, inspiral and sipht have the shapes and runtimes of the"
          + " Pegasus workflow gallery, in any size. pipeline, parallel and hybrid are the"
          + " applications of the SCS paper, with a runtime for each of its VM types (micro,"
          + " standard, high-cpu, high-memory); their size is fixed.",
      "",
      "windhover generate harvest makes a trace of harvest VMs instead; see its --help.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  windhover generate montage",
      "  windhover generate sipht --tasks 1000 --seed 7 --deadline 12h --out sipht.yaml",
      "  windhover generate cybershake | windhover validate -",
      "  windhover generate hybrid --deadline 1h --out hybrid.yaml",
      "  windhover generate harvest --cluster C2 --hours 48 > c2.csv",
      "",
      "Same words, same file, byte for byte."
    })
public final class Generate implements Callable<Integer> {
  private static final int TASKS_USUAL = 50;

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SHAPE",
      description =
          "montage, epigenomics, cybershake, inspiral, sipht, pipeline, parallel or hybrid")
  private String shape = "";

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "how many tasks, give or take two (default: 50)")
  private @Nullable Integer tasks;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "what the runtimes are drawn from (default: 1)")
  private long seed;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "the job's deadline, such as 2h (default: none)")
  private @Nullable String deadline;

  @Option(names = "--out", paramLabel = "FILE", description = "write there instead of to stdout")
  private @Nullable Path out;

  @Override
  public Integer call() {
    if (shape.isEmpty()) {
      throw usage("Missing required parameter: 'SHAPE'; expected one such as montage, or harvest");
    }
    if (out != null) {
      new OutputFile("--out", out).check();
    }
    Deadline due = deadline();
    JobSpec drawn = draw(due);
    String text = JobFileText.of(drawn, remark(drawn));
    if (out == null) {
      PrintWriter stdout = spec.commandLine().getOut();
      stdout.print(text);
      stdout.flush();
    } else {
      new OutputFile("--out", out).write(text);
    }
    return ExitCode.DONE.number();
  }

  private JobSpec draw(Deadline due) {
    Optional<PegasusShape> known =
        Arrays.stream(PegasusShape.values()).filter(s -> s.text().equals(shape)).findFirst();
    if (known.isPresent()) {
      return known.get().draw(tasks(known.get()), seed, due);
    }
    for (Application application : Application.values()) {
      if (application.text().equals(shape)) {
        if (tasks != null) {
          throw usage("--tasks: %s always has %d tasks".formatted(shape, application.tasks()));
        }
        return application.job(TaskTimes.SCS, seed, due);
      }
    }
    List<String> names =
        Stream.concat(
                Arrays.stream(PegasusShape.values()).map(PegasusShape::text),
                Arrays.stream(Application.values()).map(Application::text))
            .toList();
    throw usage(
        "there is no shape %s; %s".formatted(Shown.quoted(shape), Nearest.hint(shape, names)));
  }

  private int tasks(PegasusShape known) {
    int wished = tasks == null ? TASKS_USUAL : tasks;
    if (wished < known.tasksMin() || wished > PegasusShape.TASKS_MAX) {
      throw usage(
          "--tasks: %s is out of range for %s; expected %d to %s"
              .formatted(
                  Words.number(wished),
                  shape,
                  known.tasksMin(),
                  Words.number(PegasusShape.TASKS_MAX)));
    }
    return wished;
  }

  private Deadline deadline() {
    if (deadline == null) {
      return new Deadline.None();
    }
    try {
      return new Deadline.Within(Durations.parseMillis(deadline));
    } catch (IllegalArgumentException e) {
      throw usage("--deadline: " + e.getMessage());
    }
  }

  private String remark(JobSpec drawn) {
    return "%s of %s: windhover generate %s%s --seed %d%s"
        .formatted(
            shape,
            Words.tasks(drawn.taskCount()),
            shape,
            tasks == null ? "" : " --tasks " + tasks,
            seed,
            deadline == null ? "" : " --deadline " + deadline);
  }

  private ParameterException usage(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }
}
