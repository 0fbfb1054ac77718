package io.windhover.wire.xmpp.pool;

import static io.windhover.wire.xmpp.Namespaces.DATA;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_CAPABILITIES;

import io.windhover.wire.xmpp.BadStanza;
import io.windhover.wire.xmpp.Xml;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What somebody said of itself when asked by disco#info.
 *
 * @param features names of what it understands
 * @param offers what it offers to jobs, if that was in the same answer
 */
record Capabilities(Set<String> features, Optional<List<String>> offers) {
  private static final int OFFERS_MAX = 1_000;
  private static final int OFFER_CHARACTERS_MAX = 1_000;

  Capabilities {
    features = Set.copyOf(features);
  }

  static Capabilities read(Xml query) throws BadStanza {
    Set<String> features = new TreeSet<>(features(query));
    for (Xml form : forms(query)) {
      if (formType(form).equals(KESTREL_CAPABILITIES)) {
        List<String> offers = new ArrayList<>();
        form.children("field").stream()
            .filter(field -> field.attribute("var").equals("offers"))
            .forEach(field -> offers.addAll(values(field)));
        return new Capabilities(features, Optional.of(checked(offers)));
      }
    }
    return new Capabilities(features, Optional.empty());
  }

  /** The answer on Kestrel's second node: what is offered, as names of features. */
  static List<String> offers(Xml query) throws BadStanza {
    return checked(features(query));
  }

  /** A feature's name is an attribute; in the paper's Figure 4 it is the text. */
  private static List<String> features(Xml query) {
    return query.children("feature").stream()
        .map(f -> f.attribute("var").isEmpty() ? f.text().trim() : f.attribute("var"))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private static List<String> checked(List<String> offers) throws BadStanza {
    if (offers.size() > OFFERS_MAX) {
      throw new BadStanza("a worker offers at most " + OFFERS_MAX + " things");
    }
    for (String offer : offers) {
      if (offer.length() > OFFER_CHARACTERS_MAX) {
        throw new BadStanza("an offer has at most " + OFFER_CHARACTERS_MAX + " characters");
      }
    }
    return List.copyOf(offers);
  }

  /** The verification string of XEP-0115, section 5; empty when the answer is ill-formed. */
  static Optional<String> hash(Xml query) {
    List<String> identities =
        query.children("identity").stream()
            .map(
                one ->
                    String.join(
                        "/",
                        one.attribute("category"),
                        one.attribute("type"),
                        one.attribute("xml:lang"),
                        one.attribute("name")))
            .toList();
    List<String> features = features(query);
    List<String> forms = new ArrayList<>();
    List<String> formTypes = new ArrayList<>();
    for (Xml form : forms(query)) {
      String type = formType(form);
      if (!type.isEmpty()) {
        formTypes.add(type);
        forms.add(text(form, type));
      }
    }
    if (doubled(identities) || doubled(features) || doubled(formTypes)) {
      return Optional.empty();
    }
    var text = new StringBuilder();
    sorted(identities).forEach(identity -> text.append(identity).append('<'));
    sorted(features).forEach(feature -> text.append(feature).append('<'));
    sorted(forms).forEach(text::append);
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return Optional.of(Base64.getEncoder().encodeToString(digest));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(Xml form, String type) {
    List<String> fields = new ArrayList<>();
    for (Xml field : form.children("field")) {
      if (!field.attribute("var").equals("FORM_TYPE")) {
        var text = new StringBuilder(field.attribute("var")).append('<');
        sorted(values(field)).forEach(value -> text.append(value).append('<'));
        fields.add(text.toString());
      }
    }
    return type + "<" + String.join("", sorted(fields));
  }

  private static List<Xml> forms(Xml query) {
    return query.children("x").stream().filter(x -> x.namespace().equals(DATA)).toList();
  }

  private static String formType(Xml form) {
    return form.children("field").stream()
        .filter(field -> field.attribute("var").equals("FORM_TYPE"))
        .filter(field -> !field.attribute("type").equals("text-single"))
        .flatMap(field -> values(field).stream())
        .findFirst()
        .orElse("");
  }

  private static List<String> values(Xml field) {
    return field.children("value").stream().map(Xml::text).toList();
  }

  private static boolean doubled(List<String> texts) {
    return new TreeSet<>(texts).size() < texts.size();
  }

  /** By bytes, as the XEP wants it; by UTF-16 some letters come in another order. */
  private static List<String> sorted(List<String> texts) {
    List<String> sorted = new ArrayList<>(texts);
    sorted.sort(
        (a, b) ->
            Arrays.compareUnsigned(
                a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8)));
    return sorted;
  }
}
