package io.windhover.app.port;

import io.windhover.app.Main;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A manager with nothing but its port, workers and commands, each in a process of its own. */
final class PortPool implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 120;
  private static final long LOOK_MILLIS = 50;
  private static final Pattern CERTIFICATE = Pattern.compile("certificate ([0-9a-f]{64})");

  /** How a command ended and what it said. */
  record Ended(int exit, String said) {}

  private final Path folder;
  private final int port;
  private final List<Process> processes = new ArrayList<>();
  private String fingerprint = "";
  private int started;

  /** One with nothing but its port. */
  PortPool(Path folder) throws IOException {
    this(folder, "");
  }

  /**
   * Writes its settings.
   *
   * @param more lines of the manager's settings
   */
  PortPool(Path folder, String more) throws IOException {
    this.folder = folder;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
    write(
        "manager.yaml",
        """
        port: {listen: "127.0.0.1:%d"}
        dir: state
        admins: [alice@pool]
        silence: 20s
        """
                .formatted(port)
            + more);
  }

  Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Process start(String output, String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(output).toFile())
            .start();
    processes.add(process);
    return process;
  }

  Ended run(String... words) throws IOException, InterruptedException {
    started++;
    String output = "command-" + started + ".out";
    Process process = start(output, words);
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(List.of(words) + " does not end: " + said(output));
    }
    return new Ended(process.exitValue(), said(output));
  }

  String said(String output) throws IOException {
    return Files.readString(folder.resolve(output));
  }

  String awaitSaid(String output, String words) throws IOException, InterruptedException {
    for (int i = 0; i < PATIENCE_SECONDS * 1_000 / LOOK_MILLIS; i++) {
      if (said(output).contains(words)) {
        return said(output);
      }
      Thread.sleep(LOOK_MILLIS);
    }
    throw new AssertionError("never said '" + words + "' but: " + said(output));
  }

  Process startManager() throws IOException, InterruptedException {
    started++;
    String output = "manager-" + started + ".out";
    Process manager = start(output, "manager");
    Matcher certificate = CERTIFICATE.matcher(awaitSaid(output, "manager ready"));
    if (!certificate.find()) {
      throw new AssertionError("no certificate is named: " + said(output));
    }
    fingerprint = certificate.group(1);
    return manager;
  }

  String fingerprint() {
    return fingerprint;
  }

  String address() {
    return "https://127.0.0.1:" + port;
  }

  /** Makes a token and the settings of a worker that has it, and starts the worker. */
  Process startWorker(String name) throws IOException, InterruptedException {
    if (!Files.exists(folder.resolve(name + ".token"))) {
      token(name);
    }
    write(
        name + ".yaml",
        reach(name) + "name: " + name + "\ndir: " + name + "\ncores: 2\nheartbeat: 2s\n");
    return start(name + ".out", "worker", "--config", name + ".yaml");
  }

  /** Starts a worker whose settings were written elsewhere. */
  Process startWorker(String name, String settings) throws IOException {
    write(name + ".yaml", settings);
    return start(name + ".out", "worker", "--config", name + ".yaml");
  }

  void token(String name) throws IOException, InterruptedException {
    Ended made = run("token", "make", name + "@pool", "--out", name + ".token");
    if (made.exit() != 0) {
      throw new AssertionError(made);
    }
  }

  private String reach(String name) {
    return "server: https://127.0.0.1:%d\nuser: %s@pool\npasswordFile: %s.token\nfingerprint: %s\n"
        .formatted(port, name, name, fingerprint);
  }

  /** What alice, who has a token, asks. */
  Ended alice(String... words) throws IOException, InterruptedException {
    Path config = folder.resolve("config.yaml");
    write("config.yaml", "pools:\n  lab:\n" + reach("alice").indent(4) + "default: lab\n");
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(1, List.of("--config", config.toString()));
    return run(all.toArray(new String[0]));
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
