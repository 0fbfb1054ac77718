package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.Namespaces.DISCO_INFO;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_CAPABILITIES;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASKS;
import static io.windhover.wire.xmpp.Namespaces.WORKER;

import io.windhover.wire.ToManager;
import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.Xml;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How workers come and go: presence, subscriptions, and the questions that are asked of them. */
final class Joining {
  private static final int CACHE_MAX = 1_000;

  /** A question that is not answered for so long is asked again when its worker shows itself. */
  private static final long ASK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Whoever does not answer in this time is forgotten. */
  private static final long ASKING_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);

  private final Hub hub;

  /** By hash, which was verified: nobody can speak for others here. Only used by the reader. */
  private final Map<String, Capabilities> cache = new Bounded<>(CACHE_MAX);

  Joining(Hub hub) {
    this.hub = hub;
  }

  /** Answers false if this is nothing of a worker. */
  boolean presence(Jid from, Stanza presence) throws BadStanza {
    if (presence.type().equals("unavailable")) {
      unavailable(from, presence); // Whoever goes asks for nothing that could be refused.
      return true;
    }
    boolean mayWork = hub.mayWork(from);
    switch (presence.type()) {
      case "" -> {
        return available(from, presence, mayWork);
      }
      case "subscribe" -> {
        if (mayWork) {
          toward(from.bare(), "subscribed");
          toward(from.bare(), "subscribe");
        }
        return mayWork;
      }
      case "unsubscribe" -> {
        if (mayWork) {
          toward(from.bare(), "unsubscribed");
          toward(from.bare(), "unsubscribe");
        }
        return mayWork;
      }
      case "probe" -> {
        if (mayWork) {
          toward(from, "");
        }
        return mayWork;
      }
      default -> {}
    }
    return true;
  }

  private void toward(Jid to, String type) {
    hub.send(Stanza.presence(type, hub.addresses.pool(), to, List.of()));
  }

  private boolean available(Jid from, Stanza presence, boolean mayWork) throws BadStanza {
    Optional<Xml> words = presence.in(WORKER);
    if (!mayWork) {
      words.ifPresent(
          said -> refuse(presence, Condition.FORBIDDEN, from.bare() + " may not work here"));
      hub.peer(from.toString()).ifPresent(hub::gone);
      return words.isPresent();
    }
    if (from.resource().isEmpty()) {
      return true;
    }
    WorkerText text = words.isPresent() ? WorkerText.read(words.get()) : null;
    if (!hub.mayHaveLease(from, text == null ? "" : text.lease())) {
      refuse(presence, Condition.FORBIDDEN, "this is not the machine of that lease");
      return true;
    }
    Optional<Peer> peer = hub.peerOrNew(from);
    if (peer.isEmpty()) {
      refuse(presence, Condition.RESOURCE_CONSTRAINT, "there are too many workers already");
    } else {
      boolean busy = isBusy(presence);
      hub.tell(peer.get(), seen(peer.get(), text, busy, CapsHash.in(presence).orElse(null)));
    }
    return true;
  }

  private static boolean isBusy(Stanza presence) {
    return presence.payload().stream()
        .anyMatch(xml -> xml.name().equals("show") && xml.text().strip().equals("dnd"));
  }

  private void refuse(Stanza presence, Condition condition, String why) {
    hub.send(presence.refusal(condition, why));
  }

  private List<? extends ToManager> seen(
      Peer peer, @Nullable WorkerText text, boolean busy, @Nullable CapsHash caps) {
    synchronized (peer) {
      boolean busyBefore = peer.showBusy(busy);
      boolean asking = !peer.joined && peer.askedNanos != 0;
      boolean same = peer.isSameAs(text);
      if (peer.joined && same) {
        return peer.seenAgain(text, busyBefore);
      }
      if (asking && same && System.nanoTime() - peer.askedNanos < ASK_AGAIN_NANOS) {
        return peer.seenAgain(text, busyBefore);
      }
      String session = text == null ? "kestrel-" + hub.newId() : text.session();
      peer.begin(text, session, caps);
      Capabilities known = caps == null ? null : cache.get(caps.ver());
      if (known != null && known.offers().isPresent()) {
        return peer.joins(known, hub.allowed(peer, known.offers().get()));
      }
      ask(peer, caps == null ? "" : caps.question(), new Awaited.Features());
      return List.of();
    }
  }

  private void ask(Peer peer, String node, Awaited about) {
    Xml query = Xml.of("query", DISCO_INFO);
    String id = hub.newId();
    peer.askedNanos = System.nanoTime();
    peer.awaited.put(id, about);
    Xml question = node.isEmpty() ? query : query.with("node", node);
    hub.send(Stanza.iq("get", id, hub.addresses.pool(), peer.address, question));
  }

  /** It has said what it is. */
  void features(Peer peer, Stanza answer) {
    Optional<Xml> query = answer.in(DISCO_INFO).filter(xml -> answer.isIq("result"));
    try {
      if (query.isEmpty()) {
        throw new BadStanza("a worker must answer disco#info: " + answer.errorText());
      }
      Capabilities said = Capabilities.read(query.get());
      List<? extends ToManager> joins;
      synchronized (peer) {
        CapsHash caps = peer.caps();
        if (caps != null && Capabilities.hash(query.get()).equals(Optional.of(caps.ver()))) {
          cache.put(caps.ver(), said);
        }
        if (!said.features().contains(KESTREL_TASKS)) {
          throw new BadStanza("a worker must show the feature " + KESTREL_TASKS);
        }
        if (said.offers().isPresent()) {
          joins = peer.joins(said, hub.allowed(peer, said.offers().get()));
        } else {
          peer.described = said;
          ask(peer, KESTREL_CAPABILITIES, new Awaited.Offers());
          joins = List.of();
        }
      }
      hub.tell(peer, joins);
    } catch (BadStanza e) {
      notAWorker(peer, e.getMessage());
    }
  }

  /** It has said what it offers, Kestrel's way; whoever does not answer offers nothing. */
  void offers(Peer peer, Stanza answer) {
    Optional<Xml> query = answer.in(DISCO_INFO).filter(xml -> answer.isIq("result"));
    try {
      List<String> offers = query.isPresent() ? Capabilities.offers(query.get()) : List.of();
      List<? extends ToManager> joins;
      synchronized (peer) {
        Capabilities described = peer.described;
        joins = described == null ? List.of() : peer.joins(described, hub.allowed(peer, offers));
      }
      hub.tell(peer, joins);
    } catch (BadStanza e) {
      notAWorker(peer, e.getMessage());
    }
  }

  /** Whoever called itself a worker is told; a person's chat program is left alone. */
  private void notAWorker(Peer peer, String why) {
    boolean kestrels;
    synchronized (peer) {
      kestrels = peer.isKestrels();
    }
    hub.gone(peer);
    if (!kestrels) {
      refuse(
          Stanza.presence("", peer.address, hub.addresses.pool(), List.of()),
          Condition.NOT_ACCEPTABLE,
          why);
    }
  }

  private void unavailable(Jid from, Stanza presence) {
    if (from.resource().isEmpty()) {
      // An answer to a probe: nobody is there under this account.
      hub.peers().stream()
          .filter(peer -> peer.address.bare().equals(from))
          .toList()
          .forEach(hub::lost);
      return;
    }
    hub.peer(from.toString())
        .ifPresent(
            peer -> {
              boolean leaving =
                  presence
                      .in(WORKER)
                      .filter(worker -> worker.attribute("leaving").equals("true"))
                      .isPresent();
              if (!leaving) {
                hub.lost(peer);
              } else if (hub.remove(peer)) {
                hub.tell(peer, List.of(new ToManager.Leave()));
              }
            });
  }

  // What the manager says.

  void welcome(Peer peer, String sessionKey) {
    List<Stanza> pings;
    boolean first;
    synchronized (peer) {
      pings = peer.takePings();
      first = peer.awaitsWelcome;
      peer.awaitsWelcome = false;
    }
    if (first) {
      List<Xml> key = sessionKey.isEmpty() ? List.of() : List.of(WorkerText.welcome(sessionKey));
      hub.send(Stanza.presence("", hub.addresses.pool(), peer.address, key));
    }
    pings.forEach(ping -> hub.send(ping.result()));
  }

  void again(Peer peer) {
    synchronized (peer) {
      List<Stanza> pings = peer.takePings();
      peer.expectsJoin = true;
      if (peer.isKestrels()) {
        toward(peer.address.bare(), "probe");
      } else if (pings.isEmpty()) {
        peer.awaited.put(invite(peer.address), new Awaited.Join());
      }
      pings.forEach(
          ping -> hub.send(ping.refusal(Condition.ITEM_NOT_FOUND, "you are not known: join")));
    }
  }

  /** One that only the manager remembers: nobody knows of which kind it is. */
  void again(Jid worker) {
    if (!worker.resource().isEmpty() && hub.mayWork(worker)) {
      invite(worker);
      toward(worker.bare(), "probe");
    }
  }

  private String invite(Jid worker) {
    return hub.ask("set", hub.addresses.pool(), worker, Xml.of("join", WORKER));
  }

  /** The stream is open again: nobody knows who went in the meantime. */
  void connected() {
    for (Peer peer : hub.peers()) {
      synchronized (peer) {
        peer.confirmed = false;
        peer.awaited.clear(); // What was asked on the lost stream need not be answered.
      }
      again(peer);
    }
  }

  /** Forgets those who never said what they are. */
  void forgetSilent() {
    for (Peer peer : hub.peers()) {
      boolean silent;
      synchronized (peer) {
        silent =
            !peer.joined
                && peer.askedNanos != 0
                && System.nanoTime() - peer.askedNanos > ASKING_NANOS_MAX;
      }
      if (silent) {
        hub.remove(peer);
      }
    }
  }
}
