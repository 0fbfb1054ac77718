package io.windhover.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Another process of this program, for stories in which one dies or stands in another's way. */
final class Forked implements AutoCloseable {
  private final Path libraries;
  private final Process process;
  private final BufferedReader output;

  private Forked(Process process, Path libraries) {
    this.process = process;
    this.libraries = libraries;
    this.output = process.inputReader();
  }

  static Forked start(Class<?> main, String... arguments) throws IOException {
    return start(List.of(), main, arguments);
  }

  /** Runs under another command, which takes the rest of its line as the command to run. */
  static Forked start(List<String> under, Class<?> main, String... arguments) throws IOException {
    var command = new ArrayList<>(under);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // SQLite tidies the place where it puts its library, and complains of others that do so too.
    Path libraries = Files.createTempDirectory("forked");
    Files.setPosixFilePermissions(libraries, PosixFilePermissions.fromString("rwxrwxrwx"));
    command.add("-Dorg.sqlite.tmpdir=" + libraries);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return new Forked(new ProcessBuilder(command).redirectErrorStream(true).start(), libraries);
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
    process.destroyForcibly().onExit().join();
    try (Stream<Path> left = Files.list(libraries)) {
      for (Path library : left.toList()) {
        Files.deleteIfExists(library);
      }
      Files.delete(libraries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
