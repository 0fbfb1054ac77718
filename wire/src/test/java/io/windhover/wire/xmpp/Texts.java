package io.windhover.wire.xmpp;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Texts and elements as nasty as they can be, from a seed. */
final class Texts {
  private static final List<String> NASTY =
      List.of(
          "'",
          "\"",
          "&",
          "<",
          ">",
          "]]>",
          "\n",
          "\r\n",
          "\r",
          "\t",
          " ",
          "&amp;",
          "\u0000",
          "\u0001",
          "\u001b[0m",
          "\u007f",
          "\u0085",
          "\u2028",
          "\ufeff",
          "\ufffe",
          "\uffff",
          "é",
          "€",
          "😀",
          "\ud800",
          "\udc00",
          "日本",
          "a",
          "Z",
          "0",
          "$(rm -rf /)",
          "\\",
          "`",
          "<!--");

  private Texts() {}

  static String any(SplittableRandom random) {
    var text = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      text.append(NASTY.get(random.nextInt(NASTY.size())));
    }
    return text.toString();
  }

  /** One that XML can hold. */
  static String legal(SplittableRandom random) {
    String text = any(random);
    return XmlText.fits(text) ? text : "plain";
  }

  static Xml element(SplittableRandom random, int depth) {
    Xml element = Xml.of("n" + random.nextInt(5), "ns:" + random.nextInt(3));
    for (int i = random.nextInt(3); i > 0; i--) {
      element = element.with("a" + random.nextInt(4), legal(random));
    }
    List<Xml> children = new ArrayList<>();
    for (int i = depth == 0 ? 0 : random.nextInt(4); i > 0; i--) {
      children.add(element(random, depth - 1));
    }
    return new Xml(
        element.name(), element.namespace(), element.attributes(), children, legal(random));
  }
}
