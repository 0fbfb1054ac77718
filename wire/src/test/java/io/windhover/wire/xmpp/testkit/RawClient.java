package io.windhover.wire.xmpp.testkit;

import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A client without manners, at an XMPP server or at a manager's port: it says whatever the test
 * wants. What comes is kept until it is asked for, or handed to whoever wants all of it.
 */
public final class RawClient implements AutoCloseable {
  static final int SILENCE_MILLIS_MAX = 30_000;
  static final int STANZA_MAX = 4_000_000;

  /** What the client speaks through. */
  interface Pipe {
    /** Sends text as it is. */
    void send(String text) throws IOException;

    /** Cuts the connection without a word; nothing is heard after it. */
    void cut();
  }

  private final Jid address;
  private final Pipe pipe;
  private final List<Stanza> heard = new ArrayList<>();
  private boolean closed;
  private @Nullable Consumer<Stanza> listener;

  RawClient(Jid address, Pipe pipe) {
    this.address = address;
    this.pipe = pipe;
  }

  /** Connects to an XMPP server, logs in by PLAIN and binds the resource. */
  public static RawClient login(
      int port, String domain, String user, String password, String resource) throws IOException {
    return RawXmpp.login(port, domain, user, password, resource);
  }

  /**
   * Opens a WebSocket at a manager's port of this machine.
   *
   * @param fingerprint of the port's certificate
   * @param address the token's account and the name to go by
   */
  public static RawClient dial(int port, String fingerprint, String token, Jid address)
      throws IOException {
    return RawSocket.dial(port, fingerprint, token, address);
  }

  public Jid address() {
    return address;
  }

  synchronized void received(Stanza stanza) {
    if (listener != null) {
      listener.accept(stanza);
    } else {
      heard.add(stanza);
    }
    notifyAll();
  }

  synchronized void ended() {
    closed = true;
    notifyAll();
  }

  /** Hands everything that comes from now on to this one, instead of keeping it. */
  public synchronized void listen(Consumer<Stanza> all) {
    listener = all;
  }

  public void say(String text) throws IOException {
    pipe.send(text);
  }

  public void say(Stanza stanza) throws IOException {
    var text = new StringBuilder();
    stanza.write(Namespaces.CLIENT).appendTo(text, Namespaces.CLIENT);
    say(text.toString());
  }

  /** The first stanza, of those not asked for yet, of which this is true. */
  public Stanza hear(Predicate<Stanza> wanted) throws IOException {
    return hear(wanted, SILENCE_MILLIS_MAX);
  }

  private synchronized Stanza hear(Predicate<Stanza> wanted, int millis) throws IOException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (true) {
      for (Iterator<Stanza> all = heard.iterator(); all.hasNext(); ) {
        Stanza stanza = all.next();
        if (wanted.test(stanza)) {
          all.remove();
          return stanza;
        }
      }
      await(untilNanos, "something else than " + heard);
    }
  }

  public Stanza hearAnswer(String id) throws IOException {
    return hear(s -> isAnswer(s, id));
  }

  /** The answer, unless it does not come within that time. */
  public Optional<Stanza> hearAnswer(String id, int millis) throws IOException {
    try {
      return Optional.of(hear(s -> isAnswer(s, id), millis));
    } catch (SocketTimeoutException e) {
      return Optional.empty();
    }
  }

  private static boolean isAnswer(Stanza said, String id) {
    return said.kind() == Stanza.Kind.IQ
        && said.id().equals(id)
        && !said.isIq("get")
        && !said.isIq("set");
  }

  public Stanza hearIqWith(String namespace) throws IOException {
    return hear(s -> (s.isIq("set") || s.isIq("get")) && s.in(namespace).isPresent());
  }

  /** Waits for something to happen; whoever calls looks again what it was. */
  @SuppressWarnings("WaitNotInLoop")
  private void await(long untilNanos, String what) throws IOException {
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
    if (closed) {
      throw new IOException("closed; expected " + what);
    }
    if (leftMillis <= 0) {
      throw new SocketTimeoutException("silence; expected " + what);
    }
    try {
      wait(leftMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Cuts the connection without a word. */
  @Override
  public void close() {
    pipe.cut();
  }
}
