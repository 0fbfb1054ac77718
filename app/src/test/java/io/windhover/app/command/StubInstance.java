package io.windhover.app.command;

import io.windhover.host.Lineage;
import io.windhover.host.ProcessTable;
import io.windhover.host.TreeEnding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An instance of the stub of EC2: a process that does what its user data say, as root would. */
final class StubInstance {
  final String id;
  final String token;
  final Map<String, String> tags;
  final Instant launched = Instant.now().truncatedTo(ChronoUnit.SECONDS);
  private final Lineage lineage;
  private Instant started = launched;
  private Process process;
  private String state = "running";
  private String reason = "";

  /**
   * Starts it.
   *
   * @param home its disk
   */
  StubInstance(
      String id,
      String token,
      Map<String, String> tags,
      byte[] userData,
      Path home,
      Map<String, String> environment) {
    this.id = id;
    this.token = token;
    this.tags = tags;
    this.lineage = new Lineage(null, "ec2", "stub");
    try {
      Path bin = Files.createDirectories(home.resolve("bin"));
      Path shutdown = Files.writeString(bin.resolve("shutdown"), "#!/bin/sh\n: >../shut-down\n");
      Files.setPosixFilePermissions(shutdown, PosixFilePermissions.fromString("rwxr-xr-x"));
      Path script = Files.write(home.resolve("user-data"), userData);
      var builder =
          new ProcessBuilder("setsid", "sh", script.toString())
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectOutput(home.resolve("console").toFile());
      builder.environment().putAll(environment);
      builder.environment().put("HOME", home.toString());
      builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
      builder.environment().put(Lineage.VARIABLE, lineage.value(id));
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As EC2 calls it; one that has shut itself down has ended. */
  synchronized String state() {
    if (state.equals("running") && !process.isAlive()) {
      state = "terminated";
      reason = "Client.InstanceInitiatedShutdown";
    }
    return state;
  }

  /** For the last time. */
  synchronized Instant started() {
    return started;
  }

  synchronized String reason() {
    return reason;
  }

  synchronized void terminate() {
    if (!state().equals("terminated")) {
      var unused = new TreeEnding(lineage.ofAttempt(id), List.of(process.toHandle()), 0).run();
      state = "terminated";
      reason = "User initiated (%s GMT)".formatted(nowInWords());
    }
  }

  private static String nowInWords() {
    return Instant.now()
        .truncatedTo(ChronoUnit.SECONDS)
        .toString()
        .replace("T", " ")
        .replace("Z", "");
  }

  synchronized void hibernate() {
    signal("STOP");
    state = "stopped";
    reason = "Server.SpotInstanceShutdown (%s GMT)".formatted(nowInWords());
  }

  synchronized void resume() {
    signal("CONT");
    state = "running";
    started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    reason = "";
  }

  private void signal(String name) {
    List<String> words = new ArrayList<>(List.of("kill", "-" + name));
    ProcessTable.byAge(
            ProcessTable.find(lineage.ofAttempt(id), List.of(process.toHandle()), found -> {}))
        .forEach(found -> words.add(Long.toString(found.pid())));
    try {
      new ProcessBuilder(words).start().onExit().join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
