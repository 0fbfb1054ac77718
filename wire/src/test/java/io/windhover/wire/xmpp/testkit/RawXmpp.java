package io.windhover.wire.xmpp.testkit;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A raw client's connection to an XMPP server: a plain socket, and PLAIN. */
final class RawXmpp implements RawClient.Pipe {
  private final Socket socket;
  private final OutputStream out;
  private final Thread reader;

  /** Elements that come before the resource is bound. */
  private final BlockingQueue<Xml> early = new LinkedBlockingQueue<>();

  private XmlStream stream = newStream();
  private boolean restarting;
  private @Nullable RawClient client;

  private final class Ears implements XmlStream.Handler {
    @Override
    public void opened(Xml opening) {}

    @Override
    public void stanza(Xml element) {
      take(element);
    }

    @Override
    public void tooLarge(Xml head) {
      throw new IllegalStateException("too large for a test: " + head);
    }

    @Override
    public void closed() {}
  }

  private RawXmpp(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
    reader = new Thread(this::read, "raw-client");
    reader.setDaemon(true);
    reader.start();
  }

  private XmlStream newStream() {
    return new XmlStream(new Ears(), RawClient.STANZA_MAX);
  }

  static RawClient login(int port, String domain, String user, String password, String resource)
      throws IOException {
    var pipe = new RawXmpp(port);
    pipe.open(domain);
    pipe.element("features");
    String plain = "\0" + user + "\0" + password;
    pipe.restart();
    pipe.send(
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>%s</auth>"
            .formatted(Base64.getEncoder().encodeToString(plain.getBytes(StandardCharsets.UTF_8))));
    pipe.element("success");
    pipe.open(domain);
    pipe.element("features");
    pipe.send(
        "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
            + "<resource>%s</resource></bind></iq>".formatted(resource));
    Xml bound = pipe.element("iq").child("bind").orElseThrow();
    return pipe.bound(Jid.of(bound.child("jid").map(Xml::text).orElseThrow()));
  }

  private synchronized RawClient bound(Jid address) {
    var made = new RawClient(address, this);
    client = made;
    return made;
  }

  private void open(String domain) throws IOException {
    send(
        ("<?xml version='1.0'?><stream:stream xmlns='jabber:client'"
                + " xmlns:stream='http://etherx.jabber.org/streams' to='%s' version='1.0'>")
            .formatted(domain));
  }

  /** After success a new stream begins: only its head is still of the old one. */
  private synchronized void restart() {
    restarting = true;
  }

  private synchronized void take(Xml element) {
    if (restarting && element.name().equals("success")) {
      restarting = false;
      stream = newStream();
    }
    RawClient told = client;
    if (told == null) {
      early.add(element);
      return;
    }
    try {
      told.received(Stanza.read(element));
    } catch (BadStanza e) {
      // A stream error: the server closes behind it.
    }
  }

  private Xml element(String name) throws IOException {
    try {
      Xml next = early.poll(RawClient.SILENCE_MILLIS_MAX, TimeUnit.MILLISECONDS);
      if (next == null || !next.name().equals(name)) {
        throw new IOException("expected " + name + ", heard " + next);
      }
      return next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
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
    RawClient told = toldLast();
    if (told != null) {
      told.ended();
    }
  }

  private synchronized XmlStream current() {
    return stream;
  }

  private synchronized @Nullable RawClient toldLast() {
    return client;
  }

  @Override
  public void send(String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(bytes);
    }
  }

  @Override
  public void cut() {
    try {
      socket.close();
      reader.join(RawClient.SILENCE_MILLIS_MAX);
    } catch (IOException e) {
      // Closed enough.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
