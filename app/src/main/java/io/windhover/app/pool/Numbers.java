package io.windhover.app.pool;

import io.windhover.wire.xmpp.Xml;

/** Whole numbers in stanzas and in chat. */
final class Numbers {
  private Numbers() {}

  /** The number of an attribute, or the one that is meant when it is missing. */
  static int attribute(Xml element, String name, int min, int max, int missing) throws Refusal {
    String text = element.attribute(name);
    if (text.isEmpty()) {
      return missing;
    }
    int number = of(text);
    if (number < min || number > max) {
      throw Refusal.bad(
          "%s of %s is a number from %,d to %,d, not %s"
              .formatted(name, element.name(), min, max, Refusal.quoted(text)));
    }
    return number;
  }

  /** -1 when the text is no number that fits. */
  static int of(String text) {
    boolean digits = !text.isEmpty() && text.length() <= 9;
    return digits && text.chars().allMatch(c -> c >= '0' && c <= '9') ? Integer.parseInt(text) : -1;
  }
}
