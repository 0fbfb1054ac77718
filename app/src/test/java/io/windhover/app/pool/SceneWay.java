package io.windhover.app.pool;

import io.windhover.wire.xmpp.testkit.RawClient;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How clients and workers reach the manager of a scene. Accounts are of the domain localhost. */
interface SceneWay extends AutoCloseable {
  /** The manager's domain, as it is called at its port, so that stories are told alike. */
  String DOMAIN = "manager";

  /** The ways there are. */
  enum Kind {
    PROSODY,
    EJABBERD,
    PORT;

    /** Makes this way in a folder, where the manager's state will be in {@code state}. */
    SceneWay open(Path folder) throws IOException {
      return this == PORT
          ? new PortSceneWay(folder)
          : ServerSceneWay.start(ServerKind.valueOf(name()), folder, DOMAIN);
    }
  }

  /** The manager's domain. */
  default String domain() {
    return DOMAIN;
  }

  /** What the manager's settings say of it. */
  String settings();

  RawClient login(String user, String resource) throws IOException;

  /** What the settings of a worker, or of a client, say of it. */
  String reach(String user) throws IOException;

  /** What nobody may see: those of these users and its own. */
  List<String> secrets(String... users) throws IOException;

  /** The manager's state is replaced by nothing; its clients must still find it. */
  void stateReplaced(Path old, Path next) throws IOException;

  @Override
  void close();

  /** A secret of which a test has the file. */
  static String read(Path file) throws IOException {
    return Files.readString(file).strip();
  }
}
