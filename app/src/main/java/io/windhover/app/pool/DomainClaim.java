package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.PING;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sees to it that a domain has one manager, and that a second one takes nothing that was meant for
 * the first. It stands between the stream and the manager. A manager that comes to a domain, or
 * comes back after it was away for a while, has to settle: until then nothing is handed to it and
 * nothing of it goes out, and whoever asks is told to come again.
 *
 * <p>It pings its own domain meanwhile. It has settled when all pings of so many milliseconds came
 * back and it was not thrown out. Three things show that another is there:
 *
 * <ul>
 *   <li>Some servers let in several components of one name and give each some of the stanzas: a
 *       ping of ours does not come back, or one of the other's comes instead. A ping says since
 *       when its manager is there; the younger gives way. Who has settled is older than who settles
 *       anew, and that one is older than who never did, whatever their clocks say.
 *   <li>Others throw out the older stream when a second comes. Whoever has settled comes back at
 *       once, after at most {@link #RETURN_MILLIS_MAX}, and throws out the newcomer, which is not
 *       settled by then and gives way. One that settles anew after the server was away comes back
 *       once.
 *   <li>Others refuse the second for as long as the first is there.
 * </ul>
 */
final class DomainClaim implements StanzaLink.Receiver {
  /** How long a manager may pause before it tries to connect again; settling takes longer. */
  static final int RETURN_MILLIS_MAX = 2_000;

  /** Whoever was away for longer settles anew: another may have settled meanwhile. */
  private static final long AWAY_MILLIS_MAX = 3_000;

  /** How often {@link #tick} is to be called, and how often a manager pings until it settles. */
  static final long TICK_MILLIS = 250;

  private static final long PING_MILLIS = 3_000;

  /** A ping that did not come back for so long went to somebody else. */
  private static final long LOST_MILLIS = 1_500;

  /** After so many times the settling time without having settled somebody else must be there. */
  private static final int SETTLINGS_MAX = 6;

  /** Where a server refuses a second manager, a dead one's stream may linger for a while. */
  private static final long REFUSED_MILLIS_MAX = 30_000;

  /** What one that has never settled adds to its time, so that all others are older. */
  private static final long NEW_MILLIS = 1_000_000_000_000_000L;

  /** What one adds that had settled and settles anew. */
  private static final long RETURNED_MILLIS = NEW_MILLIS / 2;

  /** So often it comes back if it is thrown out while it settles anew. */
  private static final int RETURNS_MAX = 1;

  private static final int WITHHELD_MAX = 20_000;

  private static final Pattern OTHER =
      Pattern.compile("windhover-only-(\\d{1,18})-([0-9a-f]{1,32})");

  private final StanzaLink.Receiver manager;
  private final StanzaLink wire;
  private final Jid domain;
  private final long settlingMillis;
  private final LongSupplier clockMillis;
  private final String nonce;
  private final CompletableFuture<String> givesWay = new CompletableFuture<>();
  private final CompletableFuture<Void> settledOnce = new CompletableFuture<>();

  /** Presences that came before we had settled, the latest of each address. */
  private final Map<String, Stanza> withheld = new LinkedHashMap<>();

  /** Our pings that have not come back, and when they were sent. */
  private final Map<String, Long> pings = new LinkedHashMap<>();

  private final long sinceMillis;
  private boolean connected;
  private boolean everConnected;
  private int thrownOut;
  private volatile boolean settled;
  private long connectedAtMillis;
  private long aloneSinceMillis;
  private long lostAtMillis = Long.MIN_VALUE / 2;
  private long pingedAtMillis = Long.MIN_VALUE / 2;
  private int pinged;

  /**
   * Claims a domain from now on.
   *
   * @param manager is told what arrives once this manager has settled
   * @param settlingMillis how long that takes; 0 when nobody else can be there
   * @param nonce hexadecimal digits that no other manager has
   */
  DomainClaim(
      StanzaLink.Receiver manager,
      StanzaLink wire,
      String domain,
      long settlingMillis,
      LongSupplier clockMillis,
      String nonce) {
    this.manager = manager;
    this.wire = wire;
    this.domain = Jid.of(domain);
    this.settlingMillis = settlingMillis;
    this.clockMillis = clockMillis;
    this.sinceMillis = clockMillis.getAsLong();
    this.nonce = nonce;
  }

  /** Completed, with a line for people, when another manager is found to be there. */
  CompletableFuture<String> givesWay() {
    return givesWay;
  }

  /** Completed when the manager may work for the first time. */
  CompletableFuture<Void> settled() {
    return settledOnce;
  }

  /** Sends what the manager says, as long as it has settled; what it says before is lost. */
  void send(Stanza stanza) {
    if (settled) {
      wire.send(stanza);
    }
  }

  /** Pings, and looks whether it is time; to be called every {@link #TICK_MILLIS}. */
  synchronized void tick() {
    long nowMillis = clockMillis.getAsLong();
    if (!connected || givesWay.isDone()) {
      return;
    }
    boolean lost = pings.values().removeIf(sent -> sent < nowMillis - LOST_MILLIS);
    if (lost && !settled) {
      aloneSinceMillis = nowMillis;
      if (nowMillis - connectedAtMillis > SETTLINGS_MAX * settlingMillis) {
        giveWay("some of what is sent to %s goes to somebody else");
        return;
      }
    }
    if (!settled && pings.isEmpty() && nowMillis - aloneSinceMillis >= settlingMillis) {
      settle();
    }
    if (nowMillis - pingedAtMillis >= (settled ? PING_MILLIS : TICK_MILLIS)) {
      ping(nowMillis);
    }
  }

  private void ping(long nowMillis) {
    pingedAtMillis = nowMillis;
    Stanza ping = ping();
    pings.put(ping.id(), nowMillis);
    wire.send(ping);
  }

  /** One more ping to ourselves. */
  synchronized Stanza ping() {
    String id = "windhover-only-%d-%s%08x".formatted(claimMillis(), nonce, ++pinged);
    return Stanza.iq("get", id, domain, domain, Xml.of("ping", PING));
  }

  private long claimMillis() {
    if (settled) {
      return sinceMillis;
    }
    return sinceMillis + (settledOnce.isDone() ? RETURNED_MILLIS : NEW_MILLIS);
  }

  /** From now on all goes to the manager, first who came meanwhile. */
  private void settle() {
    settled = true;
    thrownOut = 0;
    manager.connected();
    List.copyOf(withheld.values()).forEach(manager::received);
    withheld.clear();
    settledOnce.complete(null);
  }

  @Override
  public synchronized void received(Stanza stanza) {
    if (domain.equals(stanza.from()) && domain.equals(stanza.to())) {
      heardPing(stanza.id());
    } else if (settled) {
      manager.received(stanza);
    } else if (stanza.kind() == Stanza.Kind.PRESENCE) {
      if (withheld.size() < WITHHELD_MAX && stanza.from() != null) {
        withheld.put(stanza.from() + " " + stanza.to(), stanza);
      }
    } else if (stanza.isIq("get") || stanza.isIq("set")) {
      wire.send(
          stanza.refusal(
              Stanza.Condition.SERVICE_UNAVAILABLE,
              "the manager is making sure that it is the only one; try again in a few seconds"));
    }
  }

  private void heardPing(String id) {
    Matcher other = OTHER.matcher(id);
    if (!other.matches()) {
      return;
    }
    if (other.group(2).startsWith(nonce)) {
      pings.remove(id);
      return;
    }
    long otherSinceMillis = Long.parseLong(other.group(1));
    long ownSinceMillis = claimMillis();
    boolean older =
        otherSinceMillis != ownSinceMillis
            ? otherSinceMillis < ownSinceMillis
            : other.group(2).compareTo(nonce) < 0;
    if (older) {
      giveWay("another manager is on %s, and was there first");
    } else {
      wire.send(ping()); // So that the younger hears of us.
    }
  }

  private void giveWay(String why) {
    settled = false;
    givesWay.complete(
        why.formatted(domain)
            + "; this one gives way. Stop the other, or give one of them a domain of its own");
  }

  @Override
  public void tooLarge(Stanza head) {
    if (settled) {
      manager.tooLarge(head);
    }
  }

  @Override
  public synchronized void connected() {
    long nowMillis = clockMillis.getAsLong();
    connected = true;
    connectedAtMillis = nowMillis;
    aloneSinceMillis = nowMillis;
    pings.clear();
    withheld.clear();
    boolean keepsItsPlace = everConnected && settled && nowMillis - lostAtMillis < AWAY_MILLIS_MAX;
    everConnected = true;
    if (settlingMillis == 0 || keepsItsPlace) {
      settle();
      return;
    }
    settled = false;
    ping(nowMillis);
  }

  @Override
  public synchronized void disconnected(String why) {
    long nowMillis = clockMillis.getAsLong();
    boolean conflict = why.endsWith("conflict");
    if (connected) {
      connected = false;
      lostAtMillis = nowMillis;
      if (conflict && !settled && thrownOut++ >= (settledOnce.isDone() ? RETURNS_MAX : 0)) {
        giveWay("another manager is on %s, and was there first");
      }
    } else if (conflict && nowMillis - sinceMillis > REFUSED_MILLIS_MAX && !everConnected) {
      giveWay("another manager is on %s, and the server lets nobody else in");
    }
    manager.disconnected(why);
  }
}
