package io.windhover.xmpp.server;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts processes that outlive the one that starts them. */
public final class DetachedProcess {
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
    var words = new ArrayList<String>();
    Programs.find("setsid").ifPresent(setsid -> words.add(setsid.toString()));
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
