package io.windhover.wire.xmpp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One element of a stanza, whole and unchanging. Text between children is gathered in one piece:
 * stanzas have no mixed content. Attributes in namespaces are left out by whoever reads, but for
 * xml:lang, which is kept under this name.
 */
public record Xml(
    String name,
    String namespace,
    Map<String, String> attributes,
    List<Xml> children,
    String text) {
  /** Says that the text is base64 of UTF-8, because XML cannot hold it as it is. */
  private static final String ENCODING = "encoding";

  private static final String BASE64 = "base64";
  private static final int PART_BYTES = 100;

  public Xml {
    attributes =
        attributes.isEmpty()
            ? Map.of()
            : Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    children = List.copyOf(children);
  }

  public static Xml of(String name, String namespace) {
    return new Xml(name, namespace, Map.of(), List.of(), "");
  }

  /** An element with nothing but text, whatever characters are in it. */
  public static Xml text(String name, String namespace, String text) {
    return of(name, namespace).withText(text);
  }

  public Xml with(String attribute, String value) {
    Map<String, String> more = new LinkedHashMap<>(attributes);
    more.put(attribute, value);
    return new Xml(name, namespace, more, children, text);
  }

  public Xml with(String attribute, long value) {
    return with(attribute, Long.toString(value));
  }

  public Xml with(Xml child) {
    return with(List.of(child));
  }

  public Xml with(List<Xml> moreChildren) {
    List<Xml> all = new ArrayList<>(children);
    all.addAll(moreChildren);
    return new Xml(name, namespace, attributes, all, text);
  }

  public Xml withText(String newText) {
    if (XmlText.fits(newText)) {
      return new Xml(name, namespace, attributes, children, newText);
    }
    byte[] bytes = newText.getBytes(StandardCharsets.UTF_8);
    return new Xml(name, namespace, attributes, children, Base64.getEncoder().encodeToString(bytes))
        .with(ENCODING, BASE64);
  }

  /**
   * The text as it was given to {@link #withText}.
   *
   * @throws BadStanza if it says that it is base64 and is not
   */
  public String plainText() throws BadStanza {
    if (!attribute(ENCODING).equals(BASE64)) {
      return text;
    }
    try {
      return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new BadStanza("the text of " + name + " is not base64, as it says");
    }
  }

  public boolean is(String expectedName, String expectedNamespace) {
    return name.equals(expectedName) && namespace.equals(expectedNamespace);
  }

  /** Empty when it is missing. */
  public String attribute(String attribute) {
    return attributes.getOrDefault(attribute, "");
  }

  public Optional<Xml> child(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).findFirst();
  }

  public Optional<Xml> child(String childName, String childNamespace) {
    return children.stream().filter(child -> child.is(childName, childNamespace)).findFirst();
  }

  public List<Xml> children(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).toList();
  }

  /** As it goes over a stream whose default namespace is the given one. */
  public void appendTo(StringBuilder out, String inheritedNamespace) {
    out.append('<').append(name);
    if (!namespace.equals(inheritedNamespace)) {
      out.append(" xmlns='");
      XmlText.escape(namespace, out);
      out.append('\'');
    }
    attributes.forEach(
        (attribute, value) -> {
          out.append(' ').append(attribute).append("='");
          XmlText.escape(value, out);
          out.append('\'');
        });
    if (children.isEmpty() && text.isEmpty()) {
      out.append("/>");
      return;
    }
    out.append('>');
    XmlText.escape(text, out);
    children.forEach(child -> child.appendTo(out, namespace));
    out.append("</").append(name).append('>');
  }

  @Override
  public String toString() {
    var out = new StringBuilder();
    appendTo(out, "");
    return out.toString();
  }

  /** About how much memory this takes: what its texts need, and something for each part. */
  long memoryBytes() {
    long bytes = PART_BYTES + 2L * text.length();
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      bytes += PART_BYTES + 2L * (attribute.getKey().length() + attribute.getValue().length());
    }
    for (Xml child : children) {
      bytes += child.memoryBytes();
    }
    return bytes;
  }
}
