package io.windhover.experiments.chart;

import java.util.List;
import java.util.stream.Collectors;

/** Draws SVG that follows the reader's choice of light or dark. */
final class SvgCanvas implements Canvas {
  private static final String STYLE =
      """
      <style>
      .chart { font: 12px sans-serif; }
      .chart .ink { stroke: #222; } .chart .faint { stroke: #ccc; }
      .chart text, .chart .solid { fill: #222; }
      .chart .bold { font-weight: bold; font-size: 14px; }
      @media (prefers-color-scheme: dark) {
        .chart .ink { stroke: #ddd; } .chart .faint { stroke: #444; }
        .chart text, .chart .solid { fill: #ddd; }
      }
      </style>
      """;

  /** Only in pictures that need it. */
  private static final String CROWDED =
      """
      <style>
      .chart .note { font-size: 9px; } .chart text.on { fill: #fff; }
      </style>
      <defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(45)"><rect width="5" height="5" fill="#fff" fill-opacity=".55"/>\
      <line x1="0" y1="0" x2="0" y2="5" stroke="#555" stroke-width="1.6"/></pattern></defs>
      """;

  private static final String IDLE =
      """
      <defs><pattern id="idle" width="6" height="6" patternUnits="userSpaceOnUse" \
      patternTransform="rotate(-45)"><rect width="6" height="6" fill="#999" fill-opacity=".14"/>\
      <line x1="0" y1="0" x2="0" y2="6" stroke="#999" stroke-width="1"/></pattern></defs>
      """;

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;
  private boolean crowded;
  private boolean idle;

  SvgCanvas(int width, int height, String title) {
    this.width = width;
    this.height = height;
    this.title = title;
  }

  @Override
  public void line(double x1, double y1, double x2, double y2, int colour) {
    body.append(
        "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" %s/>\n"
            .formatted(number(x1), number(y1), number(x2), number(y2), stroke(colour)));
  }

  private static String stroke(int colour) {
    return switch (colour) {
      case INK -> "class=\"ink\"";
      case FAINT -> "class=\"faint\"";
      default -> "stroke=\"" + Palette.hex(colour) + "\" stroke-width=\"2\"";
    };
  }

  @Override
  public void box(double x, double y, double boxWidth, double boxHeight, int colour) {
    String fill = colour == INK ? "class=\"solid\"" : "fill=\"" + Palette.hex(colour) + "\"";
    rectangle(x, y, boxWidth, boxHeight, fill);
  }

  @Override
  public void text(double x, double y, String text, Anchor anchor, boolean bold) {
    body.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\"%s>%s</text>\n"
            .formatted(
                number(x), number(y), anchor(anchor), bold ? " class=\"bold\"" : "", escape(text)));
  }

  @Override
  public void veil(double x, double y, double boxWidth, double boxHeight) {
    rectangle(x, y, boxWidth, boxHeight, "fill=\"#888\" fill-opacity=\".16\"");
  }

  @Override
  public void hatch(double x, double y, double boxWidth, double boxHeight) {
    crowded = true;
    rectangle(x, y, boxWidth, boxHeight, "fill=\"url(#hatch)\"");
  }

  @Override
  public void idle(double x, double y, double boxWidth, double boxHeight) {
    idle = true;
    rectangle(x, y, boxWidth, boxHeight, "fill=\"url(#idle)\"");
  }

  private void rectangle(double x, double y, double boxWidth, double boxHeight, String fill) {
    body.append(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" %s/>\n"
            .formatted(number(x), number(y), number(boxWidth), number(boxHeight), fill));
  }

  @Override
  public void dashed(double x1, double y1, double x2, double y2, int colour) {
    body.append(
        "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" %s stroke-dasharray=\"5 3\"/>\n"
            .formatted(number(x1), number(y1), number(x2), number(y2), stroke(colour)));
  }

  @Override
  public void note(double x, double y, String text, Anchor anchor, boolean onColour) {
    crowded = true;
    body.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" class=\"%s\">%s</text>\n"
            .formatted(
                number(x), number(y), anchor(anchor), onColour ? "note on" : "note", escape(text)));
  }

  @Override
  public void area(List<double[]> corners, int colour) {
    String points =
        corners.stream()
            .map(corner -> number(corner[0]) + "," + number(corner[1]))
            .collect(Collectors.joining(" "));
    body.append(
        "<polygon points=\"%s\" fill=\"%s\" fill-opacity=\".22\"/>\n"
            .formatted(points, Palette.hex(colour)));
  }

  private static String anchor(Anchor anchor) {
    return switch (anchor) {
      case START -> "start";
      case MIDDLE -> "middle";
      case END -> "end";
    };
  }

  @Override
  public void upwards(double x, double y, String text) {
    body.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"middle\" transform=\"rotate(-90 %s %s)\">%s</text>\n"
            .formatted(number(x), number(y), number(x), number(y), escape(text)));
  }

  String svg() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 %d %d" width="%d" \
    height="%d" role="img">
    <title>%s</title>
    """
            .formatted(width, height, width, height, escape(title))
        + STYLE
        + (crowded ? CROWDED : "")
        + (idle ? IDLE : "")
        + body
        + "</svg>\n";
  }

  /** A tenth of a pixel is fine enough, and reads the same everywhere. */
  private static String number(double value) {
    long tenths = Math.round(value * 10);
    String sign = tenths < 0 ? "-" : "";
    long size = Math.abs(tenths);
    return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
