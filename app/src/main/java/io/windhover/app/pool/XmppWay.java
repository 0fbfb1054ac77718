package io.windhover.app.pool;

import io.windhover.app.settings.ManagerConfig.XmppConfig;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.component.ComponentSettings;
import io.windhover.wire.xmpp.component.ComponentStream;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * A manager's way over an XMPP server: its stream there, and its claim to be the only one on its
 * domain. Nothing that the manager says goes out before it has settled.
 */
final class XmppWay implements StanzaLink {
  private static final int PAUSE_MILLIS_MIN = 200;

  private final ComponentStream stream;
  private final DomainClaim only;

  XmppWay(
      XmppConfig xmpp,
      String domain,
      long settlingMillis,
      LongSupplier clockMillis,
      StanzaLink.Receiver manager) {
    this.stream =
        new ComponentStream(
            ComponentSettings.of(
                    xmpp.server().host(), xmpp.server().port(), domain, xmpp.secret()::read)
                // Whoever was first is back while another is still settling.
                .withPauses(PAUSE_MILLIS_MIN, DomainClaim.RETURN_MILLIS_MAX));
    this.only = new DomainClaim(manager, stream, domain, settlingMillis, clockMillis, nonce());
  }

  private static String nonce() {
    var bytes = new byte[8];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  void start() {
    stream.start(only);
  }

  @Override
  public void send(Stanza stanza) {
    only.send(stanza);
  }

  /** To be called every {@link DomainClaim#TICK_MILLIS}. */
  void tick() {
    only.tick();
  }

  /** Completed when this manager is connected, and the only one on its domain. */
  CompletableFuture<Void> settled() {
    return only.settled();
  }

  CompletableFuture<String> givesWay() {
    return only.givesWay();
  }

  /** Completed with why the server does not let us in, if it says so at the first contact. */
  CompletableFuture<Throwable> refused() {
    var refused = new CompletableFuture<Throwable>();
    var unused =
        stream
            .firstConnection()
            .whenComplete(
                (none, failure) -> {
                  if (failure != null) {
                    refused.complete(failure);
                  }
                });
    return refused;
  }

  @Override
  public void close() {
    stream.close();
  }
}
