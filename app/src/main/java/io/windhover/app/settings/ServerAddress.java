package io.windhover.app.settings;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an XMPP server listens, or a manager at a port of its own.
 *
 * @param https whether it is a manager's own port
 */
public record ServerAddress(String host, int port, boolean https) {
  /** For clients and workers. */
  public static final int CLIENT_PORT = 5222;

  /** For components such as the manager; no standard, but what most servers use. */
  public static final int COMPONENT_PORT = 5347;

  /** Of a manager itself. */
  public static final int MANAGER_PORT = 8443;

  private static final String HTTPS = "https://";
  private static final int PORT_MAX = 65_535;
  private static final Pattern ADDRESS =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]{2,45})\\]|([\\p{L}\\p{N}._-]{1,253}))(?::(\\d{1,5}))?");

  /** An XMPP server. */
  public ServerAddress(String host, int port) {
    this(host, port, false);
  }

  /**
   * Reads {@code host}, {@code host:port} or {@code [::1]:port}, or one of these behind {@code
   * https://}; empty when it is none of them.
   */
  public static Optional<ServerAddress> parseAny(String text, int usualPort) {
    return text.startsWith(HTTPS)
        ? parse(text.substring(HTTPS.length()), MANAGER_PORT)
            .map(found -> new ServerAddress(found.host(), found.port(), true))
        : parse(text, usualPort);
  }

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
    return (https ? HTTPS : "") + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
  }
}
