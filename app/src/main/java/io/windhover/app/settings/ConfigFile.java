package io.windhover.app.settings;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.workload.Documents;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Node;
import io.windhover.workload.Problems;
import io.windhover.workload.Values;
import java.nio.file.Path;

/** A file of settings while it is read: what is wrong with it is gathered and said all at once. */
final class ConfigFile {
  final Path path;
  final Problems problems;
  final Values values;

  private ConfigFile(Path path) {
    this.path = path;
    this.problems = new Problems(path.toString());
    this.values = new Values(problems);
  }

  /** Makes something of the fields of a file. */
  interface Reading<T> {
    T read(ConfigFile file, Node.Fields fields);
  }

  /**
   * Reads a file.
   *
   * @param what the file should be, for the complaint, such as {@code a worker's settings}
   * @throws CommandFailure with a line for each thing that is wrong
   */
  static <T> T read(Path path, String what, Reading<T> reading) {
    var file = new ConfigFile(path);
    try {
      T read = reading.read(file, Documents.read(path, what, file.problems));
      file.problems.throwIfAny();
      return read;
    } catch (JobFileException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, String.valueOf(e.getMessage()), e);
    }
  }

  /** A file that this one names, relative to its own folder. */
  Path resolve(String name) {
    if (name.startsWith("~/")) {
      return Path.of(System.getProperty("user.home"), name.substring(2)).normalize();
    }
    return path.toAbsolutePath().resolveSibling(name).normalize();
  }
}
