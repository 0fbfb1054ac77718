package io.windhover.wire.xmpp;

/** Characters in XML 1.0. */
final class XmlText {
  private XmlText() {}

  /**
   * Whether XML can hold this text: no control characters but tab and line feed. A carriage return
   * can be written, but a server that writes it anew (Prosody) lets it become a line feed.
   */
  static boolean fits(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\t' && c != '\n') {
        return false;
      }
      if (c >= 0xfffe) {
        return false;
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** Line ends are written as numbers where a parser would change them; the rest as need be. */
  static void escape(String text, StringBuilder out) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '\'' -> out.append("&apos;");
        case '"' -> out.append("&quot;");
        case '\r', '\n', '\t' -> out.append("&#").append((int) c).append(';');
        default -> appendLegal(text, i, out);
      }
    }
  }

  private static void appendLegal(String text, int at, StringBuilder out) {
    char c = text.charAt(at);
    boolean pairs =
        Character.isHighSurrogate(c)
            ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
            : !Character.isLowSurrogate(c)
                || (at > 0 && Character.isHighSurrogate(text.charAt(at - 1)));
    // What XML cannot hold must not break the stream of all others.
    out.append(c < ' ' || c >= 0xfffe || !pairs ? '\ufffd' : c);
  }

  /** As it was meant, with line ends as XML has them. */
  static String literal(String raw) throws BadStanza {
    String text = raw.indexOf('\r') < 0 ? raw : raw.replace("\r\n", "\n").replace('\r', '\n');
    if (!fits(text)) {
      throw new BadStanza("a character that XML does not know");
    }
    return text;
  }

  /** As {@link #literal}, with what was escaped put back. */
  static String unescape(String raw) throws BadStanza {
    String text = literal(raw);
    int ampersand = text.indexOf('&');
    if (ampersand < 0) {
      return text;
    }
    var out = new StringBuilder(text.length());
    int from = 0;
    while (ampersand >= 0) {
      int end = text.indexOf(';', ampersand);
      if (end < 0) {
        throw new BadStanza("'&' that begins nothing");
      }
      out.append(text, from, ampersand).appendCodePoint(meant(text.substring(ampersand + 1, end)));
      from = end + 1;
      ampersand = text.indexOf('&', from);
    }
    return out.append(text, from, text.length()).toString();
  }

  private static int meant(String reference) throws BadStanza {
    return switch (reference) {
      case "lt" -> '<';
      case "gt" -> '>';
      case "amp" -> '&';
      case "apos" -> '\'';
      case "quot" -> '"';
      default -> codePoint(reference);
    };
  }

  private static int codePoint(String reference) throws BadStanza {
    boolean hex = reference.startsWith("#x");
    String digits = reference.substring(hex ? 2 : Math.min(1, reference.length()));
    boolean number =
        reference.startsWith("#")
            && digits.length() <= 9
            && digits.matches(hex ? "[0-9a-fA-F]+" : "[0-9]+");
    long code = number ? Long.parseLong(digits, hex ? 16 : 10) : 0;
    if (code == 0 || code > Character.MAX_CODE_POINT || !fits(Character.toString((int) code))) {
      throw new BadStanza("entities have no place here");
    }
    return (int) code;
  }

  /** Whether XML knows this one when it is no half of a pair. */
  static boolean isLegalAlone(char c) {
    return c < 0xfffe && !Character.isSurrogate(c);
  }
}
