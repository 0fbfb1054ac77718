package io.windhover.wire.xmpp.testkit;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An XMPP client without manners: PLAIN over a socket, then whatever the test wants to say. What
 * comes is kept until it is asked for, or handed to whoever wants all of it.
 */
public final class RawClient implements AutoCloseable {
  private static final int SILENCE_MILLIS_MAX = 30_000;
  private static final int STANZA_MAX = 4_000_000;

  private final Socket socket;
  private final OutputStream out;
  private final Thread reader;
  private final Deque<Xml> elements = new ArrayDeque<>();
  private final List<Stanza> heard = new ArrayList<>();
  private XmlStream stream;
  private String address = "";
  private boolean bound;
  private boolean closed;
  private @Nullable Consumer<Stanza> listener;

  /** Everything is told under this client's own monitor. */
  private final class Ears implements XmlStream.Handler {
    @Override
    public void opened(Xml opening) {}

    @Override
    public void stanza(Xml element) {
      synchronized (RawClient.this) {
        take(element);
        RawClient.this.notifyAll();
      }
    }

    @Override
    public void tooLarge(Xml head) {
      throw new IllegalStateException("too large for a test: " + head);
    }

    @Override
    public void closed() {}
  }

  private RawClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
    stream = new XmlStream(new Ears(), STANZA_MAX);
    reader = new Thread(this::read, "raw-client");
    reader.setDaemon(true);
  }

  /** Connects, logs in and binds the resource. */
  public static RawClient login(
      int port, String domain, String user, String password, String resource) throws IOException {
    var client = new RawClient(port);
    client.reader.start();
    client.open(domain);
    client.element("features");
    String plain = "\0" + user + "\0" + password;
    client.restart();
    client.say(
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>%s</auth>"
            .formatted(Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8))));
    client.element("success");
    client.open(domain);
    client.element("features");
    client.say(
        "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
            + "<resource>%s</resource></bind></iq>".formatted(resource));
    Xml answer = client.element("iq");
    client.bound(
        answer.child("bind").flatMap(bind -> bind.child("jid")).map(Xml::text).orElseThrow());
    return client;
  }

  private synchronized void bound(String full) {
    address = full;
    bound = true;
  }

  public synchronized Jid address() {
    return Jid.of(address);
  }

  private void open(String domain) throws IOException {
    say(
        ("<?xml version='1.0'?><stream:stream xmlns='jabber:client'"
                + " xmlns:stream='http://etherx.jabber.org/streams' to='%s' version='1.0'>")
            .formatted(domain));
  }

  /** After success a new stream begins: only its head is still of the old one. */
  private boolean restarting;

  private synchronized void restart() {
    restarting = true;
  }

  private void take(Xml element) {
    if (restarting && element.name().equals("success")) {
      restarting = false;
      stream = new XmlStream(new Ears(), STANZA_MAX);
    }
    if (!bound) {
      elements.addLast(element);
      return;
    }
    try {
      Stanza stanza = Stanza.read(element);
      if (listener != null) {
        listener.accept(stanza);
      } else {
        heard.add(stanza);
      }
    } catch (BadStanza e) {
      elements.addLast(element); // A stream error.
    }
  }

  private void read() {
    byte[] buffer = new byte[1 << 16];
    try {
      int count;
      while ((count = socket.getInputStream().read(buffer)) >= 0) {
        current().feed(buffer, 0, count);
      }
    } catch (IOException | BadStanza e) {
      // Closed: told below.
    }
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }

  private synchronized XmlStream current() {
    return stream;
  }

  /** Hands everything that comes from now on to this one, instead of keeping it. */
  public synchronized void listen(Consumer<Stanza> all) {
    listener = all;
  }

  public void say(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(bytes);
    }
  }

  public void say(Stanza stanza) throws IOException {
    var text = new StringBuilder();
    stanza.write(Namespaces.CLIENT).appendTo(text, Namespaces.CLIENT);
    say(text.toString());
  }

  private synchronized Xml element(String name) throws IOException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SILENCE_MILLIS_MAX);
    while (true) {
      Xml next = elements.pollFirst();
      if (next != null && next.name().equals(name)) {
        return next;
      }
      if (next != null) {
        throw new IOException("expected " + name + ", heard " + next);
      }
      await(untilNanos, name);
    }
  }

  /** The first stanza, of those not asked for yet, of which this is true. */
  public synchronized Stanza hear(Predicate<Stanza> wanted) throws IOException {
    long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SILENCE_MILLIS_MAX);
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
    return hear(
        s -> s.kind() == Stanza.Kind.IQ && s.id().equals(id) && !s.isIq("get") && !s.isIq("set"));
  }

  public Stanza hearIqWith(String namespace) throws IOException {
    return hear(s -> (s.isIq("set") || s.isIq("get")) && s.in(namespace).isPresent());
  }

  /** Waits for something to happen; whoever calls looks again what it was. */
  @SuppressWarnings("WaitNotInLoop")
  private void await(long untilNanos, String what) throws IOException {
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
    if (closed || leftMillis <= 0) {
      throw new IOException((closed ? "closed" : "silence") + "; expected " + what);
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
    try {
      socket.close();
      reader.join(SILENCE_MILLIS_MAX);
    } catch (IOException e) {
      // Closed enough.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
