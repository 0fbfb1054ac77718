package io.windhover.app.pool.local;

import io.windhover.app.CommandFailure;
import io.windhover.app.ExitCode;
import io.windhover.host.DetachedProcess;
import io.windhover.host.DetachedProcess.Umask;
import io.windhover.host.ProcessMark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The manager or a worker: a process of this program with its settings and its log. */
final class PoolPart {
  private static final Duration READY_PATIENCE = Duration.ofSeconds(90);
  private static final long LOOK_MILLIS = 50;
  private static final int LINES_SHOWN = 8;

  private final PoolFolder folder;
  private final String name;
  private final List<String> command;
  private final String readyLine;
  private final Umask umask;
  private long logSizeBefore;

  private PoolPart(
      PoolFolder folder, String name, List<String> command, String readyLine, Umask umask) {
    this.folder = folder;
    this.umask = umask;
    this.name = name;
    this.command = command;
    this.readyLine = readyLine;
  }

  static PoolPart manager(PoolFolder folder) {
    String name = PoolFolder.MANAGER;
    return new PoolPart(
        folder, name, PoolProgram.manager(folder.settings(name)), "manager ready", Umask.PRIVATE);
  }

  static PoolPart worker(PoolFolder folder, int number) {
    String name = PoolFolder.worker(number);
    return new PoolPart(
        folder, name, PoolProgram.worker(folder.settings(name)), "worker ready", Umask.INHERITED);
  }

  String name() {
    return name;
  }

  /** The process, if it is running. */
  Optional<ProcessMark> running() throws IOException {
    return ProcessMark.read(folder.pid(name)).filter(ProcessMark::isRunning);
  }

  /** Starts it unless it runs; answers whether it had to. */
  boolean start() throws IOException {
    if (running().isPresent()) {
      return false;
    }
    Path log = folder.log(name);
    logSizeBefore = Files.exists(log) ? Files.size(log) : 0;
    DetachedProcess.start(command, folder.root(), Map.of(), log, umask).write(folder.pid(name));
    return true;
  }

  /** Waits until a part that was started says that it is ready. */
  void awaitReady() throws IOException, InterruptedException {
    long until = System.nanoTime() + READY_PATIENCE.toNanos();
    while (!saidReady()) {
      boolean ended = running().isEmpty();
      if (ended || System.nanoTime() > until) {
        throw new CommandFailure(
            ExitCode.UNAVAILABLE,
            "%s %s; %s says:%s"
                .formatted(
                    name,
                    ended
                        ? "ended at once"
                        : "is not ready after " + READY_PATIENCE.toSeconds() + " s",
                    folder.log(name),
                    lastWords()));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private boolean saidReady() throws IOException {
    return said().stream().anyMatch(line -> line.startsWith(readyLine));
  }

  private String lastWords() throws IOException {
    List<String> lines = said().stream().filter(line -> !line.isBlank()).toList();
    return lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()).stream()
        .map(line -> "\n  " + line)
        .collect(Collectors.joining());
  }

  /** What it printed since its start. */
  private List<String> said() throws IOException {
    byte[] all = Files.readAllBytes(folder.log(name));
    int from = (int) Math.min(logSizeBefore, all.length);
    return new String(all, from, all.length - from, StandardCharsets.UTF_8).lines().toList();
  }
}
