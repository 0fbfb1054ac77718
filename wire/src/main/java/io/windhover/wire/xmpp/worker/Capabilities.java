package io.windhover.wire.xmpp.worker;

import io.windhover.wire.xmpp.Namespaces;
import io.windhover.wire.xmpp.Xml;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a worker can do and offers, as disco#info shows it, and its hash (XEP-0115) by which a
 * manager knows it without asking. The offers are in the hash, as a form (XEP-0128).
 */
final class Capabilities {
  static final String NODE = "urn:windhover:worker";

  private static final List<String> FEATURES =
      List.of(
          Namespaces.CAPS,
          Namespaces.DISCO_INFO,
          Namespaces.KESTREL_TASKS,
          Namespaces.PING,
          Namespaces.BATCH);

  private static final Comparator<String> BY_OCTETS =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private static final String CATEGORY = "client";
  private static final String TYPE = "bot";
  private static final String NAME = "Windhover worker";

  private final List<String> offers;
  private final String hash;

  Capabilities(List<String> offers) {
    this.offers = offers.stream().sorted(BY_OCTETS).distinct().toList();
    this.hash = hash(hashed());
  }

  /** For the presence. */
  Xml presence() {
    return Xml.of("c", Namespaces.CAPS).with("hash", "sha-1").with("node", NODE).with("ver", hash);
  }

  /** What disco#info says of this node; empty when there is no such node. */
  Optional<Xml> info(String node) {
    if (node.equals(Namespaces.KESTREL_CAPABILITIES)) {
      return Optional.of(query(node).with(features(offers)));
    }
    if (node.isEmpty() || node.equals(NODE + "#" + hash)) {
      Xml identity =
          Xml.of("identity", Namespaces.DISCO_INFO)
              .with("category", CATEGORY)
              .with("type", TYPE)
              .with("name", NAME);
      return Optional.of(query(node).with(identity).with(features(FEATURES)).with(form()));
    }
    return Optional.empty();
  }

  private static Xml query(String node) {
    Xml query = Xml.of("query", Namespaces.DISCO_INFO);
    return node.isEmpty() ? query : query.with("node", node);
  }

  private static List<Xml> features(List<String> names) {
    return names.stream()
        .map(name -> Xml.of("feature", Namespaces.DISCO_INFO).with("var", name))
        .toList();
  }

  private Xml form() {
    return Xml.of("x", Namespaces.DATA)
        .with("type", "result")
        .with(field("FORM_TYPE", List.of(Namespaces.KESTREL_CAPABILITIES)).with("type", "hidden"))
        .with(field("offers", offers).with("type", "list-multi"));
  }

  private static Xml field(String name, List<String> values) {
    return Xml.of("field", Namespaces.DATA)
        .with("var", name)
        .with(values.stream().map(value -> Xml.text("value", Namespaces.DATA, value)).toList());
  }

  /** XEP-0115, 5.1. */
  private String hashed() {
    List<String> parts = new ArrayList<>();
    parts.add(CATEGORY + "/" + TYPE + "//" + NAME);
    FEATURES.stream().sorted(BY_OCTETS).forEach(parts::add);
    parts.add(Namespaces.KESTREL_CAPABILITIES);
    parts.add("offers");
    parts.addAll(offers);
    var text = new StringBuilder();
    parts.forEach(part -> text.append(part.replace("<", "&lt;")).append('<'));
    return text.toString();
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }
}
