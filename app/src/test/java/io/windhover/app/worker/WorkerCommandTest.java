package io.windhover.app.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Main;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Order;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.TaskText;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code windhover worker} as a process of its own. */
final class WorkerCommandTest {
  private static final Jid WORKER = Jid.of("worker-1@localhost/vm7");
  private static final AttemptRef REF = new AttemptRef(37, 5, 1);

  @TempDir private Path temporary;

  private Process start(PrivateServer server, Path password) throws IOException {
    return start(server.c2sPort(), password);
  }

  private Process start(int port, Path password, String... more) throws IOException {
    List<String> options = new ArrayList<>(List.of(more));
    options.addAll(
        List.of(
            "--server",
            "127.0.0.1:" + port,
            "--user",
            "worker-1@localhost",
            "--password-file",
            password.toString(),
            "--manager",
            ComponentPeer.DOMAIN,
            "--name",
            "vm7",
            "--cores",
            "2",
            "--offers",
            "gpu,site:ghent",
            "--dir",
            folder().toString()));
    return start(options);
  }

  private Process start(List<String> options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("worker");
    command.addAll(options);
    return new ProcessBuilder(command)
        .redirectError(temporary.resolve("err").toFile())
        .directory(temporary.toFile())
        .start();
  }

  /** Everything from a file, with what lies beside it; options go before it. */
  private Process startFromFile(PrivateServer server, String... options) throws IOException {
    Path settings = Files.createDirectories(temporary.resolve("settings"));
    Files.copy(
        server.account("worker-1"),
        settings.resolve("w1.password"),
        StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(
        settings.resolve("worker.yaml"),
        """
        server: 127.0.0.1:%d
        user: worker-1@localhost
        passwordFile: w1.password
        manager: %s
        name: vm7
        dir: state
        cores: 3
        memory: 500MB
        offers: [gpu, 'site:ghent']
        """
            .formatted(server.c2sPort(), ComponentPeer.DOMAIN));
    List<String> words = new ArrayList<>(List.of("--config", "settings/worker.yaml"));
    words.addAll(List.of(options));
    return start(words);
  }

  private Path folder() {
    return temporary.resolve("state");
  }

  private String errors() throws IOException {
    return Files.readString(temporary.resolve("err"));
  }

  @Test
  void worksUntilItIsToldToStop() throws Exception {
    try (var server =
        PrivateServer.prepare(
            ServerKind.PROSODY, temporary.resolve("server"), ComponentPeer.DOMAIN)) {
      Path password = server.account("worker-1");
      server.start();
      try (var manager = new ComponentPeer(server)) {
        Process process = start(server, password);
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
          manager.welcomeWorker();
          assertThat(out.readLine())
              .startsWith("worker ready: vm7 of manager.localhost, 2 cores,")
              .contains(" gpu ", " linux ", " site:ghent");
          oneFolderOneWorker(server, password, process.pid());
          manager.ask(
              "set",
              "x1",
              new Addresses(ComponentPeer.DOMAIN).task(REF),
              WORKER,
              running("exec sleep 600"));
          process.destroy();
          saysGoodbye(manager);
          assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
          assertThat(errors()).contains("stopping: ");
          assertThat(process.exitValue()).isZero();
        } finally {
          process.destroyForcibly();
        }
      }
    }
  }

  private static Xml running(String command) {
    return TaskText.write(
        new Order(REF, "sweep", "point", 5, "", command, "", new TreeMap<>(), 1, 0, 0, 0));
  }

  private void oneFolderOneWorker(PrivateServer server, Path password, long holder)
      throws Exception {
    Process second = start(server, password);
    assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(6);
    assertThat(errors()).contains("process " + holder).hasLineCount(1);
  }

  private static void saysGoodbye(ComponentPeer manager) throws Exception {
    Stanza report =
        manager.await(stanza -> stanza.isIq("set") && stanza.toString().contains("stopped"));
    manager.send(report.result());
    Stanza farewell = manager.await(stanza -> stanza.type().equals("unavailable"));
    WorkerText words = WorkerText.read(farewell.in(Namespaces.WORKER).orElseThrow());
    assertThat(words.leaving()).isTrue();
  }

