package io.windhover.app.command;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.app.state.FileLines;
import io.windhover.core.model.JobRules;
import io.windhover.workload.JobFile;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.LinesReader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The job that a command is given: a job file, or a list of commands. */
final class JobInput {
  private static final String STANDARD_INPUT = "-";

  /** What a list of commands without a file is called. */
  private static final String UNNAMED = "lines";

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
      description =
          "what to call a job made with --lines (default: its file without ending; stdin: lines)")
  private @Nullable String name;

  @Option(
      names = "--keep-going",
      negatable = true,
      description = "still run other tasks after one has failed, or not (default: not)")
  private @Nullable Boolean keepGoing;

  /** Whether either of the two was said. */
  boolean saysKeepGoing() {
    return keepGoing != null;
  }

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
    if (name != null && !JobRules.isName(name)) {
      throw new ParameterException(
          command.commandLine(), "--name: '" + name + "' is not a name; " + JobRules.NAME_EXPECTED);
    }
    try {
      JobFile job = file != null ? JobFileReader.read(file) : readLines(String.valueOf(lines));
      return job.withKeepGoing(Boolean.TRUE.equals(keepGoing));
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  private JobFile readLines(String source) throws JobFileException {
    Path here = Path.of("").toAbsolutePath();
    boolean standardInput = source.equals(STANDARD_INPUT);
    JobFile job =
        standardInput
            ? LinesReader.read("standard input", System.in, here)
            : LinesReader.read(Path.of(source), here);
    if (name != null) {
      return job.named(name);
    }
    return standardInput ? job.named(UNNAMED) : job;
  }

  /** Where the job's tasks stand in its file. */
  FileLines places(JobFile job) {
    return file == null ? FileLines.NONE : FileLines.of(file, job.lines());
  }

  /**
   * The job to resume. Lists of commands were all called {@code lines} before they were named after
   * their files, and a run begun then goes on under that name.
   */
  JobFile resumed(JobFile job) {
    Path states = Path.of(job.spec().folder(), ".windhover");
    boolean begunBefore =
        lines != null
            && name == null
            && !Files.exists(states.resolve(job.spec().name()))
            && Files.exists(states.resolve(UNNAMED));
    return begunBefore ? job.named(UNNAMED) : job;
  }
}
