package io.windhover.app.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code windhover manager} in a process of its own. */
final class ManagerProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long LOOK_MILLIS = 50;

  private final Process process;
  private final Path output;

  private ManagerProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts one.
   *
   * @param more lines of its settings, besides the necessary ones; one that says nothing of
   *     settling takes it that it is alone
   */
  static ManagerProcess start(SceneWay way, Path folder, String state, String... more)
      throws IOException {
    Path config = folder.resolve(state + ".yaml");
    Files.writeString(
        config,
        way.settings()
            + """
            dir: %s
            workers: ["worker*@localhost"]
            users: ["*@localhost"]
            """
                .formatted(folder.resolve(state))
            + String.join("\n", more)
            + (String.join("", more).contains("settling") ? "" : "settling: 0s\n"));
    Path output = Files.createTempFile(folder, state, ".out");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.windhover.app.Main",
                "manager",
                "--config",
                config.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new ManagerProcess(process, output);
  }

  String said() throws IOException {
    return Files.readString(output);
  }

  /** Waits until it has said this, or has ended. */
  ManagerProcess awaitSaid(String words) throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!said().contains(words)) {
      if (!process.isAlive() || System.nanoTime() > until) {
        throw new AssertionError("never said '" + words + "' but: " + said());
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return this;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Waits until it has ended by itself; answers its exit code. */
  int awaitEnd() throws IOException, InterruptedException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("goes on: " + said());
    }
    return process.exitValue();
  }

  /** SIGTERM. */
  int end() throws IOException, InterruptedException {
    process.destroy();
    return awaitEnd();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
