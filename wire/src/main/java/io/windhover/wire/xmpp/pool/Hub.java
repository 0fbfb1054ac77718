package io.windhover.wire.xmpp.pool;

import io.windhover.wire.ManagerLink;
import io.windhover.wire.ToManager;
import io.windhover.wire.xmpp.Addresses;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** What the parts of the manager's link share: the stream, the manager, and who is there. */
final class Hub {
  final PoolSettings settings;
  final Addresses addresses;
  private final StanzaLink stream;
  private final ManagerLink.Receiver manager;
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();

  /**
   * Begins anywhere, so that no answer meant for an earlier life of ours is taken for a new one.
   */
  private final AtomicLong ids = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 40));

  Hub(PoolSettings settings, StanzaLink stream, ManagerLink.Receiver manager) {
    this.settings = settings;
    this.addresses = new Addresses(settings.domain());
    this.stream = stream;
    this.manager = manager;
  }

  void send(Stanza stanza) {
    stream.send(stanza);
  }

  /** Sends an iq and answers its id. */
  String ask(String type, Jid from, Jid to, Xml payload) {
    String id = newId();
    stream.send(Stanza.iq(type, id, from, to, payload));
    return id;
  }

  String newId() {
    return "w" + Long.toString(ids.incrementAndGet(), Character.MAX_RADIX);
  }

  /** Never called with a peer's monitor held: the manager may be saying something to it. */
  void tell(Peer peer, List<? extends ToManager> messages) {
    messages.forEach(message -> manager.received(peer.name, message));
  }

  boolean mayWork(Jid address) {
    return settings.mayWork().test(address.bare());
  }

  boolean mayHaveLease(Jid address, String lease) {
    return settings.mayHaveLease().test(address, lease);
  }

  /** What of a worker's offers its account is allowed to offer. */
  List<String> allowed(Peer peer, List<String> offers) {
    return settings.offers().apply(peer.address.bare(), offers);
  }

  Optional<Peer> peer(String name) {
    return Optional.ofNullable(peers.get(name));
  }

  Collection<Peer> peers() {
    return peers.values();
  }

  /** Empty when there are too many already. */
  Optional<Peer> peerOrNew(Jid address) {
    Peer known = peers.get(address.toString());
    if (known != null) {
      return Optional.of(known);
    }
    if (peers.size() >= settings.workersMax()) {
      return Optional.empty();
    }
    return Optional.of(peers.computeIfAbsent(address.toString(), name -> new Peer(address)));
  }

  /** Forgets it; answers whether the manager knew it. */
  boolean remove(Peer peer) {
    peers.remove(peer.name, peer);
    synchronized (peer) {
      boolean known = peer.joined && !peer.over;
      peer.over = true;
      peer.waiting.clear();
      return known;
    }
  }

  void gone(Peer peer) {
    if (remove(peer)) {
      manager.gone(peer.name);
    }
  }

  /** One of ours may come back; of Kestrel's, what it ran is lost. */
  void lost(Peer peer) {
    boolean kestrels;
    synchronized (peer) {
      kestrels = peer.isKestrels();
    }
    if (remove(peer)) {
      if (kestrels) {
        manager.gone(peer.name);
      } else {
        manager.away(peer.name);
      }
    }
  }
}
