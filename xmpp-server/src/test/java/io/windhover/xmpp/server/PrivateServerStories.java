package io.windhover.xmpp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.host.ProcessMark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a private server does, whatever its kind. One server has most of the stories; each finds it
 * running and may restart it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PrivateServerStories {
  private static final String MANAGER = "manager.localhost";
  private static final String EARLY = "early-bird";

  @TempDir private static Path folder;

  private final ServerKind kind;

  PrivateServerStories(ServerKind kind) {
    this.kind = kind;
  }

  /** With letters that settings files quote: people have such folders. */
  private PrivateServer shared() {
    return PrivateServer.prepare(
        kind, folder.resolve("some \"" + kind.packageName() + "\" pool"), MANAGER);
  }

  @BeforeAll
  void start() {
    PrivateServer server = shared();
    server.account(EARLY);
    server.start();
  }

  @AfterAll
  void stop() {
    shared().stop();
  }

  /** In a folder of its own, with the certificate of the shared one: to make one takes a while. */
  private PrivateServer prepare(Path temporary, ServerKind asked) {
    Path own = temporary.resolve("some \"pool\"");
    try {
      if (!Files.exists(own)) {
        Files.createDirectory(own);
        for (String file : List.of("key.pem", "certificate.pem")) {
          Files.copy(shared().certificate().resolveSibling(file), own.resolve(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PrivateServer.prepare(asked, own, MANAGER);
  }

  @Test
  void accountsAndTheManagerGetIn() throws IOException {
    PrivateServer server = shared();
    Path early = server.account(EARLY);
    Path late = server.account("late.bird_2");

    assertThat(login(server, EARLY, early)).isEqualTo("success");
    assertThat(login(server, "late.bird_2", late)).isEqualTo("success");
    assertThat(login(server, EARLY, late)).isEqualTo("failure");
    assertThat(login(server, "nobody", late)).isEqualTo("failure");

    assertThat(handshake(server, secret(server))).isEqualTo("handshake");
    assertThat(handshake(server, "guess")).isEqualTo("stream:error");
  }

  @Test
  void aStopAndAStartKeepPortsAndAccountsAndSoDoesAKill() throws IOException {
    PrivateServer server = shared();
    Path password = server.account("worker-1");
    long first = server.pid();
    server.stop();
    assertThat(server.running()).isFalse();
    assertThat(ProcessMark.of(first)).isEmpty();

    PrivateServer again = shared();
    assertThat(again.running()).isFalse();
    again.start();
    assertThat(again.c2sPort()).isEqualTo(server.c2sPort());
    assertThat(again.componentPort()).isEqualTo(server.componentPort());
    assertThat(login(again, "worker-1", password)).isEqualTo("success");

    Path other = again.account("worker-2");
    again.kill();
    assertThat(again.running()).isFalse();
    again.start();
    assertThat(login(again, "worker-2", other)).isEqualTo("success");
  }

  @Test
  void whoeverComesLaterAdoptsTheRunningServer() throws IOException {
    PrivateServer server = shared();
    PrivateServer later = shared();
    assertThat(later.running()).isTrue();
    assertThat(later.pid()).isEqualTo(server.pid());
    later.start();
    assertThat(later.pid()).isEqualTo(server.pid());
    assertThat(login(later, "worker-1", later.account("worker-1"))).isEqualTo("success");
    later.stop();
    assertThat(server.running()).isFalse();
    server.start();
  }

  @Test
  void thousandsOfAccountsAtOnce() throws IOException {
    List<String> names = IntStream.range(0, 2_000).mapToObj(i -> "many-" + i).toList();
    PrivateServer server = shared();
    server.accounts(names);
    for (String name : List.of("many-0", "many-1000", "many-1999")) {
      assertThat(login(server, name, server.account(name))).isEqualTo("success");
    }
  }

  @Test
  void tlsIsOfferedAndNotForced() throws IOException {
    PrivateServer server = shared();
    try (var stream = new RawStream(server.c2sPort())) {
      stream.open("jabber:client", "localhost");
      String features = stream.hear("(<stream:features>.*</stream:features>)");
      assertThat(features).contains("urn:ietf:params:xml:ns:xmpp-tls", "PLAIN", "SCRAM-SHA-1");
      assertThat(features).doesNotContain("<required");
      assertThat(stream.startTls()).isEqualTo(Files.readString(server.certificate()));
    }
  }

  @Test
  void onlyTheOwnerCanReadWhatIsSecret() throws IOException {
    PrivateServer server = shared();
    assertThat(mode(server.secretFile())).isEqualTo("rw-------");
    assertThat(mode(server.account("worker-1"))).isEqualTo("rw-------");
    assertThat(mode(server.secretFile().getParent())).isEqualTo("rwx------");
  }

  @Test
  void aTakenPortIsNamed(@TempDir Path temporary) throws IOException {
    try (PrivateServer server = prepare(temporary, kind);
        var squatter = new ServerSocket()) {
      squatter.bind(new InetSocketAddress(LoopbackPorts.address(), server.componentPort()));
      assertThatThrownBy(server::start)
          .isInstanceOf(ServerFailure.class)
          .hasMessageContaining("another program has port " + server.componentPort());
    }
  }

  @Test
  void aServerThatEndsAtOnceShowsItsLastWords(@TempDir Path temporary) throws IOException {
    PrivateServer server = prepare(temporary, kind);
    try (Stream<Path> files = Files.list(server.secretFile().getParent())) {
      Path settings =
          files.filter(file -> file.toString().matches(".*(yml|lua)")).findFirst().orElseThrow();
      Files.writeString(settings, "{{ nonsense");
    }
    assertThatThrownBy(server::start)
        .isInstanceOf(ServerFailure.class)
        .hasMessageContaining("cannot start " + kind.packageName())
        .hasMessageContaining("it said:\n");
  }

  @Test
  void aFolderBelongsToOneKindAndOneManager(@TempDir Path temporary) {
    prepare(temporary, kind);
    ServerKind other = kind == ServerKind.PROSODY ? ServerKind.EJABBERD : ServerKind.PROSODY;
    assertThatThrownBy(() -> prepare(temporary, other))
        .isInstanceOf(ServerFailure.class)
        .hasMessageContaining("belongs to server " + kind.packageName());
  }

  @Test
  void accountsHaveSimpleNames(@TempDir Path temporary) {
    PrivateServer server = prepare(temporary, kind);
    for (String name : List.of("", "../x", "a b", "A", "-x", "a@b")) {
      assertThatThrownBy(() -> server.account(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  private static String login(PrivateServer server, String localPart, Path password)
      throws IOException {
    try (var stream = new RawStream(server.c2sPort())) {
      return stream.login(localPart, password);
    }
  }

  private static String handshake(PrivateServer server, String secret) throws IOException {
    try (var stream = new RawStream(server.componentPort())) {
      return stream.handshake(MANAGER, secret);
    }
  }

  private static String secret(PrivateServer server) throws IOException {
    return Files.readString(server.secretFile()).strip();
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
