package io.windhover.wire.xmpp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** What a stream has said, kept. */
final class Heard implements XmlStream.Handler {
  final List<Xml> stanzas = new ArrayList<>();
  final List<Xml> tooLarge = new ArrayList<>();
  boolean opened;
  boolean closed;

  @Override
  public void opened(Xml stream) {
    opened = true;
  }

  @Override
  public void stanza(Xml stanza) {
    stanzas.add(stanza);
  }

  @Override
  public void tooLarge(Xml head) {
    tooLarge.add(head);
  }

  @Override
  public void closed() {
    closed = true;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Feeds all of it, in pieces of any size. */
  static void feed(XmlStream stream, byte[] bytes, SplittableRandom random) throws BadStanza {
    int at = 0;
    while (at < bytes.length) {
      int piece = Math.min(bytes.length - at, 1 + random.nextInt(random.nextInt(1, 200)));
      stream.feed(bytes, at, piece);
      at += piece;
    }
  }

  static void feed(XmlStream stream, String text) throws BadStanza {
    byte[] bytes = bytes(text);
    stream.feed(bytes, 0, bytes.length);
  }
}
