package io.windhover.wire.xmpp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands between the angle brackets of a start tag.
 *
 * @param attributes those without a prefix, and xml:lang
 * @param attributePrefixes of the others, which nobody needs
 * @param namespaces declared here, by prefix
 */
record XmlTag(
    String prefix,
    String name,
    Map<String, String> attributes,
    List<String> attributePrefixes,
    Map<String, String> namespaces,
    boolean isEmpty) {
  String qualifiedName() {
    return prefix.isEmpty() ? name : prefix + ":" + name;
  }

  /** The name in an end tag, given with its slash. */
  static String endName(String text) throws BadStanza {
    var reader = new Reader(text);
    reader.at = 1;
    String name = reader.name();
    reader.space();
    if (reader.at != text.length()) {
      throw new BadStanza("an end tag holds a name only");
    }
    return name;
  }

  static XmlTag read(String text) throws BadStanza {
    var reader = new Reader(text);
    String qualified = reader.name();
    Map<String, String> all = new LinkedHashMap<>();
    boolean empty = false;
    while (reader.at < text.length() && !empty) {
      boolean space = reader.space();
      if (reader.at == text.length()) {
        break;
      }
      empty = text.startsWith("/", reader.at) && reader.at + 1 == text.length();
      if (!empty) {
        String name = reader.name();
        if (!space || all.put(name, reader.value()) != null) {
          throw new BadStanza("attributes are apart, and each is there once: " + name);
        }
      }
    }
    return sorted(qualified, all, empty);
  }

  private static XmlTag sorted(String qualified, Map<String, String> all, boolean empty)
      throws BadStanza {
    Map<String, String> attributes = new LinkedHashMap<>();
    Map<String, String> namespaces = new LinkedHashMap<>();
    List<String> prefixes = new ArrayList<>(0);
    for (Map.Entry<String, String> one : all.entrySet()) {
      String name = one.getKey();
      String prefix = prefixOf(name);
      if (name.equals("xmlns")) {
        namespaces.put("", one.getValue());
      } else if (prefix.equals("xmlns")) {
        if (one.getValue().isEmpty()) {
          throw new BadStanza("a prefix must stand for something");
        }
        namespaces.put(name.substring("xmlns:".length()), one.getValue());
      } else if (prefix.isEmpty() || name.equals("xml:lang")) {
        attributes.put(name, one.getValue());
      } else {
        prefixes.add(prefix);
      }
    }
    String prefix = prefixOf(qualified);
    String local = prefix.isEmpty() ? qualified : qualified.substring(prefix.length() + 1);
    return new XmlTag(prefix, local, slim(attributes), prefixes, slim(namespaces), empty);
  }

  private static Map<String, String> slim(Map<String, String> map) {
    return map.isEmpty() ? Collections.emptyMap() : map;
  }

  private static String prefixOf(String name) {
    int colon = name.indexOf(':');
    return colon < 0 ? "" : name.substring(0, colon);
  }

  /** Goes through the text once. */
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    boolean space() {
      int from = at;
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
        at++;
      }
      return at > from;
    }

    String name() throws BadStanza {
      int from = at;
      int colons = 0;
      while (at < text.length() && isNamePart(text.charAt(at))) {
        colons += text.charAt(at) == ':' ? 1 : 0;
        at++;
      }
      String name = text.substring(from, at);
      if (name.isEmpty()
          || colons > 1
          || name.startsWith(":")
          || name.endsWith(":")
          || !startsWell(name)
          || (colons == 1 && !startsWell(name.substring(name.indexOf(':') + 1)))) {
        throw new BadStanza("not a name");
      }
      return name;
    }

    private static boolean isNamePart(char c) {
      return (c >= 0x80 && XmlText.isLegalAlone(c))
          || Character.isSurrogate(c)
          || Character.isLetterOrDigit(c)
          || c == '_'
          || c == '-'
          || c == '.'
          || c == ':';
    }

    private static boolean startsWell(String name) {
      char c = name.charAt(0);
      return c >= 0x80 || Character.isLetter(c) || c == '_';
    }

    String value() throws BadStanza {
      space();
      if (!text.startsWith("=", at)) {
        throw new BadStanza("an attribute has a value");
      }
      at++;
      space();
      char quote = at < text.length() ? text.charAt(at) : 0;
      int end = quote == '"' || quote == '\'' ? text.indexOf(quote, at + 1) : -1;
      if (end < 0) {
        throw new BadStanza("a value is quoted");
      }
      String raw = text.substring(at + 1, end);
      at = end + 1;
      return XmlText.unescape(raw.replace("\r\n", " ").replaceAll("[\t\r\n]", " "));
    }
  }
}
