package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.core.model.JobSpec;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.LinesReader;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The job that a command is given: a job file, or a list of commands. */
final class JobInput {
  private static final String STANDARD_INPUT = "-";

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "the job file, YAML or JSON; or a script with #SBATCH lines, or a job file of Kestrel")
  @Nullable Path file;

  @Option(
      names = "--lines",
      paramLabel = "FILE",
      description = "instead of a job file: a file of commands, one on each line; - for stdin")
  @Nullable String lines;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "what to call a job made with --lines (default: lines)")
  private @Nullable String name;

  @Option(names = "--keep-going", description = "still run other tasks after one has failed")
  private boolean keepGoing;

  /** Whether the commands come from standard input, which can be read only once. */
  boolean fromStandardInput() {
    return STANDARD_INPUT.equals(lines);
  }

  JobFile read(CommandSpec command) {
    if ((file == null) == (lines == null)) {
      throw new ParameterException(
          command.commandLine(), "expected a job file, or --lines with a file of commands");
    }
    if (name != null && lines == null) {
      throw new ParameterException(command.commandLine(), "--name goes with --lines");
    }
    try {
      JobFile job =
          file != null
              ? JobFileReader.read(file)
              : named(command, readLines(String.valueOf(lines)));
      return job.withKeepGoing(keepGoing);
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private static JobFile readLines(String source) throws JobFileException {
    Path here = Path.of("").toAbsolutePath();
    return source.equals(STANDARD_INPUT)
        ? LinesReader.read("standard input", System.in, here)
        : LinesReader.read(Path.of(source), here);
  }

  private JobFile named(CommandSpec command, JobFile job) {
    String called = name == null ? "lines" : name;
    if (!called.matches("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")) {
      throw new ParameterException(
          command.commandLine(),
          "--name: '" + called + "' is no name; expected letters, digits, dots, _ and -");
    }
    JobSpec spec = job.spec();
    return new JobFile(
        new JobSpec(called, spec.folder(), spec.deadline(), spec.keepGoing(), spec.groups()),
        job.policy());
  }
}
