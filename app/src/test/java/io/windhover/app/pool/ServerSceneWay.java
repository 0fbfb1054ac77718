package io.windhover.app.pool;

import io.windhover.wire.xmpp.testkit.RawClient;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Through an XMPP server. */
record ServerSceneWay(PrivateServer server, String domain) implements SceneWay {
  static ServerSceneWay start(ServerKind kind, Path folder, String domain) {
    var server = PrivateServer.prepare(kind, folder.resolve("server"), domain);
    server.start();
    return new ServerSceneWay(server, domain);
  }

  @Override
  public String settings() {
    return "domain: %s\nserver: localhost:%d\nsecretFile: %s\n"
        .formatted(domain, server.componentPort(), server.secretFile());
  }

  @Override
  public RawClient login(String user, String resource) throws IOException {
    String password = SceneWay.read(server.account(user));
    return RawClient.login(server.c2sPort(), "localhost", user, password, resource);
  }

  @Override
  public String reach(String user) {
    return "server: 127.0.0.1:%d\nuser: %s@localhost\npasswordFile: %s\nmanager: %s\n"
        .formatted(server.c2sPort(), user, server.account(user), domain);
  }

  @Override
  public List<String> secrets(String... users) throws IOException {
    List<String> secrets = new ArrayList<>(List.of(SceneWay.read(server.secretFile())));
    for (String user : users) {
      secrets.add(SceneWay.read(server.account(user)));
    }
    return secrets;
  }

  @Override
  public void stateReplaced(Path old, Path next) {}

  @Override
  public void close() {
    server.close();
  }
}
