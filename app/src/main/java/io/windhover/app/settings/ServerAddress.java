package io.windhover.app.settings;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where an XMPP server listens. */
public record ServerAddress(String host, int port) {
  /** For clients and workers. */
  public static final int CLIENT_PORT = 5222;

  /** For components such as the manager; no standard, but what most servers use. */
  public static final int COMPONENT_PORT = 5347;

  private static final int PORT_MAX = 65_535;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]{2,45})\\]|([\\p{L}\\p{N}._-]{1,253}))(?::(\\d{1,5}))?");

  /** Reads {@code host}, {@code host:port} or {@code [::1]:port}; empty when it is none of them. */
  public static Optional<ServerAddress> parse(String text, int usualPort) {
    Matcher address = ADDRESS.matcher(text);
    if (!address.matches()) {
      return Optional.empty();
    }
    String host = address.group(1) == null ? address.group(2) : address.group(1);
    int port = address.group(3) == null ? usualPort : Integer.parseInt(address.group(3));
    return port < 1 || port > PORT_MAX
        ? Optional.empty()
        : Optional.of(new ServerAddress(host, port));
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
