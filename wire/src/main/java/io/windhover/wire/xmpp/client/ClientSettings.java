package io.windhover.wire.xmpp.client;

import io.windhover.wire.xmpp.Jid;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which server, as whom.
 *
 * @param host a name or an address; what decides whether a connection without TLS is allowed is
 *     whether it leads to this machine itself
 * @param account local@domain; the domain is the one the server's certificate must be for
 * @param resource tells several connections of one account apart; empty: the server makes one up
 * @param password asked for at each login, so that it can be changed in its file; it is not kept
 * @param certificate PEM; when given, it is the only thing that is trusted
 * @param patience how long the server may take for each step of a login
 */
public record ClientSettings(
    String host,
    int port,
    Jid account,
    String resource,
    Supplier<String> password,
    @Nullable Path certificate,
    Duration patience) {
  public static final int PORT = 5222;

  public static final Duration PATIENCE = Duration.ofSeconds(20);

  public ClientSettings {
    account = account.bare();
    if (account.local().isEmpty()) {
      throw new IllegalArgumentException("an account is local@domain, not " + account);
    }
  }

  /** As it is shown to people. */
  String server() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
