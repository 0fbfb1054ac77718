package io.windhover.xmpp.server;

import io.windhover.host.DetachedProcess;
import io.windhover.host.PrivateFiles;
import io.windhover.host.ProcessMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An XMPP server of our own on the loopback address, in a folder of its own: settings, data, a
 * certificate and secrets that only the owner can read. The ports are chosen when the folder is
 * made and stay the same, so clients find a restarted server again.
 *
 * <p>The server is a process of its own and outlives this one if this one is killed; whoever
 * prepares the same folder later adopts it.
 */
public final class PrivateServer implements AutoCloseable {
  private static final Duration START_PATIENCE = Duration.ofSeconds(90);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 20;

  private final ServerKind kind;
  private final ServerFolder folder;
  private final Ports ports;
  private final Recipe recipe;
  private @Nullable ProcessMark process;

  private PrivateServer(ServerKind kind, ServerFolder folder, Ports ports) throws IOException {
    this.kind = kind;
    this.folder = folder;
    this.ports = ports;
    this.recipe = kind.recipe(folder);
    this.process = ProcessMark.read(folder.pid()).filter(ProcessMark::isRunning).orElse(null);
  }

  /**
   * Makes the folder, or takes it up again with the server that may be running in it.
   *
   * @param managerDomain the manager's own domain, such as manager.localhost
   * @throws ServerFailure if the server's program is missing or the folder is another server's
   */
  public static PrivateServer prepare(ServerKind kind, Path folder, String managerDomain) {
    kind.program();
    try {
      ServerFolder own = ServerFolder.at(folder);
      Ports ports = own.ports(kind, managerDomain);
      if (!Files.exists(own.secret())) {
        PrivateFiles.write(own.secret(), PrivateFiles.secret() + "\n");
      }
      if (!Files.exists(own.certificate())) {
        Certificate.make(ServerFolder.DOMAIN, own.key(), own.certificate());
      }
      var server = new PrivateServer(kind, own, ports);
      server.recipe.writeSettings(ports, managerDomain);
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be used: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The kind of server that a folder was made for; nothing for a folder of no server. */
  public static Optional<ServerKind> kindOf(Path folder) {
    try {
      return ServerFolder.kindOf(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be used: " + e.getMessage(), e);
    }
  }

  /**
   * The process that was last started in a folder, running or not: to stop a server without
   * preparing it.
   */
  public static Optional<ProcessMark> processOf(Path folder) {
    try {
      return ProcessMark.read(new ServerFolder(folder).pid());
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** Starts it, unless it runs, and returns when clients and the manager can connect. */
  public synchronized void start() {
    try {
      if (!running()) {
        LoopbackPorts.requireFree(ports.c2s());
        LoopbackPorts.requireFree(ports.component());
        process = launch();
      }
      awaitPorts();
      recipe.awaitReady();
    } catch (IOException e) {
      throw new ServerFailure("cannot start " + kind.packageName() + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private ProcessMark launch() throws IOException {
    Files.deleteIfExists(folder.output());
    ProcessMark mark =
        DetachedProcess.start(
            recipe.command(),
            folder.root(),
            recipe.environment(),
            folder.output(),
            DetachedProcess.Umask.PRIVATE);
    mark.write(folder.pid());
    return mark;
  }

  private void awaitPorts() throws IOException, InterruptedException {
    long until = System.nanoTime() + START_PATIENCE.toNanos();
    while (!ports.answer()) {
      if (!running()) {
        throw new IOException("it ended; it said:" + folder.lastWords());
      }
      if (System.nanoTime() > until) {
        kill();
        throw new IOException(
            "no answer after " + START_PATIENCE.toSeconds() + " s; it said:" + folder.lastWords());
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Asks it to end and waits until it has. */
  public synchronized void stop() {
    try {
      if (process != null) {
        process.end(STOP_PATIENCE);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** Ends it at once, as a power cut would. */
  public synchronized void kill() {
    try {
      if (process != null) {
        process.kill();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** As {@link #stop}. */
  @Override
  public void close() {
    stop();
  }

  public synchronized boolean running() {
    return process != null && process.isRunning();
  }

  /** Of the process that was started last, by this object or before it. */
  public synchronized long pid() {
    return Optional.ofNullable(process)
        .orElseThrow(() -> new IllegalStateException("never started: " + folder.root()))
        .pid();
  }

  public ServerKind kind() {
    return kind;
  }

  /** The domain of the accounts. */
  public String domain() {
    return ServerFolder.DOMAIN;
  }

  /** Where clients connect on 127.0.0.1. */
  public int c2sPort() {
    return ports.c2s();
  }

  /** Where the manager's component connects on 127.0.0.1. */
  public int componentPort() {
    return ports.component();
  }

  /** Holds the secret the manager's component shares with the server. */
  public Path secretFile() {
    return folder.secret();
  }

  /** The server's own certificate (PEM), which clients trust instead of an authority. */
  public Path certificate() {
    return folder.certificate();
  }

  /** Makes the account if it is missing; the file holds its password. */
  public Path account(String localPart) {
    accounts(List.of(localPart));
    return folder.password(localPart);
  }

  /** Makes those of the accounts that are missing, thousands within seconds. */
  public synchronized void accounts(List<String> localParts) {
    var passwords = new TreeMap<String, String>();
    for (String localPart : localParts) {
      if (!Files.exists(folder.password(localPart))) {
        passwords.put(localPart, PrivateFiles.secret());
      }
    }
    if (passwords.isEmpty()) {
      return;
    }
    try {
      recipe.addAccounts(passwords, running());
      // Last: a password in its file means that the server knows the account.
      for (var account : passwords.entrySet()) {
        PrivateFiles.write(folder.password(account.getKey()), account.getValue() + "\n");
      }
    } catch (IOException e) {
      throw new ServerFailure("cannot make accounts: " + e.getMessage(), e);
    }
  }

  private static ServerFailure interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new ServerFailure("interrupted", e);
  }
}
