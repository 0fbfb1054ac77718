package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A whole pool of real processes on this machine: manager, workers, a server if it has one. */
final class PoolStage implements AutoCloseable {
  private static final int LOOKS_MAX = 100;

  final Program program;
  private final String server;
  private final int workers;
  private JsonNode up;

  PoolStage(Path folder, String server, int workers) throws IOException, InterruptedException {
    this.program = new Program(folder);
    this.server = server;
    this.workers = workers;
    this.up = up();
  }

  /** Starts what is not running; answers what pool up says. */
  JsonNode up() throws IOException, InterruptedException {
    Ended ended =
        program.run(
            "pool",
            "up",
            "--server",
            server,
            "--workers",
            Integer.toString(workers),
            "--dir",
            dir(),
            "--json",
            "--detach");
    assertThat(ended.exit()).as(ended.err()).isZero();
    up = JsonSchemas.checked("pool-up", ended.out());
    return up;
  }

  String dir() {
    return program.folder().resolve("pool").toString();
  }

  long managerPid() {
    return up.get("pids").get("manager").asLong();
  }

  /** A command about this pool. */
  Ended run(String... words) throws IOException, InterruptedException {
    return start(words).await();
  }

  Program.Call start(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    all.add(1, "--config");
    all.add(2, Path.of(dir(), "config.yaml").toString());
    return program.start(Map.of(), all.toArray(new String[0]));
  }

  int submit(String yaml) throws IOException, InterruptedException {
    Ended ended = run("submit", "-q", program.write("job.yaml", yaml).toString());
    assertThat(ended.exit()).as(ended.err()).isZero();
    return Integer.parseInt(ended.out().trim());
  }

  JsonNode status(int job) throws IOException, InterruptedException {
    Ended ended = run("status", "--json", Integer.toString(job));
    assertThat(ended.exit()).as(ended.err()).isZero();
    return JsonSchemas.checked("status", ended.out());
  }

  /** Waits until so many workers are there. */
  void awaitOnline(int count) throws IOException, InterruptedException {
    Ended seen = run("status", "pool");
    for (int looks = 0; !seen.out().contains(count + " online"); looks++) {
      assertThat(looks).as(seen.out() + seen.err()).isLessThan(LOOKS_MAX);
      seen = run("status", "pool");
    }
  }

  static void signal(long pid, String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  /** Waits until a process that was told to end is gone. */
  static void awaitEnd(long pid) throws Exception {
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isPresent()) {
      process.get().onExit().get(60, TimeUnit.SECONDS);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      program.run("pool", "down", "--dir", dir());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
