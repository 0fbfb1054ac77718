package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.policies.PolicyRegistry;
import io.windhover.workload.Durations;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.JobSummary;
import io.windhover.workload.LinesReader;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

/** Whether job files can be used. */
@Command(
    name = "validate",
    description = "Reads job files and says what is wrong with them, or what they hold.",
    footer = {
      "",
      "Examples:",
      "  windhover validate sweep.yaml",
      "  windhover validate --lines commands.txt",
      "  windhover validate --schema > windhover-job.schema.json   for editors"
    })
public final class Validate implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Job files; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(names = "--lines", description = "The files hold one command on each line.")
  private boolean lines;

  @Option(names = "--schema", description = "Print the JSON Schema of the job file.")
  private boolean schema;

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text.")
  boolean help;

  private record Checked(
      String file,
      boolean valid,
      int problemCount,
      List<Problem> problems,
      @Nullable JobSummary job) {}

  private record Shown(boolean valid, List<Checked> files) {}

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (schema) {
      out.print(schemaText());
      out.flush();
      return ExitCode.DONE.number();
    }
    if (files.isEmpty()) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, "no job file given; see windhover validate --help");
    }
    List<Checked> checked = files.stream().map(this::check).toList();
    boolean valid = checked.stream().allMatch(Checked::valid);
    if (json) {
      out.println(Json.line(new Shown(valid, checked)));
    } else {
      checked.forEach(file -> print(file, out, spec.commandLine().getErr()));
    }
    return (valid ? ExitCode.DONE : ExitCode.BAD_INPUT).number();
  }

  private Checked check(String file) {
    try {
      JobFile read = read(file);
      List<Problem> problems = problems(file, read.policy());
      return new Checked(file, problems.isEmpty(), problems.size(), problems, read.summary());
    } catch (JobFileException e) {
      return new Checked(file, false, e.count(), e.problems(), null);
    }
  }

  private JobFile read(String file) throws JobFileException {
    Path here = Path.of("").toAbsolutePath();
    if (file.equals("-")) {
      return lines
          ? LinesReader.read("standard input", System.in, here)
          : JobFileReader.read("standard input", System.in, here);
    }
    return lines ? LinesReader.read(Path.of(file), here) : JobFileReader.read(Path.of(file));
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

  private static void print(Checked checked, PrintWriter out, PrintWriter err) {
    checked.problems().forEach(err::println);
    int more = checked.problemCount() - checked.problems().size();
    if (more > 0) {
      err.printf("%s: and %s more%n", checked.file(), Words.number(more));
    }
    JobSummary job = checked.job();
    if (checked.valid() && job != null) {
      out.println(checked.file() + ": " + text(job));
    }
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
      text.append(", at least ").append(Durations.format(job.criticalPathMillis()));
    }
    return text.append(job.runnable() ? "" : ", without commands: for simulation only").toString();
  }

  private static String schemaText() throws IOException {
    try (InputStream in = JobFileReader.class.getResourceAsStream(JobFileReader.SCHEMA)) {
      if (in == null) {
        throw new IllegalStateException(JobFileReader.SCHEMA + " is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
