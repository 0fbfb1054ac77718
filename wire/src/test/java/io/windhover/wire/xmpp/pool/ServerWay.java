package io.windhover.wire.xmpp.pool;

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
  /** Starts a server. */
  static ServerWay of(ServerKind kind, Path folder) {
    var server = PrivateServer.prepare(kind, folder, Stage.MANAGER);
    server.start();
    return new ServerWay(server, settings(server, server.componentPort()).withPauses(50, 500));
  }

  /** The same server, where the manager goes through another port of this machine to it. */
  ServerWay through(int port) {
    return new ServerWay(server, settings(server, port).withPauses(50, 500).withKeepAlive(300));
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

  @Override
  public End open() {
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
