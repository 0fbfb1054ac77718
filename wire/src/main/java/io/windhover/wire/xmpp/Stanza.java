package io.windhover.wire.xmpp;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One stanza: who says what to whom.
 *
 * @param type as in the attribute; empty when there is none
 * @param id empty when there is none
 * @param from null on a client's way out: its server fills it in
 */
public record Stanza(
    Kind kind, String type, String id, @Nullable Jid from, @Nullable Jid to, List<Xml> payload) {
  private static final int HEAD_BYTES = 500;

  /** The three kinds there are. */
  public enum Kind {
    IQ("iq"),
    PRESENCE("presence"),
    MESSAGE("message");

    private final String element;

    Kind(String element) {
      this.element = element;
    }
  }

  /** Why something was refused, as RFC 6120 names it. */
  public enum Condition {
    BAD_REQUEST("bad-request", "modify"),
    CONFLICT("conflict", "cancel"),
    FEATURE_NOT_IMPLEMENTED("feature-not-implemented", "cancel"),
    FORBIDDEN("forbidden", "auth"),
    INTERNAL_SERVER_ERROR("internal-server-error", "cancel"),
    ITEM_NOT_FOUND("item-not-found", "cancel"),
    NOT_ACCEPTABLE("not-acceptable", "modify"),
    POLICY_VIOLATION("policy-violation", "modify"),
    RESOURCE_CONSTRAINT("resource-constraint", "wait"),
    SERVICE_UNAVAILABLE("service-unavailable", "cancel");

    private final String element;
    private final String type;

    Condition(String element, String type) {
      this.element = element;
      this.type = type;
    }

    public String element() {
      return element;
    }
  }

  public Stanza {
    payload = List.copyOf(payload);
  }

  public static Stanza iq(String type, String id, Jid from, Jid to, Xml payload) {
    return new Stanza(Kind.IQ, type, id, from, to, List.of(payload));
  }

  public static Stanza presence(String type, Jid from, Jid to, List<Xml> payload) {
    return new Stanza(Kind.PRESENCE, type, "", from, to, payload);
  }

  public static Stanza message(Jid from, Jid to, String body) {
    Xml text = Xml.text("body", Namespaces.COMPONENT, body);
    return new Stanza(Kind.MESSAGE, "chat", "", from, to, List.of(text));
  }

  /**
   * Reads one element of a stream.
   *
   * @throws BadStanza if it is none of the three, or an address in it is none
   */
  public static Stanza read(Xml element) throws BadStanza {
    for (Kind kind : Kind.values()) {
      if (kind.element.equals(element.name())) {
        return new Stanza(
            kind,
            element.attribute("type"),
            element.attribute("id"),
            address(element, "from"),
            address(element, "to"),
            element.children());
      }
    }
    throw new BadStanza("not a stanza: " + element.name());
  }

  private static @Nullable Jid address(Xml element, String attribute) throws BadStanza {
    String text = element.attribute(attribute);
    if (text.isEmpty()) {
      return null;
    }
    return Jid.parse(text).orElseThrow(() -> new BadStanza(attribute + " is no address: " + text));
  }

  /** As it goes over a stream of the given default namespace. */
  public Xml write(String streamNamespace) {
    Xml element = Xml.of(kind.element, streamNamespace);
    if (from != null) {
      element = element.with("from", from.toString());
    }
    if (to != null) {
      element = element.with("to", to.toString());
    }
    if (!id.isEmpty()) {
      element = element.with("id", id);
    }
    if (!type.isEmpty()) {
      element = element.with("type", type);
    }
    return element.with(payload.stream().map(part -> inStream(part, streamNamespace)).toList());
  }

  /** What belongs to the stanza itself, such as its error, is in the namespace of the stream. */
  private static Xml inStream(Xml part, String streamNamespace) {
    boolean own =
        part.namespace().equals(Namespaces.COMPONENT) || part.namespace().equals(Namespaces.CLIENT);
    return own && !part.namespace().equals(streamNamespace)
        ? new Xml(part.name(), streamNamespace, part.attributes(), part.children(), part.text())
        : part;
  }

  public boolean isIq(String expectedType) {
    return kind == Kind.IQ && type.equals(expectedType);
  }

  /** The first element of this vocabulary. */
  public Optional<Xml> in(String namespace) {
    return payload.stream().filter(element -> element.namespace().equals(namespace)).findFirst();
  }

  /** The answer to an iq, with or without something in it. */
  public Stanza result(Xml... answer) {
    return new Stanza(Kind.IQ, "result", id, to, from, List.of(answer));
  }

  /** A refusal of this stanza, in words; by RFC 6120 a result or an error is never refused. */
  public Stanza refusal(Condition condition, String words) {
    Xml error =
        Xml.of("error", Namespaces.COMPONENT)
            .with("type", condition.type)
            .with(Xml.of(condition.element, Namespaces.STANZA_ERRORS))
            .with(Xml.text("text", Namespaces.STANZA_ERRORS, words));
    return new Stanza(kind, "error", id, to, from, List.of(error));
  }

  /** What an error stanza says, its text if it has one, else its condition. */
  public String errorText() {
    return payload.stream()
        .filter(element -> element.name().equals("error"))
        .findFirst()
        .map(Stanza::words)
        .orElse("an error without words");
  }

  private static String words(Xml error) {
    return error
        .child("text", Namespaces.STANZA_ERRORS)
        .map(Xml::text)
        .filter(text -> !text.isEmpty())
        .orElseGet(
            () ->
                error.children().stream()
                    .map(Xml::name)
                    .findFirst()
                    .orElse("an error without words"));
  }

  /** The name of the error's condition; empty when this is no error. */
  public String condition() {
    return payload.stream()
        .filter(element -> element.name().equals("error"))
        .flatMap(error -> error.children().stream())
        .filter(child -> child.namespace().equals(Namespaces.STANZA_ERRORS))
        .map(Xml::name)
        .filter(name -> !name.equals("text"))
        .findFirst()
        .orElse("");
  }

  /** About how much memory this takes, for whoever keeps stanzas. */
  public long memoryBytes() {
    return HEAD_BYTES + payload.stream().mapToLong(Xml::memoryBytes).sum();
  }
}
