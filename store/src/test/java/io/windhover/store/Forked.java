package io.windhover.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process of this program, for stories in which one dies or stands in another's way. */
final class Forked implements AutoCloseable {
  private final Process process;
  private final BufferedReader output;

  private Forked(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  static Forked start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  /** Runs under another command, which takes the rest of its line as the command to run. */
  static Forked start(List<String> under, Class<?> main, String... arguments) throws IOException {
    var command = new ArrayList<>(under);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new Forked(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  long pid() {
    return process.pid();
  }

  /** Its next line, or "" when it has ended. */
  String line() throws IOException {
    String line = output.readLine();
    return line == null ? "" : line;
  }

  /** All it says from now to its end. */
  List<String> linesToTheEnd() throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      lines.add(line);
    }
    if (!process.waitFor(1, TimeUnit.MINUTES)) {
      throw new IllegalStateException("still running: " + lines);
    }
    return lines;
  }

  /** As kill -9 does it; what it has said can still be read. */
  void kill() throws InterruptedException {
    process.toHandle().destroyForcibly();
    process.waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
