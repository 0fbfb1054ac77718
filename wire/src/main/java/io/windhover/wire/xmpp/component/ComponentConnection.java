package io.windhover.wire.xmpp.component;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Carefully;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.PromptAcks;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.StanzaLink;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** One connection to the server: handshake, then stanzas until it ends. */
final class ComponentConnection implements AutoCloseable, XmlStream.Handler {
  private static final int CONNECT_MILLIS_MAX = 10_000;
  private static final int BUFFER_BYTES = 1 << 16;

  /** Goes to the server and comes back to us: the way is open. */
  private static final String ALIVE = "windhover-alive";

  private final ComponentSettings settings;
  private final StanzaLink.Receiver receiver;
  private final Socket socket = new Socket();
  private final XmlStream stream;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private String streamId = "";
  private boolean accepted;
  private boolean over;
  private @Nullable Xml streamError;

  ComponentConnection(ComponentSettings settings, StanzaLink.Receiver receiver) {
    this.settings = settings;
    this.receiver = receiver;
    this.stream = new XmlStream(this, settings.stanzaBytesMax());
  }

  /** Connects and shows who we are. */
  void open() throws IOException, BadStanza, ComponentRefused {
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    socket.connect(new InetSocketAddress(settings.host(), settings.port()), CONNECT_MILLIS_MAX);
    socket.setSoTimeout(CONNECT_MILLIS_MAX);
    long untilNanos = System.nanoTime() + CONNECT_MILLIS_MAX * 1_000_000L;
    write(
        "<?xml version='1.0'?><stream:stream xmlns='%s' xmlns:stream='%s' to='%s'>"
            .formatted(Namespaces.COMPONENT, Namespaces.STREAMS, settings.domain()));
    while (streamId.isEmpty()) {
      readInTime(untilNanos);
    }
    write("<handshake>" + proof() + "</handshake>");
    while (!accepted) {
      readInTime(untilNanos);
    }
    socket.setSoTimeout(3 * settings.keepAliveMillis());
  }

  private void readInTime(long untilNanos) throws IOException, BadStanza, ComponentRefused {
    boolean more = readSome();
    Xml error = streamError;
    if (error != null) {
      String condition = condition(error);
      switch (condition) {
        case "not-authorized" ->
            throw new ComponentRefused(
                "the XMPP server does not accept the secret for " + settings);
        case "host-unknown" ->
            throw new ComponentRefused("the XMPP server has no component " + settings);
        default -> throw new IOException("the server says " + condition);
      }
    }
    if (!more || over || System.nanoTime() - untilNanos > 0) {
      throw new IOException("no handshake with " + settings);
    }
  }

  private String proof() {
    char[] secret = settings.secret().get();
    ByteBuffer bytes = ByteBuffer.allocate(4 * secret.length);
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(secret), bytes, true);
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(streamId.getBytes(StandardCharsets.UTF_8));
      digest.update(bytes.array(), 0, bytes.position());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    } finally {
      Arrays.fill(secret, '\0');
      Arrays.fill(bytes.array(), (byte) 0);
    }
  }

  /** Hands over stanzas until the connection ends; answers why it did. */
  String read() throws BadStanza {
    try {
      while (readSome()) {
        if (over) {
          Xml error = streamError;
          return error == null
              ? "the server closed the stream"
              : "the server says " + condition(error);
        }
      }
      return "the server closed the connection";
    } catch (SocketTimeoutException e) {
      return "the server is silent";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Whether it ended because another one came under our name. */
  boolean replaced() {
    return streamError != null && condition(streamError).equals("conflict");
  }

  private boolean readSome() throws IOException, BadStanza {
    InputStream in = socket.getInputStream();
    int count = in.read(buffer);
    PromptAcks.on(socket);
    if (count < 0) {
      return false;
    }
    stream.feed(buffer, 0, count);
    return true;
  }

  /** Writes what comes until it is told that nothing more will. */
  void write(Outgoing outgoing) throws IOException, InterruptedException {
    OutputStream out = socket.getOutputStream();
    byte[] alive =
        " <iq type='get' id='%s' from='%s' to='%s'><ping xmlns='%s'/></iq>"
            .formatted(ALIVE, settings.domain(), settings.domain(), Namespaces.PING)
            .getBytes(StandardCharsets.UTF_8);
    long askedNanos = System.nanoTime();
    while (outgoing.isOpen()) {
      ByteArrayOutputStream ready = outgoing.take(settings.keepAliveMillis());
      ready.writeTo(out);
      // Said even when much is written: what is written need not bring anything back.
      if (System.nanoTime() - askedNanos >= settings.keepAliveMillis() * 1_000_000L) {
        askedNanos = System.nanoTime();
        out.write(alive);
      }
    }
  }

  private void write(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void opened(Xml opening) {
    streamId = opening.attribute("id");
  }

  @Override
  public void stanza(Xml element) {
    if (element.is("error", Namespaces.STREAMS)) {
      streamError = element;
      over = true;
    } else if (!accepted) {
      accepted = element.name().equals("handshake");
    } else {
      try {
        Stanza stanza = Stanza.read(element);
        if (!ofOurOwn(stanza)) {
          Carefully.run(() -> receiver.received(stanza));
        }
      } catch (BadStanza e) {
        // Servers vouch for addresses and for the kinds of stanzas: there is nobody to tell.
      }
    }
  }

  private boolean ofOurOwn(Stanza stanza) {
    return stanza.id().equals(ALIVE)
        && stanza.from() != null
        && stanza.from().toString().equals(settings.domain());
  }

  @Override
  public void tooLarge(Xml head) {
    try {
      Stanza stanza = Stanza.read(head);
      Carefully.run(() -> receiver.tooLarge(stanza));
    } catch (BadStanza e) {
      // As above.
    }
  }

  @Override
  public void closed() {
    over = true;
  }

  private static String condition(Xml error) {
    return error.children().stream()
        .map(Xml::name)
        .filter(name -> !name.equals("text"))
        .findFirst()
        .orElse("error");
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Closed enough.
    }
  }
}
