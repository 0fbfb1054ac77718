package io.windhover.app.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.app.settings.PortConfig;
import io.windhover.app.settings.ServerAddress;
import io.windhover.wire.port.PortDialer;
import io.windhover.wire.port.PortProtocol;
import io.windhover.wire.port.PortTrust;
import io.windhover.wire.xmpp.line.PoolFailure;
import io.windhover.wire.xmpp.line.StanzaStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets a socket at the port, and who does not. */
final class ManagerPortTest {
  @TempDir private Path folder;

  private final List<String> warnings = new CopyOnWriteArrayList<>();
  private ManagerPort port;
  private HttpClient client;
  private String token;

  @BeforeEach
  void open() throws Exception {
    token = new TokenBook(folder).make("alice@pool", Instant.EPOCH).token();
    port =
        new ManagerPort(
            new PortConfig(
                new ServerAddress("127.0.0.1", 0, false), List.of("localhost"), Optional.empty()),
            folder,
            "manager.pool",
            Optional.empty(),
            (kind, line) -> warnings.add(kind + ": " + line));
    port.open();
    client = PortDialer.client(new PortTrust.Pinned(port.fingerprint()), Duration.ofSeconds(20));
  }

  @AfterEach
  void close() {
    port.close();
  }

  private WebSocket dial(String name, String shown) {
    return client
        .newWebSocketBuilder()
        .header("Authorization", PortProtocol.authorization(shown))
        .subprotocols(PortProtocol.NAME)
        .buildAsync(
            URI.create("wss://127.0.0.1:" + port.port() + PortProtocol.PATH + name),
            new WebSocket.Listener() {})
        .join();
  }

  private void assertRefused(String name, String shown, int status) {
    assertThatThrownBy(() -> dial(name, shown))
        .cause()
        .isInstanceOfSatisfying(
            WebSocketHandshakeException.class,
            refusal -> assertThat(refusal.getResponse().statusCode()).isEqualTo(status));
  }

  /** What would be no address, or somebody else's, once it is decoded. */
  @ParameterizedTest
  @ValueSource(
      strings = {"a%0Ab", "a%00", "%7F", "a%C2%85b", "a%2Fb", "a%20b", "a%C2%A0b", "%E2%80%A8"})
  void aNameIsJudgedAsItWillBeUsed(String name) {
    assertRefused(name, token, 403);
    assertThat(warnings).isEmpty();
  }

  @Test
  void whoShowsAWrongTokenIsInTheLogAndTheTokenIsNot() {
    String wrong = token.substring(0, 11) + "x".repeat(43);
    assertRefused("vm7", wrong, 401);
    assertRefused("vm7", "a-password-by-mistake", 401);
    assertThat(warnings)
        .containsExactly(
            "tokens refused: refused 127.0.0.1: wrong token " + token.substring(0, 10),
            "tokens refused: refused 127.0.0.1: wrong token");
  }

  @Test
  void whoMeansToBeAnotherThanTheTokenSaysIsTold() throws Exception {
    dialAs("Alice@pool", token).close();
    String other = new TokenBook(folder).make("zo\u00eb@pool", Instant.EPOCH).token();
    dialAs("zo\u00eb@pool", other).close();
    assertThatThrownBy(() -> dialAs("bob@pool", token))
        .isInstanceOfSatisfying(
            PoolFailure.class,
            failure -> assertThat(failure.kind()).isEqualTo(PoolFailure.Kind.WRONG_PASSWORD))
        .hasMessageContaining("the token is not bob@pool's but another account's");
  }

  private StanzaStream dialAs(String account, String shown) throws Exception {
    var settings =
        new PortDialer.Settings(
            URI.create("https://127.0.0.1:" + port.port()),
            Optional.of(account),
            "vm7",
            () -> PortProtocol.authorization(shown),
            new PortTrust.Pinned(port.fingerprint()),
            Duration.ofSeconds(20));
    return new PortDialer(settings).dial(stanza -> {});
  }

  @Test
  void aNameMayHaveOtherLettersThanEnglishOnes() {
    WebSocket socket = dial("m%C3%A9sange-7", token);
    assertThat(socket.isInputClosed()).isFalse();
    socket.abort();
  }
}
