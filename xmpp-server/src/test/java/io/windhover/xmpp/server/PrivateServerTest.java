package io.windhover.xmpp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One server of each kind has most of the stories; each finds it running and may restart it. */
final class PrivateServerTest {
  private static final String MANAGER = "manager.localhost";
  private static final String EARLY = "early-bird";

  @TempDir private static Path shared;

  // With letters that settings files quote: people have such folders.
  @TempDir private Path temporary;

  private static PrivateServer shared(ServerKind kind) {
    return PrivateServer.prepare(
        kind, shared.resolve("some \"" + kind.packageName() + "\" pool"), MANAGER);
  }

  @BeforeAll
  static void start() {
    List<CompletableFuture<Void>> started = new ArrayList<>();
    for (ServerKind kind : ServerKind.values()) {
      started.add(
          CompletableFuture.runAsync(
              () -> {
                PrivateServer server = shared(kind);
                server.account(EARLY);
                server.start();
              },
              task -> new Thread(task).start()));
    }
    started.forEach(CompletableFuture::join);
  }

  @AfterAll
  static void stop() {
    for (ServerKind kind : ServerKind.values()) {
      shared(kind).stop();
    }
  }

  /** In a folder of its own, with the certificate of the shared one: to make one takes a while. */
  private PrivateServer prepare(ServerKind kind) {
    Path own = temporary.resolve("some \"pool\"");
    try {
      if (!Files.exists(own)) {
        Files.createDirectory(own);
        for (String file : List.of("key.pem", "certificate.pem")) {
          Files.copy(shared(kind).certificate().resolveSibling(file), own.resolve(file));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PrivateServer.prepare(kind, own, MANAGER);
  }

  @ParameterizedTest
  @EnumSource
  void accountsAndTheManagerGetIn(ServerKind kind) throws IOException {
    PrivateServer server = shared(kind);
    Path early = server.account(EARLY);
    Path late = server.account("late.bird_2");

    assertThat(login(server, EARLY, early)).isEqualTo("success");
    assertThat(login(server, "late.bird_2", late)).isEqualTo("success");
    assertThat(login(server, EARLY, late)).isEqualTo("failure");
    assertThat(login(server, "nobody", late)).isEqualTo("failure");

    assertThat(handshake(server, secret(server))).isEqualTo("handshake");
    assertThat(handshake(server, "guess")).isEqualTo("stream:error");
  }

  @ParameterizedTest
  @EnumSource
  void aStopAndAStartKeepPortsAndAccountsAndSoDoesAKill(ServerKind kind) throws IOException {
    PrivateServer server = shared(kind);
    Path password = server.account("worker-1");
    long first = server.pid();
    server.stop();
    assertThat(server.running()).isFalse();
    assertThat(ProcessMark.of(first)).isEmpty();

    PrivateServer again = shared(kind);
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

  @ParameterizedTest
  @EnumSource
  void whoeverComesLaterAdoptsTheRunningServer(ServerKind kind) throws IOException {
    PrivateServer server = shared(kind);
    PrivateServer later = shared(kind);
    assertThat(later.running()).isTrue();
    assertThat(later.pid()).isEqualTo(server.pid());
    later.start();
    assertThat(later.pid()).isEqualTo(server.pid());
    assertThat(login(later, "worker-1", later.account("worker-1"))).isEqualTo("success");
    later.stop();
    assertThat(server.running()).isFalse();
    server.start();
  }

  @ParameterizedTest
  @EnumSource
  void thousandsOfAccountsAtOnce(ServerKind kind) throws IOException {
    List<String> names = IntStream.range(0, 2_000).mapToObj(i -> "many-" + i).toList();
    PrivateServer server = shared(kind);
    server.accounts(names);
    for (String name : List.of("many-0", "many-1000", "many-1999")) {
      assertThat(login(server, name, server.account(name))).isEqualTo("success");
    }
  }

  @ParameterizedTest
  @EnumSource
  void tlsIsOfferedAndNotForced(ServerKind kind) throws IOException {
    PrivateServer server = shared(kind);
    try (var stream = new RawStream(server.c2sPort())) {
      stream.open("jabber:client", "localhost");
      String features = stream.hear("(<stream:features>.*</stream:features>)");
      assertThat(features).contains("urn:ietf:params:xml:ns:xmpp-tls", "PLAIN", "SCRAM-SHA-1");
      assertThat(features).doesNotContain("<required");
      assertThat(stream.startTls()).isEqualTo(Files.readString(server.certificate()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheOwnerCanReadWhatIsSecret(ServerKind kind) throws IOException {
    PrivateServer server = shared(kind);
    assertThat(mode(server.secretFile())).isEqualTo("rw-------");
    assertThat(mode(server.account("worker-1"))).isEqualTo("rw-------");
    assertThat(mode(server.secretFile().getParent())).isEqualTo("rwx------");
  }

  @ParameterizedTest
  @EnumSource
  void aTakenPortIsNamed(ServerKind kind) throws IOException {
    try (PrivateServer server = prepare(kind);
        var squatter = new ServerSocket()) {
      squatter.bind(new InetSocketAddress(Ports.loopback(), server.componentPort()));
      assertThatThrownBy(server::start)
          .isInstanceOf(ServerFailure.class)
          .hasMessageContaining("another program has port " + server.componentPort());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatEndsAtOnceShowsItsLastWords(ServerKind kind) throws IOException {
    PrivateServer server = prepare(kind);
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
  void aFolderBelongsToOneKindAndOneManager() {
    prepare(ServerKind.PROSODY);
    assertThatThrownBy(() -> prepare(ServerKind.EJABBERD))
        .isInstanceOf(ServerFailure.class)
        .hasMessageContaining("belongs to server prosody");
  }

  @Test
  void accountsHaveSimpleNames() {
    PrivateServer server = prepare(ServerKind.PROSODY);
    for (String name : List.of("", "../x", "a b", "A", "-x", "a@b")) {
      assertThatThrownBy(() -> server.account(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("'" + name + "'");
    }
  }

  @Test
  void kindsAreNamedAfterTheirPackages() {
    assertThat(ServerKind.parse("ejabberd")).contains(ServerKind.EJABBERD);
    assertThat(ServerKind.parse("Prosody")).contains(ServerKind.PROSODY);
    assertThat(ServerKind.parse("openfire")).isEmpty();
    assertThat(ServerKind.PROSODY.missing())
        .isEqualTo("prosody is not installed; as root: apt-get install prosody");
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
