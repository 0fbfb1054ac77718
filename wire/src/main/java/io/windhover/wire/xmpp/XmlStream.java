package io.windhover.wire.xmpp;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of one XMPP stream as they come and hands over each stanza when it is complete.
 * What it keeps is bounded: of a stanza that is too large, or too deep, only the head is kept.
 * Document types, entities of one's own, comments and instructions end the stream, as RFC 6120
 * wants it.
 *
 * <p>It is written by hand because parsers for XML in general keep every name they ever met (Aalto
 * in a table whose cost grows with the square of their number: forty thousand names in one stanza
 * took it five seconds), and here names come from anybody for as long as the stream is open.
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

  private enum Mode {
    TEXT,
    TAG,
    CDATA,
    OVER
  }

  private static final int DEPTH_MAX = 64;

  /** What an element takes in memory besides its text. */
  private static final int ELEMENT_BYTES = 32;

  private static final String CDATA_START = "![CDATA[";

  private final Handler handler;
  private final int bytesMax;
  private final ByteArrayOutputStream token = new ByteArrayOutputStream();
  private final Deque<Draft> open = new ArrayDeque<>();
  private Mode mode = Mode.TEXT;

  /** Within a tag: the quote that ends the value we are in, or 0. */
  private int quote;

  /** The first byte after the opening bracket. */
  private int first;

  /** How much of a CDATA section's beginning was there, or -1. */
  private int cdataMatched;

  /** The last two bytes of a token: what ends it is known from these. */
  private int last;

  private int lastButOne;

  private int depth;
  private int stanzaBytes;
  private boolean skipping;
  private boolean begun;

  /** The stream's own element, which has no end for as long as it is open. */
  private @Nullable Draft stream;

  /** An element whose end has not come yet. */
  private static final class Draft {
    final XmlTag tag;
    final String namespace;
    final @Nullable Draft parent;
    final List<Xml> children = new ArrayList<>(0);
    final StringBuilder text = new StringBuilder(0);

    Draft(XmlTag tag, @Nullable Draft parent) throws BadStanza {
      this.tag = tag;
      this.parent = parent;
      this.namespace = namespaceOf(tag.prefix());
      for (String prefix : tag.attributePrefixes()) {
        namespaceOf(prefix);
      }
    }

    private String namespaceOf(String prefix) throws BadStanza {
      for (Draft scope = this; scope != null; scope = scope.parent) {
        String declared = scope.tag.namespaces().get(prefix);
        if (declared != null) {
          return declared;
        }
      }
      if (prefix.isEmpty() || prefix.equals("xml")) {
        return "";
      }
      throw new BadStanza("the prefix " + prefix + " stands for nothing");
    }

    Xml head() {
      return new Xml(tag.name(), namespace, tag.attributes(), List.of(), "");
    }

    Xml done() {
      return new Xml(tag.name(), namespace, tag.attributes(), children, text.toString());
    }
  }

  /**
   * Makes a stream of which nothing has come yet.
   *
   * @param bytesMax of one stanza as it comes over the wire
   */
  public XmlStream(Handler handler, int bytesMax) {
    this.handler = handler;
    this.bytesMax = bytesMax;
  }

  /**
   * Takes the next bytes.
   *
   * @throws BadStanza if this is no XMPP stream; nothing more can be read from it
   */
  public void feed(byte[] bytes, int offset, int length) throws BadStanza {
    int at = offset;
    int end = offset + length;
    try {
      while (at < end && mode != Mode.OVER) {
        at = mode == Mode.TEXT ? text(bytes, at, end) : markup(bytes, at, end);
      }
    } catch (BadStanza e) {
      mode = Mode.OVER;
      throw e;
    }
  }

  // Bytes to tokens.

  private int text(byte[] bytes, int from, int end) throws BadStanza {
    int at = from;
    while (at < end && bytes[at] != '<') {
      at++;
    }
    if (depth >= 2) {
      keep(bytes, from, at);
    } else {
      requireSpace(bytes, from, at);
    }
    if (at == end) {
      return at;
    }
    flushText(false);
    mode = Mode.TAG;
    quote = 0;
    first = 0;
    last = 0;
    cdataMatched = 0;
    if (depth == 1) {
      stanzaBytes = 0;
      skipping = false;
    }
    return at + 1;
  }

  private static void requireSpace(byte[] bytes, int from, int to) throws BadStanza {
    for (int at = from; at < to; at++) {
      if (bytes[at] != ' ' && bytes[at] != '\n' && bytes[at] != '\r' && bytes[at] != '\t') {
        throw new BadStanza("text where only stanzas may be");
      }
    }
  }

  private int markup(byte[] bytes, int from, int end) throws BadStanza {
    int at = from;
    while (at < end) {
      int b = bytes[at++];
      if (mode == Mode.CDATA) {
        if (b == '>' && last == ']' && lastButOne == ']') {
          mode = Mode.TEXT;
          flushText(true);
          return at;
        }
        keep(b);
      } else if (b == '>' && quote == 0) {
        mode = Mode.TEXT;
        tag();
        return at;
      } else {
        withinTag(b);
      }
      lastButOne = last;
      last = b;
      if (cdataMatched == CDATA_START.length()) {
        beginCdata();
      }
    }
    return at;
  }

  private void withinTag(int b) throws BadStanza {
    if (b == '<') {
      throw new BadStanza("'<' within a tag");
    }
    first = first == 0 ? b : first;
    if (cdataMatched >= 0) {
      cdataMatched = b == CDATA_START.charAt(cdataMatched) ? cdataMatched + 1 : -1;
    }
    if (first == '!' && cdataMatched < 0) {
      throw new BadStanza("document types and comments have no place here");
    }
    if (quote != 0) {
      quote = b == quote ? 0 : quote;
    } else if (b == '"' || b == '\'') {
      quote = b;
    }
    keep(b);
  }

  private void beginCdata() throws BadStanza {
    if (depth < 2) {
      throw new BadStanza("text where only stanzas may be");
    }
    token.reset();
    mode = Mode.CDATA;
    cdataMatched = -1;
    last = 0;
    lastButOne = 0;
  }

  private void keep(int b) throws BadStanza {
    count(1);
    if (!skipping) {
      token.write(b);
    } else if (depth == 0) {
      throw new BadStanza("the stream's head is longer than " + bytesMax + " bytes");
    }
  }

  private void keep(byte[] bytes, int from, int to) {
    count(to - from);
    if (!skipping) {
      token.write(bytes, from, to - from);
    }
  }

  private void count(int more) {
    stanzaBytes = Math.min(stanzaBytes, bytesMax) + Math.min(more, bytesMax);
    if (stanzaBytes > bytesMax && !skipping) {
      skipping = true;
      token.reset();
    }
  }

  // Tokens to elements.

  private void flushText(boolean cdata) throws BadStanza {
    if (token.size() > 0 && !skipping && !open.isEmpty()) {
      String raw = decoded();
      if (cdata) {
        raw = raw.substring(0, raw.length() - 2);
      }
      open.getLast().text.append(cdata ? XmlText.literal(raw) : XmlText.unescape(raw));
    }
    token.reset();
  }

  private String decoded() throws BadStanza {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(token.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new BadStanza("not UTF-8");
    }
  }

  private void tag() throws BadStanza {
    if (skipping) {
      skippedTag();
      return;
    }
    String text = decoded();
    token.reset();
    if (text.startsWith("?")) {
      declaration(text);
    } else if (text.startsWith("!")) {
      throw new BadStanza("document types and comments have no place here");
    } else if (text.startsWith("/")) {
      end(XmlTag.endName(text));
    } else {
      begin(XmlTag.read(text));
    }
    begun = true;
  }

  /** Of a stanza that is too large nothing matters but its head and where it ends. */
  private void skippedTag() throws BadStanza {
    if (first == '?') {
      throw new BadStanza("instructions have no place here");
    }
    if (first == '/') {
      depth--;
    } else if (last != '/') {
      depth++;
    }
    if (depth == 0) {
      throw new BadStanza("the end of the stream is too long");
    }
    if (depth == 1 && !open.isEmpty()) {
      Xml head = open.getFirst().head();
      open.clear();
      handler.tooLarge(head);
    }
  }

  private void declaration(String text) throws BadStanza {
    if (begun || !text.matches("\\?xml\\s[^?]*\\?")) {
      throw new BadStanza("instructions have no place here");
    }
  }

  private void begin(XmlTag tag) throws BadStanza {
    Draft parent = open.isEmpty() ? stream : open.getLast();
    var draft = new Draft(tag, parent);
    if (depth == 0) {
      stream = draft;
      depth = 1;
      handler.opened(draft.head());
      if (tag.isEmpty()) {
        end(tag.qualifiedName());
      }
      return;
    }
    depth++;
    open.addLast(draft);
    count(ELEMENT_BYTES);
    if (depth > DEPTH_MAX) {
      skipping = true;
    }
    if (tag.isEmpty()) {
      end(tag.qualifiedName());
    }
  }

  private void end(String name) throws BadStanza {
    Draft draft = open.isEmpty() ? stream : open.removeLast();
    if (draft == null || !draft.tag.qualifiedName().equals(name)) {
      throw new BadStanza("the end of " + name + " is not where it should be");
    }
    depth--;
    if (depth == 0) {
      mode = Mode.OVER;
      handler.closed();
    } else if (depth == 1) {
      handler.stanza(draft.done());
    } else {
      open.getLast().children.add(draft.done());
    }
  }
}
