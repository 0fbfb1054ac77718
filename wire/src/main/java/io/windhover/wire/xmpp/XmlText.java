package io.windhover.wire.xmpp;

/** Characters in XML 1.0. */
final class XmlText {
  private XmlText() {}

  /** Whether XML can hold this text: no control characters but tab and line ends. */
  static boolean fits(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' && c != '\t' && c != '\n' && c != '\r') {
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
}
