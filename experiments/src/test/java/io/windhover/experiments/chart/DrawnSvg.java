package io.windhover.experiments.chart;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** A picture read back as XML: what stands where in it. */
final class DrawnSvg {
  /** A rectangle, and how it is filled. */
  record Box(double x, double y, double width, double height, String fill) {
    double right() {
      return x + width;
    }

    double bottom() {
      return y + height;
    }
  }

  /** A line of text at its anchor. */
  record Word(double x, double y, String text) {}

  /** A line from one point to another. */
  record Stroke(double x1, double y1, double x2, double y2, boolean dashed) {}

  private final Element root;

  private DrawnSvg(Element root) {
    this.root = root;
  }

  /** Fails where the text is not XML. */
  static DrawnSvg of(String svg) throws Exception {
    return new DrawnSvg(
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)))
            .getDocumentElement());
  }

  private List<Element> all(String tag) {
    NodeList nodes = root.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      Element element = (Element) nodes.item(i);
      if (!"pattern".equals(element.getParentNode().getNodeName())) {
        elements.add(element);
      }
    }
    return elements;
  }

  private static double number(Element element, String name) {
    return Double.parseDouble(element.getAttribute(name));
  }

  double width() {
    return number(root, "width");
  }

  double height() {
    return number(root, "height");
  }

  List<Word> words() {
    return all("text").stream()
        .map(at -> new Word(number(at, "x"), number(at, "y"), at.getTextContent()))
        .toList();
  }

  /** The only text that says this. */
  Word word(String text) {
    List<Word> found = words().stream().filter(word -> word.text().equals(text)).toList();
    if (found.size() != 1) {
      throw new AssertionError("expected \"" + text + "\" once: " + words());
    }
    return found.get(0);
  }

  /** Filled so: a colour, a pattern such as url(#hatch), or solid for ink. */
  List<Box> boxes(String fill) {
    return all("rect").stream()
        .map(
            at ->
                new Box(
                    number(at, "x"),
                    number(at, "y"),
                    number(at, "width"),
                    number(at, "height"),
                    at.hasAttribute("fill") ? at.getAttribute("fill") : at.getAttribute("class")))
        .filter(box -> box.fill().equals(fill))
        .toList();
  }

  List<Stroke> strokes() {
    return all("line").stream()
        .map(
            at ->
                new Stroke(
                    number(at, "x1"),
                    number(at, "y1"),
                    number(at, "x2"),
                    number(at, "y2"),
                    at.hasAttribute("stroke-dasharray")))
        .toList();
  }
}
