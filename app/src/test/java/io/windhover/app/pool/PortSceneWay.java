package io.windhover.app.pool;

import io.windhover.app.port.ManagerPort;
import io.windhover.app.port.TokenBook;
import io.windhover.http.tls.IdentityFiles;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** At the manager's own port. */
final class PortSceneWay implements SceneWay {
  private final Path folder;
  private final Path state;
  private final int port;

  PortSceneWay(Path folder) throws IOException {
    this.folder = folder;
    this.state = folder.resolve("state");
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
  }

  int port() {
    return port;
  }

  @Override
  public String settings() {
    return "port: {listen: \"127.0.0.1:%d\"}\n".formatted(port);
  }

  /** The file of a user's token, which is made when it is first asked for. */
  Path tokenFile(String user) throws IOException {
    Path file = folder.resolve(user + ".token");
    if (!Files.exists(file)) {
      TokenBook.Made made = new TokenBook(state).make(user + "@localhost", Instant.now());
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, made.token() + "\n");
    }
    return file;
  }

  String fingerprint() {
    return new IdentityFiles(ManagerPort.certificate(state), state.resolve("port-key.pem"))
        .read()
        .fingerprint();
  }

  @Override
  public RawClient login(String user, String resource) throws IOException {
    return RawClient.dial(
        port, fingerprint(), SceneWay.read(tokenFile(user)), new Jid(user, "localhost", resource));
  }

  @Override
  public String reach(String user) throws IOException {
    return reach(user, port);
  }

  /** The same through another port of this machine. */
  String reach(String user, int through) throws IOException {
    return "server: https://127.0.0.1:%d\nuser: %s@localhost\npasswordFile: %s\nfingerprint: %s\n"
        .formatted(through, user, tokenFile(user), fingerprint());
  }

  @Override
  public List<String> secrets(String... users) throws IOException {
    List<String> secrets = new ArrayList<>();
    for (String user : users) {
      secrets.add(SceneWay.read(tokenFile(user)));
    }
    return secrets;
  }

  /** The operator carries over by what the clients know the manager, and it them. */
  @Override
  public void stateReplaced(Path old, Path next) throws IOException {
    Files.createDirectory(
        next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    for (String file : List.of("tokens", "port-key.pem", "port-certificate.pem")) {
      if (Files.exists(old.resolve(file))) {
        Files.copy(old.resolve(file), next.resolve(file));
      }
    }
  }

  @Override
  public void close() {}
}
