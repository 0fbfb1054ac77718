package io.windhover.xmpp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class PrivateServerTest {
  private static final String MANAGER = "manager.localhost";

  // With letters that settings files quote: people have such folders.
  @TempDir private Path temporary;

  private PrivateServer prepare(ServerKind kind) {
    return PrivateServer.prepare(kind, temporary.resolve("some \"pool\""), MANAGER);
  }

  @ParameterizedTest
  @EnumSource
  void accountsAndTheManagerGetIn(ServerKind kind) throws IOException {
    try (PrivateServer server = prepare(kind)) {
      Path early = server.account("early-bird");
      server.start();
      Path late = server.account("late.bird_2");

      assertThat(login(server, "early-bird", early)).isEqualTo("success");
      assertThat(login(server, "late.bird_2", late)).isEqualTo("success");
      assertThat(login(server, "early-bird", late)).isEqualTo("failure");
      assertThat(login(server, "nobody", late)).isEqualTo("failure");

      assertThat(handshake(server, secret(server))).isEqualTo("handshake");
      assertThat(handshake(server, "guess")).isEqualTo("stream:error");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStopAndAStartKeepPortsAndAccounts(ServerKind kind) throws IOException {
    try (PrivateServer server = prepare(kind)) {
      server.start();
      Path password = server.account("worker-1");
      long first = server.pid();
      server.stop();
      assertThat(server.running()).isFalse();
      assertThat(ProcessMark.of(first)).isEmpty();

      PrivateServer again = prepare(kind);
      assertThat(again.running()).isFalse();
      again.start();
      try (again) {
        assertThat(again.c2sPort()).isEqualTo(server.c2sPort());
        assertThat(again.componentPort()).isEqualTo(server.componentPort());
        assertThat(login(again, "worker-1", password)).isEqualTo("success");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void accountsSurviveAKill(ServerKind kind) throws IOException {
    try (PrivateServer server = prepare(kind)) {
      server.start();
      Path password = server.account("worker-1");
      server.kill();
      assertThat(server.running()).isFalse();
      server.start();
      assertThat(login(server, "worker-1", password)).isEqualTo("success");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoeverComesLaterAdoptsTheRunningServer(ServerKind kind) throws IOException {
    try (PrivateServer server = prepare(kind)) {
      server.start();
      PrivateServer later = prepare(kind);
      assertThat(later.running()).isTrue();
      assertThat(later.pid()).isEqualTo(server.pid());
      later.start();
      assertThat(later.pid()).isEqualTo(server.pid());
      assertThat(login(later, "worker-1", later.account("worker-1"))).isEqualTo("success");
      later.stop();
      assertThat(server.running()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void thousandsOfAccountsAtOnce(ServerKind kind) throws IOException {
    List<String> names = IntStream.range(0, 2_000).mapToObj(i -> "worker-" + i).toList();
    try (PrivateServer server = prepare(kind)) {
      server.start();
      server.accounts(names);
      for (String name : List.of("worker-0", "worker-1000", "worker-1999")) {
        assertThat(login(server, name, server.account(name))).isEqualTo("success");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void tlsIsOfferedAndNotForced(ServerKind kind) throws IOException {
    try (PrivateServer server = prepare(kind)) {
      server.start();
      try (var stream = new RawStream(server.c2sPort())) {
        stream.open("jabber:client", "localhost");
        String features = stream.hear("(<stream:features>.*</stream:features>)");
        assertThat(features).contains("urn:ietf:params:xml:ns:xmpp-tls", "PLAIN", "SCRAM-SHA-1");
        assertThat(features).doesNotContain("<required");
        assertThat(stream.startTls()).isEqualTo(Files.readString(server.certificate()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void onlyTheOwnerCanReadWhatIsSecret(ServerKind kind) throws IOException {
    try (PrivateServer server = prepare(kind)) {
      assertThat(mode(server.secretFile())).isEqualTo("rw-------");
      assertThat(mode(server.account("worker-1"))).isEqualTo("rw-------");
      assertThat(mode(server.secretFile().getParent())).isEqualTo("rwx------");
    }
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
