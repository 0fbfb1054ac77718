package io.windhover.app.settings;

import io.windhover.host.SecretFile;
import io.windhover.workload.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a user reaches a pool.
 *
 * @param name what the user calls it
 * @param manager the manager's own domain
 * @param user a bare JID
 * @param certificate to trust instead of the authorities that the system trusts
 * @param fingerprint of the one certificate to trust, at a manager's own port
 */
public record PoolSettings(
    String name,
    ServerAddress server,
    String manager,
    String user,
    SecretFile password,
    Optional<Path> certificate,
    Optional<String> fingerprint) {
  private static final List<String> FIELDS =
      List.of("server", "manager", "user", "passwordFile", "certificate", "fingerprint");

  static PoolSettings read(ConfigFile file, String name, Node.Fields node, String path) {
    var pool = new ConfigSection(file, node, path, FIELDS, "a pool", "passwordFile");
    String user = pool.account("user", "alice@example.org");
    ServerAddress server = pool.poolServer("server", user.substring(user.indexOf('@') + 1));
    return new PoolSettings(
        name,
        server,
        pool.managerDomain("manager", server),
        user,
        // One pool's file that is not there must not keep the user from the others.
        pool.secret("passwordFile", false),
        pool.certificate("certificate"),
        pool.fingerprint("fingerprint"));
  }
}
