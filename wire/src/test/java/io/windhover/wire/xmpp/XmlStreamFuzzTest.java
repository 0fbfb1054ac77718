package io.windhover.wire.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Test;

/** Streams that were damaged on purpose, read by ours and by the JDK's parser. */
final class XmlStreamFuzzTest {
  private static final int CASES = 100_000;
  private static final String OPEN = "<s:stream xmlns='ns:0' xmlns:s='streams'>";
  private static final String CLOSE = "</s:stream>";

  private static final List<String> HOSTILE =
      List.of(
          "<!DOCTYPE lol [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>",
          "&b;",
          "&#x0;",
          "&#xFFFFFFFFFF;",
          "<!-- -->",
          "<?x?>",
          "<![CDATA[",
          "]]>",
          "<s:x>",
          "</s:stream>",
          "<iq xmlns='ns:1'>",
          "</iq>",
          "<a:b/>",
          " xmlns=''",
          " xmlns:s='other'",
          "='",
          "\"",
          "'",
          ">",
          "/>",
          "<",
          "\u0000",
          "\ufffe",
          "é");

  private final XMLInputFactory jdk = XMLInputFactory.newDefaultFactory();

  XmlStreamFuzzTest() {
    jdk.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    jdk.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    jdk.setProperty(XMLInputFactory.IS_COALESCING, true);
  }

  @Test
  void nothingSurprisesIt() {
    int agreed = 0;
    for (int seed = 0; seed < CASES; seed++) {
      var random = new SplittableRandom(seed);
      byte[] bytes = damaged(random);
      Optional<List<Xml>> ours = ours(bytes, random);
      Optional<List<Xml>> theirs = theirs(bytes);
      if (ours.isPresent() && theirs.isPresent()) {
        assertThat(ours.get()).as("seed %d", seed).isEqualTo(theirs.get());
        agreed++;
      }
      // What XML allows, and XMPP does not forbid, must be understood.
      assertThat(theirs.isPresent() && ours.isEmpty()).as("seed %d refused", seed).isFalse();
    }
    // Else the damage is such that nothing is tested.
    assertThat(agreed).isBetween(CASES / 20, CASES * 19 / 20);
  }

  private static byte[] damaged(SplittableRandom random) {
    var text = new StringBuilder(OPEN);
    for (int i = random.nextInt(4); i > 0; i--) {
      Texts.element(random, 2).appendTo(text, "ns:0");
    }
    text.append(CLOSE);
    for (int i = random.nextInt(3); i > 0; i--) {
      String hostile = HOSTILE.get(random.nextInt(HOSTILE.size()));
      text.insert(random.nextInt(text.length()), hostile);
    }
    byte[] bytes = Heard.bytes(text.toString());
    for (int i = random.nextInt(6) == 0 ? random.nextInt(4) : 0; i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  private static Optional<List<Xml>> ours(byte[] bytes, SplittableRandom random) {
    var heard = new Heard();
    try {
      Heard.feed(new XmlStream(heard, 100_000), bytes, random);
    } catch (BadStanza e) {
      return Optional.empty();
    }
    return heard.closed ? Optional.of(heard.stanzas) : Optional.empty();
  }

  /** Empty also for what XMPP forbids. */
  private Optional<List<Xml>> theirs(byte[] bytes) {
    try {
      // Decoded before: the JDK's parser prints what it thinks of bad bytes.
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      XMLStreamReader reader = jdk.createXMLStreamReader(new StringReader(text));
      reader.next();
      Xml stream = element(reader);
      while (reader.hasNext()) {
        if (reader.next() != XMLStreamConstants.END_DOCUMENT) {
          return Optional.empty();
        }
      }
      return stream.text().isBlank() ? Optional.of(stream.children()) : Optional.empty();
    } catch (XMLStreamException | CharacterCodingException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Xml element(XMLStreamReader reader) throws XMLStreamException {
    String name = reader.getLocalName();
    String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      if (reader.getAttributePrefix(i) == null || reader.getAttributePrefix(i).isEmpty()) {
        attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
      }
    }
    List<Xml> children = new ArrayList<>();
    var text = new StringBuilder();
    while (reader.next() != XMLStreamConstants.END_ELEMENT) {
      switch (reader.getEventType()) {
        case XMLStreamConstants.START_ELEMENT -> children.add(element(reader));
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            text.append(reader.getText());
        default -> throw new XMLStreamException("not in XMPP");
      }
    }
    return new Xml(name, namespace, attributes, children, text.toString());
  }
}
