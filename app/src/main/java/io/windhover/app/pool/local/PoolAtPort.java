package io.windhover.app.pool.local;

import static io.windhover.app.pool.local.PoolFolder.text;

import io.windhover.app.port.ManagerPort;
import io.windhover.app.state.PrivateFolder;
import io.windhover.wire.port.PortProtocol;
import io.windhover.xmpp.server.LoopbackPorts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A pool whose parts meet at its manager's own port. The port is chosen once and kept, so that
 * settings stay true; the certificate is made before the manager's first start, so that all who are
 * to trust it can be told its fingerprint.
 */
final class PoolAtPort implements PoolWire {
  private static final String DOMAIN = "pool";
  private static final List<String> NAMES = List.of("localhost", "127.0.0.1");

  private final PoolFolder folder;
  private final int port;
  private final String fingerprint;
  private final PoolTokens tokens;

  private PoolAtPort(PoolFolder folder, int port, String fingerprint) {
    this.folder = folder;
    this.port = port;
    this.fingerprint = fingerprint;
    this.tokens = new PoolTokens(folder, DOMAIN);
  }

  static PoolAtPort prepare(PoolFolder folder) throws IOException {
    PrivateFolder.make(manager(folder));
    return new PoolAtPort(
        folder, folder.port(), ManagerPort.identity(manager(folder), NAMES).fingerprint());
  }

  private static Path manager(PoolFolder folder) {
    return folder.state(PoolFolder.MANAGER);
  }

  /** The manager opens the port by itself; others may have taken it while it was down. */
  @Override
  public void open(List<String> accounts, Consumer<String> progress) throws IOException {
    if (PoolPart.manager(folder).running().isEmpty()) {
      try {
        LoopbackPorts.requireFree(port);
      } catch (IOException e) {
        throw new IOException(
            "%s, which was this pool's; end that program, or run windhover pool down, remove %s"
                    .formatted(e.getMessage(), folder.portFile())
                + " and run pool up, which chooses another",
            e);
      }
    }
    tokens.provide(accounts);
  }

  @Override
  public List<String> parts() {
    return List.of();
  }

  @Override
  public String domain() {
    return DOMAIN;
  }

  @Override
  public Map<String, String> managerKeys() {
    return Map.of("port", "{listen: " + text("127.0.0.1:" + port) + "}");
  }

  @Override
  public Map<String, String> managerHabits() {
    return Map.of();
  }

  @Override
  public Map<String, String> workerKeys(String name) {
    return accountKeys(name);
  }

  @Override
  public Map<String, String> userKeys() {
    return accountKeys(PoolFolder.USER);
  }

  private Map<String, String> accountKeys(String name) {
    var keys = new LinkedHashMap<String, String>();
    keys.put("server", text(place()));
    keys.put("user", text(name + "@" + DOMAIN));
    keys.put("passwordFile", text(tokens.file(name)));
    keys.put("fingerprint", text(fingerprint));
    return keys;
  }

  @Override
  public String place() {
    return "https://127.0.0.1:" + port;
  }

  @Override
  public Map<String, Object> description() {
    Path token = tokens.file(PoolFolder.USER);
    var all = new LinkedHashMap<String, Object>();
    all.put("http", place());
    all.put("certificate", ManagerPort.certificate(manager(folder)).toString());
    all.put("fingerprint", fingerprint);
    all.put("tokenFile", token.toString());
    all.put("manager", PortProtocol.DOMAIN);
    all.put("user", PoolFolder.user(DOMAIN, token));
    return all;
  }
}
