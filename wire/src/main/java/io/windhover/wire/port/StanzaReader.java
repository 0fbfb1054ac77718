package io.windhover.wire.port;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.XmlStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Takes the messages of one socket and hands over the stanzas in them. */
final class StanzaReader {
  private static final String OPENING = "<stream xmlns='" + Namespaces.CLIENT + "'>";

  private final XmlStream stream;

  /**
   * A reader of a socket of which nothing has come yet.
   *
   * @param tooLarge told the head of a stanza beyond the limit
   */
  StanzaReader(Consumer<Stanza> stanzas, Consumer<Stanza> tooLarge) {
    this.stream = new XmlStream(new Told(stanzas, tooLarge), PortProtocol.STANZA_BYTES_MAX);
    try {
      feed(OPENING);
    } catch (BadStanza e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads a message, or a part of one.
   *
   * @throws BadStanza if it is no XML, after which nothing more can be read
   */
  void feed(CharSequence text) throws BadStanza {
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    stream.feed(bytes, 0, bytes.length);
  }

  private record Told(Consumer<Stanza> stanzas, Consumer<Stanza> tooLarge)
      implements XmlStream.Handler {
    @Override
    public void opened(Xml opening) {}

    /** What is no stanza is nobody's. */
    @Override
    public void stanza(Xml element) {
      hand(element, stanzas);
    }

    @Override
    public void tooLarge(Xml head) {
      hand(head, tooLarge);
    }

    private static void hand(Xml element, Consumer<Stanza> to) {
      Stanza read;
      try {
        read = Stanza.read(element);
      } catch (BadStanza nothingToAnswerTo) {
        return;
      }
      to.accept(read);
    }

    @Override
    public void closed() {}
  }
}
