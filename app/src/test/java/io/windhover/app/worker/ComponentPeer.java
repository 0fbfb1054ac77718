package io.windhover.app.worker;

import static org.assertj.core.api.Assertions.fail;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import io.windhover.xmpp.server.PrivateServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The manager's place at a server, taken by a test over a plain socket (XEP-0114). */
final class ComponentPeer implements AutoCloseable {
  static final String DOMAIN = "manager.localhost";
  static final Jid POOL = Jid.of("pool@" + DOMAIN);

  private static final long PATIENCE_SECONDS = 60;
  private static final int CHARACTERS_MAX = 4_000_000;

  private final Socket socket;
  private final OutputStream out;
  private final BlockingQueue<Xml> elements = new LinkedBlockingQueue<>();

  ComponentPeer(PrivateServer server) {
    try {
      socket = new Socket(InetAddress.getLoopbackAddress(), server.componentPort());
      out = socket.getOutputStream();
      Thread reader = new Thread(this::read, "component-peer");
      reader.setDaemon(true);
      reader.start();
      write(
          "<stream:stream xmlns='%s' xmlns:stream='%s' to='%s'>"
              .formatted(Namespaces.COMPONENT, Namespaces.STREAMS, DOMAIN));
      Xml stream = next();
      String secret = Files.readString(server.secretFile()).strip();
      write("<handshake>" + sha1(stream.attribute("id") + secret) + "</handshake>");
      if (!next().name().equals("handshake")) {
        fail("the server does not take the component");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    var stream =
        new XmlStream(
            new XmlStream.Handler() {
              @Override
              public void opened(Xml head) {
                elements.add(head);
              }

              @Override
              public void stanza(Xml stanza) {
                elements.add(stanza);
              }

              @Override
              public void tooLarge(Xml head) {
                elements.add(head);
              }

              @Override
              public void closed() {}
            },
            CHARACTERS_MAX);
    byte[] bytes = new byte[8_192];
    try {
      int count = socket.getInputStream().read(bytes);
      while (count > 0) {
        stream.feed(bytes, 0, count);
        count = socket.getInputStream().read(bytes);
      }
    } catch (IOException | BadStanza over) {
      // Whoever waits for more will say so.
    }
  }

  private synchronized void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private Xml next() {
    try {
      Xml element = elements.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return element == null ? fail("nothing came to the manager") : element;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  void send(Stanza stanza) {
    var text = new StringBuilder();
    stanza.write(Namespaces.COMPONENT).appendTo(text, Namespaces.COMPONENT);
    try {
      write(text.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next stanza of this kind; what comes before it is left out, but pings are answered. */
  Stanza await(Predicate<Stanza> wanted) {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < until) {
      try {
        Stanza stanza = Stanza.read(next());
        if (wanted.test(stanza)) {
          return stanza;
        }
        if (stanza.in(Namespaces.PING).isPresent()) {
          send(stanza.result());
        }
      } catch (BadStanza e) {
        return fail("the worker sent a bad stanza: " + e.getMessage());
      }
    }
    return fail("what was waited for did not come");
  }

  /** Sends a request and returns its answer. */
  Stanza ask(String type, String id, Jid from, Jid to, Xml payload) {
    send(Stanza.iq(type, id, from, to, payload));
    return await(stanza -> stanza.id().equals(id) && stanza.kind() == Stanza.Kind.IQ);
  }

  /** Waits for a worker's presence and welcomes it. */
  Stanza welcomeWorker() {
    Stanza presence =
        await(
            stanza ->
                stanza.kind() == Stanza.Kind.PRESENCE
                    && stanza.type().isEmpty()
                    && stanza.in(Namespaces.WORKER).isPresent());
    send(new Stanza(Stanza.Kind.PRESENCE, "", "", POOL, presence.from(), java.util.List.of()));
    return presence;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
