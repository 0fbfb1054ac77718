package io.windhover.app.pool.local;

import static io.windhover.app.pool.local.PoolFolder.text;

import io.windhover.xmpp.server.PrivateServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A pool whose parts meet at a private XMPP server. */
final class PoolAtServer implements PoolWire {
  static final String PART = "server";

  /** Nobody else knows the secret of this server, and the state folder is locked. */
  private static final String SETTLING = "0s";

  private final PrivateServer server;

  PoolAtServer(PrivateServer server) {
    this.server = server;
  }

  @Override
  public void open(List<String> accounts, Consumer<String> progress) {
    if (!server.running()) {
      progress.accept("starting " + server.kind().packageName());
    }
    server.start();
    server.accounts(accounts);
  }

  @Override
  public List<String> parts() {
    return List.of(PART);
  }

  @Override
  public String domain() {
    return server.domain();
  }

  @Override
  public Map<String, String> managerKeys() {
    var keys = new LinkedHashMap<String, String>();
    keys.put("domain", text(PoolFolder.MANAGER_DOMAIN));
    keys.put("server", address(server.componentPort()));
    keys.put("secretFile", text(server.secretFile()));
    return keys;
  }

  @Override
  public Map<String, String> managerHabits() {
    return Map.of("settling", SETTLING);
  }

  /**
   * Workers trust no certificate, so that what never leaves this machine is not encrypted: that
   * would take half of their time.
   */
  @Override
  public Map<String, String> workerKeys(String name) {
    return accountKeys(name);
  }

  @Override
  public Map<String, String> userKeys() {
    Map<String, String> keys = accountKeys(PoolFolder.USER);
    keys.put("certificate", text(server.certificate()));
    return keys;
  }

  private Map<String, String> accountKeys(String name) {
    var keys = new LinkedHashMap<String, String>();
    keys.put("server", address(server.c2sPort()));
    keys.put("user", text(name + "@" + server.domain()));
    keys.put("passwordFile", text(server.account(name)));
    keys.put("manager", text(PoolFolder.MANAGER_DOMAIN));
    return keys;
  }

  private static String address(int port) {
    return text("127.0.0.1:" + port);
  }

  @Override
  public String place() {
    return "%s at 127.0.0.1:%d".formatted(server.kind().packageName(), server.c2sPort());
  }

  @Override
  public Map<String, Object> description() {
    var all = new LinkedHashMap<String, Object>();
    all.put("c2s", "127.0.0.1:" + server.c2sPort());
    all.put("domain", server.domain());
    all.put("manager", PoolFolder.MANAGER_DOMAIN);
    all.put("user", PoolFolder.user(server.domain(), server.account(PoolFolder.USER)));
    return all;
  }
}
