package io.windhover.app.bench.pool;

import static io.windhover.wire.xmpp.Namespaces.CLIENT;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;

/** One client connection on a selector: logs in with a password, then carries stanzas. */
final class LoadConnection implements XmlStream.Handler {
  private static final String SASL = "urn:ietf:params:xml:ns:xmpp-sasl";
  private static final String BIND = "urn:ietf:params:xml:ns:xmpp-bind";
  private static final int STANZA_MAX = 4_000_000;

  private final String domain;
  private final String user;
  private final String password;
  private final LoadWorker worker;
  private final SelectionKey key;
  private final SocketChannel channel;
  private final Deque<ByteBuffer> waiting = new ArrayDeque<>();
  private XmlStream stream = new XmlStream(this, STANZA_MAX);
  private boolean authenticated;
  private boolean restart;
  boolean ready;

  LoadConnection(
      SelectionKey key, LoadSettings settings, String user, String password, String session) {
    this.key = key;
    this.channel = (SocketChannel) key.channel();
    this.domain = settings.domain();
    this.user = user;
    this.password = password;
    this.worker = new LoadWorker(settings.manager(), settings.cores(), session, this::send);
  }

  LoadWorker worker() {
    return worker;
  }

  void connected() throws IOException {
    write(LoadWorker.stream(domain));
  }

  /** Takes what has come; answers false when the other end has closed. */
  boolean read(byte[] buffer) throws IOException, BadStanza {
    int count = channel.read(ByteBuffer.wrap(buffer));
    if (count < 0) {
      return false;
    }
    stream.feed(buffer, 0, count);
    if (restart) {
      restart = false;
      stream = new XmlStream(this, STANZA_MAX);
      write(LoadWorker.stream(domain));
    }
    return true;
  }

  void send(Stanza stanza) {
    StringBuilder text = new StringBuilder();
    stanza.write(CLIENT).appendTo(text, CLIENT);
    write(text.toString());
  }

  private void write(String text) {
    waiting.add(ByteBuffer.wrap(text.getBytes(UTF_8)));
    key.interestOpsOr(SelectionKey.OP_WRITE);
  }

  void flush() throws IOException {
    while (!waiting.isEmpty()) {
      channel.write(waiting.element());
      if (waiting.element().hasRemaining()) {
        return;
      }
      waiting.remove();
    }
    key.interestOpsAnd(~SelectionKey.OP_WRITE);
  }

  @Override
  public void opened(Xml opened) {}

  @Override
  public void stanza(Xml element) {
    try {
      switch (element.name()) {
        case "features" -> features();
        case "success" -> {
          authenticated = true;
          restart = true;
        }
        case "failure", "error" ->
            throw new IllegalStateException(user + " was refused: " + element);
        default -> take(Stanza.read(element));
      }
    } catch (BadStanza e) {
      throw new IllegalStateException("the server sends what nobody can read: " + element, e);
    }
  }

  private void features() {
    if (!authenticated) {
      String plain = "\0" + user + "\0" + password;
      String secret = Base64.getEncoder().encodeToString(plain.getBytes(UTF_8));
      write("<auth xmlns='" + SASL + "' mechanism='PLAIN'>" + secret + "</auth>");
    } else {
      Xml resource = Xml.text("resource", BIND, "load");
      send(
          new Stanza(
              Stanza.Kind.IQ,
              "set",
              "bind",
              null,
              null,
              List.of(Xml.of("bind", BIND).with(resource))));
    }
  }

  private void take(Stanza stanza) throws BadStanza {
    if (!ready && stanza.id().equals("bind")) {
      ready = true;
    } else {
      worker.received(stanza);
    }
  }

  @Override
  public void tooLarge(Xml head) {
    throw new IllegalStateException("larger than anything we sent: " + head);
  }

  @Override
  public void closed() {}
}
