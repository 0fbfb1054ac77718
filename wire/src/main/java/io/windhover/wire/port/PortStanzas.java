package io.windhover.wire.port;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Carefully;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Stanza.Condition;
import io.windhover.wire.xmpp.StanzaLink;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The manager's end of the port: who is connected, under which address. It does for stanzas what an
 * XMPP server does: says who sent each, takes the way to whom each is for, answers in the place of
 * who is not there, and says of who has gone that it is unavailable. A second connection of the
 * same address takes the place of the first: its worker came back before the loss was noticed.
 */
public final class PortStanzas implements StanzaLink {
  /** One socket, as whoever serves HTTP has it. */
  public interface Line {
    /** Queues a message; never waits. Whoever lets too much pile up is cut off by the server. */
    void send(String message);

    /** Ends it, with a word to the other end. */
    void close(String why);
  }

  /** Told by whoever serves HTTP what comes in on one socket, by one thread at a time. */
  public interface Visit {
    void received(String message);

    void ended();
  }

  private static final int ABSENCES_MAX = 100_000;

  private final String domain;
  private final Object telling = new Object();
  private @Nullable Receiver receiver;
  private final Map<Jid, Guest> guests = new ConcurrentHashMap<>();

  /** Says who is not there; what it cannot keep up with is as lost as a message. */
  private final ThreadPoolExecutor absences =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(ABSENCES_MAX),
          PortStanzas::daemon,
          new ThreadPoolExecutor.DiscardPolicy());

  /**
   * Takes nobody's stanzas yet.
   *
   * @param domain what the manager's link calls its own domain
   */
  public PortStanzas(String domain) {
    this.domain = domain;
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "port-absences");
    thread.setDaemon(true);
    return thread;
  }

  /**
   * The manager takes stanzas from now on.
   *
   * @param manager told what arrives, by one thread at a time
   */
  public void open(Receiver manager) {
    synchronized (telling) {
      receiver = manager;
      manager.connected();
    }
  }

  /**
   * Somebody has opened a socket and shown who it is.
   *
   * @param address the account it has shown to be, with the name it goes by
   */
  public Visit arrived(Jid address, Line line) {
    var guest = new Guest(address, line);
    Guest before = guests.put(address, guest);
    if (before != null) {
      before.line.close(PortProtocol.DISPLACED);
      tell(presenceOf(address));
    }
    return guest;
  }

  /** Whether this address is connected here. */
  public boolean isHere(Jid address) {
    return guests.containsKey(address);
  }

  /** Ends every connection of an account, whose token was revoked. */
  public void putOut(Jid account, String why) {
    guests.forEach(
        (address, guest) -> {
          if (address.bare().equals(account.bare())) {
            guest.line.close(why);
          }
        });
  }

  @Override
  public void send(Stanza stanza) {
    Jid to = stanza.to();
    Guest guest = to == null ? null : guests.get(to);
    if (guest != null) {
      guest.line.send(PortProtocol.text(outgoing(stanza)));
    } else if (to != null && (stanza.isIq("get") || stanza.isIq("set"))) {
      // Later, and not from here: whoever sends may hold what the receiver waits for.
      Stanza refusal = stanza.refusal(Condition.SERVICE_UNAVAILABLE, to + " is not connected");
      absences.execute(() -> tell(refusal));
    }
  }

  private static Stanza outgoing(Stanza stanza) {
    Jid from = stanza.from();
    return from == null
        ? stanza
        : PortProtocol.between(
            stanza,
            Optional.of(PortProtocol.in(PortProtocol.DOMAIN, from)),
            Optional.ofNullable(stanza.to()));
  }

  private Stanza presenceOf(Jid gone) {
    return Stanza.presence("unavailable", gone, new Jid("pool", domain, ""), List.of());
  }

  private void tell(Stanza stanza) {
    synchronized (telling) {
      Receiver told = receiver;
      if (told != null) {
        Carefully.run(() -> told.received(stanza));
      }
    }
  }

  @Override
  public void close() {
    guests.values().forEach(guest -> guest.line.close("the manager is stopping"));
    guests.clear();
    absences.shutdownNow();
  }

  private final class Guest implements Visit {
    private final Jid address;
    private final Line line;
    private final StanzaReader reader;

    Guest(Jid address, Line line) {
      this.address = address;
      this.line = line;
      this.reader = new StanzaReader(this::stanza, this::tooLarge);
    }

    @Override
    public void received(String message) {
      if (guests.get(address) != this) {
        return; // Another has taken its place.
      }
      try {
        reader.feed(message);
      } catch (BadStanza e) {
        line.close("not understood: " + e.getMessage());
      }
    }

    private void stanza(Stanza said) {
      incoming(said).ifPresent(PortStanzas.this::tell);
    }

    private void tooLarge(Stanza head) {
      Optional<Stanza> stanza = incoming(head);
      synchronized (telling) {
        Receiver told = receiver;
        if (told != null) {
          stanza.ifPresent(one -> Carefully.run(() -> told.tooLarge(one)));
        }
      }
    }

    /** Whatever it says of itself, it is who it has shown to be. */
    private Optional<Stanza> incoming(Stanza said) {
      @Nullable Jid to = said.to();
      if (to == null || !to.domain().equals(PortProtocol.DOMAIN)) {
        if (said.isIq("get") || said.isIq("set")) {
          Stanza refusal = said.refusal(Condition.ITEM_NOT_FOUND, "nobody but the manager is here");
          line.send(PortProtocol.text(refusal));
        }
        return Optional.empty();
      }
      return Optional.of(
          PortProtocol.between(
              said, Optional.of(address), Optional.of(PortProtocol.in(domain, to))));
    }

    @Override
    public void ended() {
      if (guests.remove(address, this)) {
        tell(presenceOf(address));
      }
    }
  }
}
