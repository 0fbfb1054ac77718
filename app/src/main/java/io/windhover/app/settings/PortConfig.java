package io.windhover.app.settings;

import io.windhover.workload.Node;
import io.windhover.workload.Shown;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A manager's own port, the section {@code port} of its settings.
 *
 * @param listen the address to listen at
 * @param names that a certificate made here is for; whoever pins it does not look at them
 * @param own the operator's certificate and key, in the place of one that is made
 */
public record PortConfig(ServerAddress listen, List<String> names, Optional<OwnCertificate> own) {
  /** Both as PEM. */
  public record OwnCertificate(Path certificate, Path key) {}

  private static final List<String> FIELDS = List.of("listen", "names", "certificate", "key");

  public PortConfig {
    names = List.copyOf(names);
  }

  static Optional<PortConfig> read(ConfigFile file, ConfigSection manager, String name) {
    Node node = manager.value(name).orElse(null);
    if (node == null || node instanceof Node.Broken) {
      return Optional.empty();
    }
    if (!(node instanceof Node.Fields fields)) {
      manager.wrong(node, name, Shown.node(node) + " is no map; expected listen: 0.0.0.0:8443");
      return Optional.empty();
    }
    var port = new ConfigSection(file, fields, name, FIELDS, "a manager's port", "");
    ServerAddress listen = port.server("listen", "127.0.0.1", ServerAddress.MANAGER_PORT);
    if (listen.host().chars().allMatch(Character::isDigit)) {
      manager.wrong(
          node, name, "listen: " + listen.host() + " has no host; expected listen: 0.0.0.0:8443");
    }
    try {
      InetAddress.getByName(listen.host());
    } catch (UnknownHostException e) {
      manager.wrong(node, name, listen.host() + " is no address of this machine");
    }
    List<String> names =
        port.items("names").stream().map(n -> file.values.written(n, "port.names")).toList();
    Optional<Path> certificate = port.certificate("certificate");
    Optional<Path> key = port.certificate("key");
    if (certificate.isPresent() != key.isPresent()) {
      manager.wrong(node, name, "has one of certificate and key; expected both, or none");
    }
    return Optional.of(
        new PortConfig(
            listen,
            names.isEmpty() ? List.of("localhost", listen.host()) : names,
            certificate.isPresent() && key.isPresent()
                ? Optional.of(new OwnCertificate(certificate.get(), key.get()))
                : Optional.empty()));
  }
}
