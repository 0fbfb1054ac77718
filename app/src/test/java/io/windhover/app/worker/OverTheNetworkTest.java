package io.windhover.app.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.client.ClientSettings;
import io.windhover.wire.xmpp.client.XmppClient;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import io.windhover.wire.xmpp.line.StanzaClient;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that is not on the loopback address must show that it is the one that is meant. */
final class OverTheNetworkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path temporary;

  private PrivateServer server(ServerKind kind) {
    var server = PrivateServer.prepare(kind, temporary.resolve("server"), ComponentPeer.DOMAIN);
    server.account("alice");
    server.start();
    return server;
  }

  private static StanzaClient client(PrivateServer server, Relay relay, @Nullable Path certificate)
      throws IOException {
    String password = Files.readString(server.account("alice")).strip();
    return XmppClient.of(
        new ClientSettings(
            relay.host(),
            relay.port(),
            Jid.of("alice@localhost"),
            "laptop",
            () -> password,
            certificate,
            PATIENCE));
  }

  /** One line that says what is wrong, and the password was not even tried. */
  private static String refusal(StanzaClient client, Relay relay) {
    PoolFailure failure = catchThrowableOfType(PoolFailure.class, client::connect);
    assertThat(failure.kind()).isEqualTo(Kind.NOT_TRUSTED);
    assertThat(failure.getMessage()).hasLineCount(1);
    assertThat(relay.said()).contains("<stream:stream").doesNotContain("<auth");
    return failure.getMessage();
  }

  @ParameterizedTest
  @EnumSource
  void theGivenCertificateIsAcceptedAndNoOther(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind);
        var relay = new Relay(server.c2sPort(), UnaryOperator.identity())) {
      var trusting = client(server, relay, server.certificate());
      trusting.connect();
      assertThat(trusting.address()).contains(Jid.of("alice@localhost/laptop"));
      trusting.close();
      assertThat(relay.said()).contains("<starttls").doesNotContain("<auth");

      assertThat(refusal(client(server, relay, null), relay))
          .startsWith(
              "the certificate of %s:%d is not trusted".formatted(relay.host(), relay.port()))
          .contains("localhost");
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoTakesTheEncryptionAwayIsNotSpokenTo(ServerKind kind) throws Exception {
    UnaryOperator<String> stripping =
        said -> said.replaceAll("(?s)<starttls[^>]*/>|<starttls.*?</starttls>", "");
    try (PrivateServer server = server(kind);
        var relay = new Relay(server.c2sPort(), stripping)) {
      assertThat(refusal(client(server, relay, server.certificate()), relay))
          .isEqualTo(
              "%s:%d offers no encryption; without it only a server on this machine is used"
                  .formatted(relay.host(), relay.port()));
      assertThat(refusal(client(server, relay, null), relay)).contains("offers no encryption");
    }
  }
}
