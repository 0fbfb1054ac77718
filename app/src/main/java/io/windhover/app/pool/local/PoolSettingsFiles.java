package io.windhover.app.pool.local;

import static io.windhover.app.pool.local.PoolFolder.text;

import io.windhover.app.local.ThisMachine;
import io.windhover.xmpp.server.PrivateServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes what the parts of a pool, and its user, have to know. */
final class PoolSettingsFiles {
  private static final long MEBIBYTE = 1 << 20;

  /** On one machine nothing is far away: who is silent for this long is frozen or dead. */
  private static final String SILENCE = "20s";

  private static final String HEARTBEAT = "5s";

  /** As in a run of one process: a power cut takes the workers along, and what they ran. */
  private static final String DURABILITY = "process-crash";

  private final PoolFolder folder;
  private final PrivateServer server;

  PoolSettingsFiles(PoolFolder folder, PrivateServer server) {
    this.folder = folder;
    this.server = server;
  }

  void write(int workers) throws IOException {
    writeManager();
    for (int number = 1; number <= workers; number++) {
      writeWorker(number, workers);
    }
    writeUser();
  }

  private void writeManager() throws IOException {
    PoolFolder.write(
        folder.settings(PoolFolder.MANAGER),
        List.of(
            "domain",
            text(PoolFolder.MANAGER_DOMAIN),
            "server",
            address(server.componentPort()),
            "secretFile",
            text(server.secretFile()),
            "dir",
            text(folder.state(PoolFolder.MANAGER)),
            "workers",
            "[" + text("worker-*@" + server.domain()) + "]",
            "users",
            "[" + text("*@" + server.domain()) + "]",
            "silence",
            SILENCE,
            "durability",
            DURABILITY));
  }

  /**
   * Each worker offers its share of the machine: all together then start as many tasks as there are
   * cores, as one worker would. They trust no certificate, so that what never leaves this machine
   * is not encrypted: that would take half of their time.
   */
  private void writeWorker(int number, int workers) throws IOException {
    String name = PoolFolder.worker(number);
    PoolFolder.write(
        folder.settings(name),
        List.of(
            "server", address(server.c2sPort()),
            "user", text(name + "@" + server.domain()),
            "passwordFile", text(server.account(name)),
            "manager", text(PoolFolder.MANAGER_DOMAIN),
            "dir", text(folder.state(name)),
            "name", text(name),
            "cores", Integer.toString(cores(number, workers, ThisMachine.processors())),
            "memory", ThisMachine.memoryBytes() / workers / MEBIBYTE + "MiB",
            "heartbeat", HEARTBEAT));
  }

  /** A worker has at least one core, even if all together then have more than the machine. */
  static int cores(int number, int workers, int processors) {
    int more = number <= processors % workers ? 1 : 0;
    return Math.max(1, processors / workers + more);
  }

  private void writeUser() throws IOException {
    Path password = server.account(PoolFolder.USER);
    String pool =
        "{local: {server: %s, manager: %s, user: %s, passwordFile: %s, certificate: %s}}"
            .formatted(
                address(server.c2sPort()),
                text(PoolFolder.MANAGER_DOMAIN),
                text(user()),
                text(password),
                text(server.certificate()));
    PoolFolder.write(folder.userSettings(), List.of("pools", pool, "default", "local"));
  }

  String user() {
    return PoolFolder.USER + "@" + server.domain();
  }

  private static String address(int port) {
    return text("127.0.0.1:" + port);
  }
}
