package io.windhover.host;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts processes that outlive the one that starts them. */
public final class DetachedProcess {
  /** Modes of the files that a process makes. */
  public enum Umask {
    /** As those of whoever starts it. */
    INHERITED,
    /** For its owner alone. */
    PRIVATE
  }

  private DetachedProcess() {}

  /**
   * Starts a command in a session of its own: Ctrl-C and a terminal that closes are for the program
   * that started it, which then stops what it started in the right order.
   *
   * @param environment added to our own
   * @param output all it prints is appended here
   */
  public static ProcessMark start(
      List<String> command, Path directory, Map<String, String> environment, Path output)
      throws IOException {
    return start(command, directory, environment, output, Umask.INHERITED);
  }

  /**
   * The same for a process that may keep what it writes to itself.
   *
   * @param files whether others may read what it writes; what runs people's commands must leave
   *     that to them
   */
  public static ProcessMark start(
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Path output,
      Umask files)
      throws IOException {
    PrivateFiles.make(output);
    var words = new ArrayList<String>();
    InstalledPrograms.find("setsid").ifPresent(setsid -> words.add(setsid.toString()));
    if (files == Umask.PRIVATE) {
      words.addAll(List.of("/bin/sh", "-c", "umask 077; exec \"$@\"", "sh"));
    }
    words.addAll(command);
    var builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().putAll(environment);
    long pid = builder.start().pid();
    return ProcessMark.of(pid)
        .orElseThrow(
            () -> new IOException("it ended at once; it said:" + LogTail.of(List.of(output))));
  }
}
