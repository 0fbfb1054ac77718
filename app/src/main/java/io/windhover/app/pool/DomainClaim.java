package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.PING;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sees to it that a domain has one manager. Some servers let in several components of one name and
 * give each some of the stanzas. So every manager pings its own domain, saying since when it is
 * there: whoever hears another's ping knows of it, and the younger of the two gives way. Other
 * servers end the older stream when a second comes; the older manager then comes back at once, and
 * the one that is thrown out so soon after its start knows that it was not the first.
 */
final class DomainClaim implements StanzaLink.Receiver {
  private static final Pattern OTHER =
      Pattern.compile("windhover-only-(\\d{1,18})-([0-9a-f]{1,32})");

  private final StanzaLink.Receiver manager;
  private final Jid domain;
  private final long settlingMillis;
  private final long sinceMillis;
  private final String nonce;
  private final LongSupplier clockMillis;
  private final CompletableFuture<String> givesWay = new CompletableFuture<>();

  /**
   * Claims a domain from now on.
   *
   * @param settlingMillis how soon after its start a manager that is thrown out gives way
   */
  DomainClaim(
      StanzaLink.Receiver manager,
      String domain,
      long settlingMillis,
      LongSupplier clockMillis,
      String nonce) {
    this.manager = manager;
    this.domain = Jid.of(domain);
    this.settlingMillis = settlingMillis;
    this.clockMillis = clockMillis;
    this.sinceMillis = clockMillis.getAsLong();
    this.nonce = nonce;
  }

  /** Completed, with a line for people, when an older manager is heard. */
  CompletableFuture<String> givesWay() {
    return givesWay;
  }

  /** To be sent every few seconds. */
  Stanza ping() {
    String id = "windhover-only-" + sinceMillis + "-" + nonce;
    return Stanza.iq("get", id, domain, domain, Xml.of("ping", PING));
  }

  @Override
  public void received(Stanza stanza) {
    if (domain.equals(stanza.from()) && domain.equals(stanza.to())) {
      heardOurselves(stanza.id());
    } else {
      manager.received(stanza);
    }
  }

  private void heardOurselves(String id) {
    Matcher other = OTHER.matcher(id);
    if (!other.matches() || other.group(2).equals(nonce)) {
      return;
    }
    long otherSinceMillis = Long.parseLong(other.group(1));
    boolean older =
        otherSinceMillis != sinceMillis
            ? otherSinceMillis < sinceMillis
            : other.group(2).compareTo(nonce) < 0;
    if (older) {
      giveWay();
    }
  }

  private void giveWay() {
    givesWay.complete(
        "another manager is on %s, and was there first; this one gives way".formatted(domain));
  }

  @Override
  public void tooLarge(Stanza head) {
    manager.tooLarge(head);
  }

  @Override
  public void connected() {
    manager.connected();
  }

  @Override
  public void disconnected(String why) {
    if (why.endsWith("conflict") && clockMillis.getAsLong() - sinceMillis < settlingMillis) {
      giveWay();
    }
    manager.disconnected(why);
  }
}
