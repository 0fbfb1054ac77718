package io.windhover.app.pool.local;

import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;

/** How the parts of a pool on this machine can meet. */
public enum WireKind {
  /** At the manager's own port, which needs nothing but Java. */
  PORT(Optional.empty()),
  /** At an XMPP server, which chat programs and strangers' workers can reach as well. */
  PROSODY(Optional.of(ServerKind.PROSODY)),
  /** The same, at another. */
  EJABBERD(Optional.of(ServerKind.EJABBERD));

  private final Optional<ServerKind> server;

  WireKind(Optional<ServerKind> server) {
    this.server = server;
  }

  /** The kind of this name, in any case. */
  public static Optional<WireKind> parse(String name) {
    for (WireKind kind : values()) {
      if (kind.word().equals(name.toLowerCase(Locale.ROOT))) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** The kind of the pool that a folder holds; nothing for a folder without a pool. */
  public static Optional<WireKind> of(PoolFolder folder) {
    Optional<WireKind> atServer =
        PrivateServer.kindOf(folder.server()).flatMap(kind -> parse(kind.packageName()));
    return atServer.isEmpty() && Files.exists(folder.portFile()) ? Optional.of(PORT) : atServer;
  }

  /** Its name on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is to be said of a pool of this kind, after "the pool". */
  public String told() {
    return server.map(kind -> "has " + word()).orElse("has its manager's own port");
  }

  /** What a person must do before such a pool can be, if anything. */
  public Optional<String> missing() {
    return server.filter(kind -> !kind.installed()).map(ServerKind::missing);
  }

  /** The wire of a pool in this folder, made or taken up again. */
  PoolWire wire(PoolFolder folder) throws IOException {
    return server.isPresent()
        ? new PoolAtServer(
            PrivateServer.prepare(server.get(), folder.server(), PoolFolder.MANAGER_DOMAIN))
        : PoolAtPort.prepare(folder);
  }
}
