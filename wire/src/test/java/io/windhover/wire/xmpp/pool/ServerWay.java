package io.windhover.wire.xmpp.pool;

import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.component.ComponentSettings;
import io.windhover.wire.xmpp.component.ComponentStream;
import io.windhover.wire.xmpp.testkit.RawClient;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Through an XMPP server, of which the manager is a component. */
record ServerWay(PrivateServer server, ComponentSettings settings) implements Way {
  private static final int QUESTIONS_MAX = 100;
  private static final int QUESTION_MILLIS = 300;

  /** Starts a server. */
  static ServerWay of(ServerKind kind, Path folder) {
    var server = PrivateServer.prepare(kind, folder, Stage.MANAGER);
    server.start();
    return new ServerWay(server, settings(server, server.componentPort()).withPauses(50, 500));
  }

  /** The same server, where the manager goes through another port of this machine to it. */
  ServerWay through(int port) {
    return new ServerWay(server, settings(server, port).withPauses(50, 500).withKeepAlive(700));
  }

  static ComponentSettings settings(PrivateServer server, int port) {
    return ComponentSettings.of(
        "127.0.0.1", port, Stage.MANAGER, () -> read(server.secretFile()).toCharArray());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until the server has let go of whoever was the manager before. ejabberd divides stanzas
   * among all who say they are, so that one it has not missed yet would swallow some of the next.
   */
  private void awaitNobody() {
    try (RawClient asker = login("asker", "asks")) {
      for (int question = 0; question < QUESTIONS_MAX; question++) {
        String id = "nobody-" + question;
        asker.say(
            "<iq type='get' id='%s' to='pool@%s'><query xmlns='%s'/></iq>"
                .formatted(id, Stage.MANAGER, Namespaces.DISCO_INFO));
        if (asker.hearAnswer(id, QUESTION_MILLIS).map(Stanza::type).orElse("").equals("error")) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new AssertionError("the server still has a manager");
  }

  @Override
  public End open() {
    awaitNobody();
    var stream = new ComponentStream(settings);
    return new End() {
      @Override
      public StanzaLink link() {
        return stream;
      }

      @Override
      public void start(StanzaLink.Receiver manager) {
        stream.start(manager);
      }

      @Override
      public void close() {
        stream.close();
      }
    };
  }

  @Override
  public RawClient login(String account, String resource) throws IOException {
    return RawClient.login(
        server.c2sPort(), "localhost", account, read(server.account(account)), resource);
  }

  @Override
  public void close() {
    server.close();
  }
}
