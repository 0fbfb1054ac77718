package io.windhover.app.pool.local;

import static io.windhover.app.pool.local.PoolFolder.text;

import io.windhover.host.ThisMachine;
import io.windhover.xmpp.server.PrivateServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes what the parts of a pool, and its user, have to know. */
final class PoolSettingsFiles {
  private static final long MEBIBYTE = 1 << 20;

  /** On one machine nothing is far away: who is silent for this long is frozen or dead. */
  private static final String SILENCE = "20s";

  /** Nobody else knows the secret of this server, and the state folder is locked. */
  private static final String SETTLING = "0s";

  private static final String HEARTBEAT = "5s";

  /** As in a run of one process: a power cut takes the workers along, and what they ran. */
  private static final String DURABILITY = "process-crash";

  private final PoolFolder folder;
  private final PrivateServer server;

  PoolSettingsFiles(PoolFolder folder, PrivateServer server) {
    this.folder = folder;
    this.server = server;
  }

  /**
   * Writes the files of all parts and of the user; what their owner has written there stays.
   *
   * @param before how many workers there were when the files were written last
   */
  void write(int workers, int before) throws IOException {
    writeManager();
    for (int number = 1; number <= workers; number++) {
      writeWorker(number, workers, before);
    }
    writeUser();
  }

  private void writeManager() throws IOException {
    kept(PoolFolder.MANAGER, "domain, server, secretFile and dir")
        .own("domain", text(PoolFolder.MANAGER_DOMAIN))
        .own("server", address(server.componentPort()))
        .own("secretFile", text(server.secretFile()))
        .own("dir", text(folder.state(PoolFolder.MANAGER)))
        .usual("workers", "[" + text("worker-*@" + server.domain()) + "]")
        .usual("users", "[" + text("*@" + server.domain()) + "]")
        .usual("silence", SILENCE)
        .usual("settling", SETTLING)
        .usual("durability", DURABILITY)
        .write();
  }

  private KeptSettings kept(String part, String ownKeys) throws IOException {
    return new KeptSettings(
        folder.settings(part),
        "Written by windhover pool up, which sets %s right again; all else you write here stays."
            .formatted(ownKeys));
  }

  /**
   * Each worker offers its share of the machine: all together then start as many tasks as there are
   * cores, as one worker would. They trust no certificate, so that what never leaves this machine
   * is not encrypted: that would take half of their time.
   */
  private void writeWorker(int number, int workers, int before) throws IOException {
    String name = PoolFolder.worker(number);
    kept(name, "server, user, passwordFile, manager, dir and name")
        .own("server", address(server.c2sPort()))
        .own("user", text(name + "@" + server.domain()))
        .own("passwordFile", text(server.account(name)))
        .own("manager", text(PoolFolder.MANAGER_DOMAIN))
        .own("dir", text(folder.state(name)))
        .own("name", text(name))
        .share("cores", coresOf(number, workers), coresOf(number, before))
        .share("memory", memoryOf(workers), memoryOf(before))
        .usual("heartbeat", HEARTBEAT)
        .write();
  }

  private static String coresOf(int number, int workers) {
    return Integer.toString(cores(number, Math.max(1, workers), ThisMachine.processors()));
  }

  private static String memoryOf(int workers) {
    return ThisMachine.memoryBytes() / Math.max(1, workers) / MEBIBYTE + "MiB";
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
    var config =
        new KeptSettings(folder.userSettings(), "Written by windhover pool up; its pool is local.");
    String written =
        Files.exists(folder.userSettings()) ? Files.readString(folder.userSettings()) : "";
    boolean known =
        written.contains("127.0.0.1:" + server.c2sPort()) && written.contains(password.toString());
    (known ? config.usual("pools", pool) : config.own("pools", pool))
        .usual("default", "local")
        .write();
  }

  String user() {
    return PoolFolder.USER + "@" + server.domain();
  }

  private static String address(int port) {
    return text("127.0.0.1:" + port);
  }
}
