package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.words.Counted;
import io.windhover.policies.PolicyRegistry;
import io.windhover.workload.Durations;
import io.windhover.workload.FileKind;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.JobSummary;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import io.windhover.workload.harvest.HarvestScenarioReader;
import io.windhover.workload.scenario.CatalogueReader;
import io.windhover.workload.scenario.CloudFileReader;
import io.windhover.workload.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Whether files can be used. */
@Command(
    name = "validate",
    description = {
      "Reads files and says what is wrong with them, or what they hold.",
      "A file with tasks is a job, as is a script with #SBATCH lines, a job file of Kestrel and a"
          + " workflow of WfCommons (JSON) or Pegasus (DAX); one with a catalogue, work or a market"
          + " is a scenario for windhover simulate, as is one with harvest, and is read with all"
          + " the files that it names; one with a source is a cloud file for windhover run --cloud;"
          + " one with types is a catalogue."
    },
    footer = {
      "",
      "Examples:",
      "  windhover validate sweep.yaml",
      "  windhover validate --lines commands.txt",
      "  windhover validate examples/formats/fit.sbatch",
      "  windhover validate examples/scenarios/storm.yaml",
      "  windhover validate examples/clouds/local.yaml",
      "  windhover validate examples/workflows/mosaic.dax",
      "  windhover validate --schema > windhover-job.schema.json   for editors",
      "  windhover validate --schema scenario"
    })
public final class Validate implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "Job, scenario, cloud and catalogue files; - is a job from standard input.")
  private List<String> files = new ArrayList<>();

  @Option(names = "--lines", description = "The files hold one command on each line.")
  private boolean lines;

  @Option(
      names = "--schema",
      arity = "0..1",
      fallbackValue = "JOB",
      paramLabel = "KIND",
      description =
          "Print a JSON Schema, for editors: that of job, scenario, harvest (scenarios of harvest"
              + " machines), cloud or catalogue files.")
  private @Nullable FileKind schema;

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  private record Shown(boolean valid, List<FileCheck> files) {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (schema != null) {
      out.print(schemaText(schema));
      out.flush();
      return ExitCode.DONE.number();
    }
    if (files.isEmpty()) {
      throw new CommandFailure(ExitCode.BAD_INPUT, "no file given; see windhover validate --help");
    }
    List<FileCheck> checked = files.stream().map(file -> FileCheck.of(file, lines)).toList();
    boolean valid = checked.stream().allMatch(FileCheck::valid);
    if (json) {
      out.println(
          Json.line(new Shown(valid, checked.stream().map(FileCheck::withAbsolutePaths).toList())));
    } else {
      checked.forEach(file -> print(file, out, spec.commandLine().getErr()));
    }
    return (valid ? ExitCode.DONE : ExitCode.BAD_INPUT).number();
  }

  /** The reader knows no policies; whether the one it names is there is for us to say. */
  static List<Problem> problems(String file, PolicyChoice policy) {
    if (!policy.stated()) {
      return List.of();
    }
    try {
      PolicyRegistry.make(
          policy.name(), new TreeMap<>(policy.settings()), PolicyRegistry.Machines.FIXED);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(new Problem(file, policy.line(), "policy", String.valueOf(e.getMessage())));
    }
  }

  private static void print(FileCheck checked, PrintWriter out, PrintWriter err) {
    checked.problems().forEach(err::println);
    checked.notes().forEach(note -> err.println("note: " + note));
    int more = checked.problemCount() - checked.problems().size();
    if (more > 0) {
      err.printf("%s: and %s more%n", checked.file(), Words.number(more));
    }
    if (checked.valid()) {
      out.println(checked.file() + ": " + text(checked));
    }
  }

  private static String text(FileCheck checked) {
    if (checked.scenario() != null) {
      return text(checked.scenario());
    }
    if (checked.cloud() != null) {
      return text(checked.cloud());
    }
    if (checked.catalogue() != null) {
      return "catalogue %s, %s"
          .formatted(checked.catalogue().name(), types(checked.catalogue().types()));
    }
    return checked.job() == null ? "" : text(checked.job());
  }

  private static String text(FileCheck.ScenarioSummary scenario) {
    boolean due = scenario.deadlineMillis() >= 0;
    return "scenario %s, %s%s, %s, market: %s, %s"
        .formatted(
            scenario.name(),
            scenario.jobs() == null
                ? Words.tasks(scenario.tasks())
                : Words.jobs(scenario.jobs()) + " of " + Words.tasks(scenario.tasks()),
            due ? " within " + Durations.format(scenario.deadlineMillis()) : "",
            types(scenario.types()),
            scenario.market(),
            scenario.policy().isEmpty() ? "no policy" : "policy " + scenario.policy());
  }

  private static String text(FileCheck.CloudSummary cloud) {
    return "cloud %s, source %s%s"
        .formatted(
            cloud.name(),
            cloud.source(),
            cloud.types().isEmpty()
                ? ""
                : ", " + types(cloud.types()) + ", market: " + cloud.market());
  }

  private static String types(List<String> types) {
    return Counted.of(types.size(), "VM type");
  }

  private static String text(JobSummary job) {
    var text = new StringBuilder("job ").append(job.name()).append(", ");
    text.append(Words.tasks(job.tasks())).append(" in ").append(Words.number(job.groups()));
    text.append(job.groups() == 1 ? " group" : " groups");
    text.append(", up to ").append(job.coresMax()).append(job.coresMax() == 1 ? " core" : " cores");
    if (job.memoryBytesMax() > 0) {
      text.append(" and ").append(Words.number(job.memoryBytesMax() / 1_000_000)).append(" MB");
    }
    text.append(" each");
    if (!job.requires().isEmpty()) {
      text.append(", requires ").append(String.join(", ", job.requires()));
    }
    if (job.criticalPathMillis() >= 0) {
      text.append(", ").append(exact(job.totalRuntimeMillis())).append(" of work");
      text.append(", at least ").append(exact(job.criticalPathMillis()));
    }
    if (job.belowZeroMillis() < 0) {
      text.append(" (runtimes below 0, in all ").append(seconds(job.belowZeroMillis()));
      text.append(", count as 0)");
    }
    return text.append(job.runnable() ? "" : ", without commands: for simulation only").toString();
  }

  /** Two units as elsewhere, and beside them the seconds where that leaves something out. */
  private static String exact(long millis) {
    String text = Durations.format(millis);
    boolean readable = millis > 0 && millis <= Durations.MILLIS_MAX;
    return millis == 0 || (readable && Durations.parseMillis(text) == millis)
        ? text
        : text + " (" + seconds(millis) + ")";
  }

  private static String seconds(long millis) {
    return BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + " s";
  }

  private static String schemaText(FileKind kind) throws IOException {
    String name =
        switch (kind) {
          case JOB -> JobFileReader.SCHEMA;
          case CLOUD -> CloudFileReader.SCHEMA;
          case HARVEST -> HarvestScenarioReader.SCHEMA;
          case SCENARIO -> ScenarioReader.SCHEMA;
          case CATALOGUE -> CatalogueReader.SCHEMA;
        };
    try (InputStream in = JobFileReader.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
