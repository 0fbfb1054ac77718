package io.windhover.wire.xmpp.line;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.line.PoolFailure.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A client, over whatever way stanzas travel: connected once ({@link #connect}) or for as long as
 * it lives ({@link #stayConnected}).
 */
public final class StanzaClient implements StanzaLink {
  private final StanzaDialer dialer;
  private final Receiver receiver;
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private volatile @Nullable StanzaStream stream;
  private volatile @Nullable StayingConnected staying;
  private volatile boolean closed;

  /** Since when a request waits and nothing at all was heard from the server; 0 for not at all. */
  private final AtomicLong unheardSinceNanos = new AtomicLong();

  private record Asked(Jid to, CompletableFuture<Stanza> answer) {}

  public StanzaClient(StanzaDialer dialer, Receiver receiver) {
    this.dialer = dialer;
    this.receiver = receiver;
  }

  /** A client that only asks. */
  public StanzaClient(StanzaDialer dialer) {
    this(
        dialer,
        new Receiver() {
          @Override
          public void received(Stanza stanza) {}

          @Override
          public void connected() {}

          @Override
          public void disconnected(String why) {}
        });
  }

  /** Connects and logs in, once. */
  public void connect() throws PoolFailure {
    try {
      StanzaStream opened = open();
      var unused = opened.over().thenAccept(this::lost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PoolFailure(Kind.CANNOT_CONNECT, "interrupted while connecting");
    }
  }

  /** Connects, and again after each loss, in a thread of its own, until it is closed. */
  public void stayConnected(Reconnection reconnection) {
    var loop = new StayingConnected(this, reconnection);
    staying = loop;
    loop.start();
  }

  StanzaStream open() throws PoolFailure, InterruptedException {
    StanzaStream opened = dialer.dial(this::received);
    unheardSinceNanos.set(0);
    stream = opened;
    if (closed) {
      opened.drop("closed");
    } else {
      synchronized (receiver) {
        receiver.connected();
      }
    }
    return opened;
  }

  /** The connection is over: says so to all who wait for an answer. */
  void lost(String why) {
    stream = null;
    asked.values().forEach(waiting -> waiting.answer.completeExceptionally(lostBefore(why)));
    synchronized (receiver) {
      receiver.disconnected(why);
    }
  }

  private static PoolFailure lostBefore(String why) {
    return new PoolFailure(Kind.CANNOT_CONNECT, why + "; no answer had come");
  }

  /** Whether there is a connection now. */
  public boolean isConnected() {
    return stream != null;
  }

  boolean isClosed() {
    return closed;
  }

  String server() {
    return dialer.server();
  }

  /** How long the server has owed us any sign of life. */
  Duration unheard() {
    long since = unheardSinceNanos.get();
    return since == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
  }

  /** The address the server knows us by; only while connected. */
  public Optional<Jid> address() {
    return Optional.ofNullable(stream).flatMap(StanzaStream::address);
  }

  /** A new id for an iq of this client. */
  public String newId() {
    return "w" + ids.incrementAndGet();
  }

  @Override
  public void send(Stanza stanza) {
    StanzaStream now = stream;
    if (now != null) {
      if (stanza.isIq("get") || stanza.isIq("set")) {
        // Never 0, which means that nothing is owed.
        unheardSinceNanos.compareAndSet(0, System.nanoTime() | 1);
      }
      now.send(stanza);
    }
  }

  /**
   * Sends a request and waits for its answer.
   *
   * @return what is in the result, if anything is
   * @throws PoolFailure if it is refused, nobody is there, or no answer comes in time
   */
  public Optional<Xml> ask(Jid to, String iqType, Xml payload, Duration patience)
      throws PoolFailure {
    String id = newId();
    CompletableFuture<Stanza> answer = new CompletableFuture<>();
    asked.put(id, new Asked(to, answer));
    try {
      if (stream == null) {
        throw new PoolFailure(Kind.CANNOT_CONNECT, "not connected to " + dialer.server());
      }
      send(new Stanza(Stanza.Kind.IQ, iqType, id, null, to, List.of(payload)));
      Stanza got = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (got.type().equals("error")) {
        throw Absence.ofRefusal(got, to);
      }
      return got.payload().stream().findFirst();
    } catch (TimeoutException e) {
      throw new PoolFailure(
          Kind.NO_ANSWER, "%s did not answer within %d s".formatted(to, patience.toSeconds()));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof PoolFailure failure
          ? failure
          : new PoolFailure(Kind.CANNOT_CONNECT, String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PoolFailure(Kind.NO_ANSWER, "interrupted while waiting for " + to);
    } finally {
      asked.remove(id);
    }
  }

  private void received(Stanza stanza) {
    unheardSinceNanos.set(0);
    if (stanza.isIq("result") || stanza.isIq("error")) {
      Asked waiting = asked.get(stanza.id());
      // Nobody but the one who was asked can answer.
      if (waiting != null && waiting.to.equals(stanza.from())) {
        waiting.answer.complete(stanza);
        return;
      }
    }
    synchronized (receiver) {
      receiver.received(stanza);
    }
  }

  /** Ends the connection; what was sent before is still sent. */
  @Override
  public void close() {
    closed = true;
    StanzaStream now = stream;
    if (now != null) {
      now.close();
    }
    StayingConnected loop = staying;
    if (loop != null) {
      loop.end();
    }
  }
}
