package io.windhover.wire.xmpp;

import com.fasterxml.aalto.AsyncByteArrayFeeder;
import com.fasterxml.aalto.AsyncXMLStreamReader;
import com.fasterxml.aalto.stax.InputFactoryImpl;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/**
 * Takes the bytes of one XMPP stream as they come and hands over each stanza when it is complete.
 * What it keeps is bounded: of a stanza that is too large, or too deep, only the head is kept.
 * Document types, entities of one's own and the like end the stream, as RFC 6120 wants it.
 */
public final class XmlStream {
  /** Told what the stream says, by whoever feeds it. */
  public interface Handler {
    /** The stream's own opening element. */
    void opened(Xml stream);

    void stanza(Xml stanza);

    /** A stanza beyond the limits, without what is in it. */
    void tooLarge(Xml head);

    /** The other end has closed the stream. */
    void closed();
  }

  private static final int DEPTH_MAX = 64;

  private final Handler handler;
  private final int charactersMax;
  private final AsyncXMLStreamReader<AsyncByteArrayFeeder> reader;
  private final Deque<Draft> open = new ArrayDeque<>();
  private boolean streamOpen;
  private int depth;
  private int characters;
  private boolean skipping;

  /** An element whose end has not come yet. */
  private static final class Draft {
    final String name;
    final String namespace;
    final Map<String, String> attributes;
    final List<Xml> children = new ArrayList<>();
    final StringBuilder text = new StringBuilder();

    Draft(String name, String namespace, Map<String, String> attributes) {
      this.name = name;
      this.namespace = namespace;
      this.attributes = attributes;
    }

    Xml head() {
      return new Xml(name, namespace, attributes, List.of(), "");
    }

    Xml done() {
      return new Xml(name, namespace, attributes, children, text.toString());
    }
  }

  /**
   * Makes a stream of which nothing has come yet.
   *
   * @param charactersMax names, attributes and text of one stanza together
   */
  public XmlStream(Handler handler, int charactersMax) {
    this.handler = handler;
    this.charactersMax = charactersMax;
    this.reader = new InputFactoryImpl().createAsyncForByteArray();
  }

  /**
   * Takes the next bytes.
   *
   * @throws BadStanza if this is no XMPP stream; nothing more can be read from it
   */
  public void feed(byte[] bytes, int offset, int length) throws BadStanza {
    if (length == 0) {
      return;
    }
    try {
      reader.getInputFeeder().feedInput(bytes, offset, offset + length);
      int event = reader.next();
      while (event != AsyncXMLStreamReader.EVENT_INCOMPLETE) {
        take(event);
        if (event == XMLStreamConstants.END_DOCUMENT) {
          return;
        }
        event = reader.next();
      }
    } catch (XMLStreamException | IllegalArgumentException e) {
      throw new BadStanza("not well-formed XML: " + e.getMessage());
    }
  }

  private void take(int event) throws BadStanza, XMLStreamException {
    switch (event) {
      case XMLStreamConstants.START_ELEMENT -> begin();
      case XMLStreamConstants.END_ELEMENT -> end();
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
          text(reader.getText());
      case XMLStreamConstants.DTD,
          XMLStreamConstants.ENTITY_REFERENCE,
          XMLStreamConstants.PROCESSING_INSTRUCTION ->
          throw new BadStanza("document types, entities and instructions have no place here");
      default -> {}
    }
  }

  private void begin() {
    depth++;
    Map<String, String> attributes = attributes();
    var draft = new Draft(reader.getLocalName(), namespace(), attributes);
    if (!streamOpen) {
      streamOpen = true;
      handler.opened(draft.head());
      return;
    }
    if (open.isEmpty()) {
      characters = 0;
      skipping = false;
    }
    count(draft.name.length() + draft.namespace.length());
    attributes.forEach((name, value) -> count(name.length() + value.length()));
    skipping |= depth > DEPTH_MAX;
    if (open.isEmpty() || !skipping) {
      open.addLast(draft);
    }
  }

  private String namespace() {
    String namespace = reader.getNamespaceURI();
    return namespace == null ? "" : namespace;
  }

  private Map<String, String> attributes() {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      String prefix = reader.getAttributePrefix(i);
      if (prefix == null || prefix.isEmpty()) {
        attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
      } else if (prefix.equals("xml") && reader.getAttributeLocalName(i).equals("lang")) {
        attributes.put("xml:lang", reader.getAttributeValue(i));
      }
    }
    return attributes;
  }

  private void text(String text) {
    if (!open.isEmpty()) {
      count(text.length());
      if (!skipping) {
        open.getLast().text.append(text);
      }
    }
  }

  private void count(int more) {
    characters += Math.min(more, charactersMax);
    if (characters > charactersMax) {
      characters = charactersMax;
      skipping = true;
    }
  }

  private void end() {
    depth--;
    if (depth == 0) {
      handler.closed();
    } else if (depth == 1) {
      Draft stanza = open.getFirst();
      open.clear();
      if (skipping) {
        handler.tooLarge(stanza.head());
      } else {
        handler.stanza(stanza.done());
      }
    } else if (!skipping) {
      Draft draft = open.removeLast();
      open.getLast().children.add(draft.done());
    }
  }
}
