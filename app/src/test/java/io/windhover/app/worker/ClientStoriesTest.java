package io.windhover.app.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
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
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client at a real server: getting in, being kept out, asking. */
final class ClientStoriesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Xml STATUS = Xml.of("query", Namespaces.KESTREL_STATUS);

  @TempDir private Path temporary;

  private PrivateServer server(ServerKind kind) {
    var server = PrivateServer.prepare(kind, temporary.resolve("server"), ComponentPeer.DOMAIN);
    server.start();
    return server;
  }

  private static StanzaClient client(
      PrivateServer server, String account, String password, @Nullable Path certificate) {
    return XmppClient.of(
        new ClientSettings(
            "127.0.0.1",
            server.c2sPort(),
            Jid.of(account),
            "laptop",
            () -> password,
            certificate,
            PATIENCE));
  }

  private static String password(PrivateServer server, String account) throws IOException {
    return Files.readString(server.account(account)).strip();
  }

  private static PoolFailure failure(StanzaClient client) {
    return catchThrowableOfType(PoolFailure.class, client::connect);
  }

  @ParameterizedTest
  @EnumSource
  void getsInPlainOnThisMachineAndEncryptedWithTheCertificate(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind)) {
      String password = password(server, "alice");
      var plain = client(server, "alice@localhost", password, null);
      plain.connect();
      assertThat(plain.address()).contains(Jid.of("alice@localhost/laptop"));
      plain.close();
      var encrypted = client(server, "alice@localhost", password, server.certificate());
      encrypted.connect();
      encrypted.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void isKeptOutWithOneLineThatSaysWhy(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind)) {
      String password = password(server, "alice");

      PoolFailure wrong = failure(client(server, "alice@localhost", "guess", null));
      assertThat(wrong.kind()).isEqualTo(Kind.WRONG_PASSWORD);
      assertThat(wrong.getMessage()).contains("alice@localhost").doesNotContain("guess");

      Path others =
          PrivateServer.prepare(kind, temporary.resolve("other"), ComponentPeer.DOMAIN)
              .certificate();
      PoolFailure impostor = failure(client(server, "alice@localhost", password, others));
      assertThat(impostor.kind()).isEqualTo(Kind.NOT_TRUSTED);
      assertThat(impostor.getMessage()).contains("certificate").hasLineCount(1);

      Path text = Files.writeString(temporary.resolve("text.pem"), "hello");
      PoolFailure noCertificate = failure(client(server, "alice@localhost", password, text));
      assertThat(noCertificate.getMessage()).contains("text.pem holds no certificate");

      server.stop();
      PoolFailure nobody = failure(client(server, "alice@localhost", password, null));
      assertThat(nobody.kind()).isEqualTo(Kind.CANNOT_CONNECT);
      assertThat(nobody.getMessage()).contains("127.0.0.1:" + server.c2sPort()).hasLineCount(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void asksTheManagerAndHearsWhenThereIsNone(ServerKind kind) throws Exception {
    try (PrivateServer server = server(kind)) {
      var client = client(server, "alice@localhost", password(server, "alice"), null);
      client.connect();
      PoolFailure absent =
          catchThrowableOfType(
              PoolFailure.class, () -> client.ask(ComponentPeer.POOL, "get", STATUS, PATIENCE));
      assertThat(absent.kind()).isEqualTo(Kind.NO_MANAGER);
      assertThat(absent.getMessage()).startsWith("the manager is not running");

      try (var manager = new ComponentPeer(server)) {
        // What XML would change must arrive as it was sent.
        String odd = "tab\tline\nend\r<&>'\" ü 😀";
        var answer = CompletableFuture.supplyAsync(() -> ask(client, odd));
        Stanza question = manager.await(stanza -> stanza.isIq("get"));
        assertThat(question.from()).isEqualTo(Jid.of("alice@localhost/laptop"));
        Xml said = question.payload().get(0);
        manager.send(question.result(Xml.text("answer", Namespaces.POOL, said.plainText())));
        assertThat(answer.get().plainText()).isEqualTo(odd);

        var refusal =
            CompletableFuture.supplyAsync(
                () ->
                    catchThrowableOfType(
                        PoolFailure.class,
                        () -> client.ask(ComponentPeer.POOL, "get", STATUS, PATIENCE)));
        Stanza second = manager.await(stanza -> stanza.isIq("get"));
        manager.send(second.refusal(Stanza.Condition.ITEM_NOT_FOUND, "no job 7 of yours"));
        assertThat(refusal.get().condition()).isEqualTo("item-not-found");
        assertThat(refusal.get()).hasMessage("no job 7 of yours");
      }
      client.close();
    }
  }

  private static Xml ask(StanzaClient client, String text) {
    try {
      Xml question = Xml.text("ask", Namespaces.POOL, text);
      return client.ask(ComponentPeer.POOL, "get", question, PATIENCE).orElseThrow();
    } catch (PoolFailure e) {
      throw new IllegalStateException(e);
    }
  }
}