  @Test
  void aSecondSignalEndsWhatTheFirstOneWaitsFor() throws Exception {
    try (var server =
        PrivateServer.prepare(
            ServerKind.PROSODY, temporary.resolve("server"), ComponentPeer.DOMAIN)) {
      server.start();
      Process process = startFromFile(server, "--cores", "2", "--grace", "10m");
      try (var manager = new ComponentPeer(server);
          BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
        WorkerText words =
            WorkerText.read(manager.welcomeWorker().in(Namespaces.WORKER).orElseThrow());
        assertThat(words.cores()).isEqualTo(2);
        assertThat(words.memoryBytes()).isEqualTo(500_000_000);
        assertThat(out.readLine()).contains("vm7", "2 cores", "500 MB", " gpu ", " site:ghent");
        String deaf = "trap '' TERM; echo $$ > %s/pid; while :; do sleep 0.1; done";
        manager.ask(
            "set",
            "x1",
            new Addresses(ComponentPeer.DOMAIN).task(REF),
            WORKER,
            running(deaf.formatted(temporary)));
        String pid = awaited(temporary.resolve("pid"));

        process.destroy();
        while (!errors().contains("again to stop at once")) {
          Thread.onSpinWait();
        }
        assertThat(process.isAlive()).isTrue();
        new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor();
        saysGoodbye(manager);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(130);
        assertThat(ProcessHandle.of(Long.parseLong(pid))).isEmpty();
        assertThat(temporary.resolve("settings/state/logs/37")).isDirectory();
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static String awaited(Path file) throws Exception {
    for (int tries = 0; !Files.exists(file) || Files.readString(file).isBlank(); tries++) {
      assertThat(tries).as("looks for " + file).isLessThan(3_000);
      Thread.sleep(20);
    }
    return Files.readString(file).strip();
  }

  @Test
  void aFirstLoginThatFailsForAPassingReasonIsTriedAgain() throws Exception {
    try (var server =
        PrivateServer.prepare(
            ServerKind.PROSODY, temporary.resolve("server"), ComponentPeer.DOMAIN)) {
      Path password = server.account("worker-1");
      server.start();
      // Once its accounts cannot be asked, once the handshake of TLS is cut short.
      var trouble = new AtomicBoolean(true);
      String later =
          "<failure xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><temporary-auth-failure/></failure>";
      try (var relay =
          loopback(
              server,
              said -> said.contains("<challenge") && trouble.getAndSet(false) ? later : said)) {
        triesAgain(server, relay, password, "for now (temporary-auth-failure); trying again");
      }
      var cuts = new AtomicInteger();
      try (var relay =
          loopback(
              server,
              said -> {
                if (said.charAt(0) == 0x16 && cuts.getAndIncrement() == 0) {
                  throw new UncheckedIOException(new IOException("cut"));
                }
                return said;
              })) {
        triesAgain(
            server,
            relay,
            password,
            "the encrypted connection was cut short",
            "--certificate",
            server.certificate().toString());
      }
      assertThat(cuts.get()).isPositive();
    }
  }

  private static Relay loopback(PrivateServer server, UnaryOperator<String> change)
      throws IOException {
    return new Relay(server.c2sPort(), InetAddress.getLoopbackAddress(), change);
  }

  private void triesAgain(
      PrivateServer server, Relay relay, Path password, String reason, String... more)
      throws Exception {
    try (var manager = new ComponentPeer(server)) {
      Process process = start(relay.port(), password, more);
      try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
        manager.welcomeWorker();
        assertThat(out.readLine()).as(errors()).startsWith("worker ready");
        assertThat(errors()).contains(reason);
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void givesUpWhenItCanNeverLogIn() throws Exception {
    try (var server =
        PrivateServer.prepare(
            ServerKind.PROSODY, temporary.resolve("server"), ComponentPeer.DOMAIN)) {
      server.account("worker-1");
      server.start();
      Path wrong =
          Files.createFile(
              temporary.resolve("wrong"),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(wrong, "guess\n");
      Process process = start(server, wrong);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(2);
      assertThat(errors())
          .contains("does not let worker-1@localhost in")
          .doesNotContain("guess")
          .hasLineCount(1);
    }
  }
}
