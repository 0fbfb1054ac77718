package io.windhover.experiments.chart;

/** Draws SVG that follows the reader's choice of light or dark. */
final class SvgCanvas implements Canvas {
  private static final String STYLE =
      """
      <style>
      .chart { font: 12px sans-serif; }
      .chart .ink { stroke: #222; } .chart .faint { stroke: #ccc; } .chart text { fill: #222; }
      .chart .bold { font-weight: bold; font-size: 14px; }
      @media (prefers-color-scheme: dark) {
        .chart .ink { stroke: #ddd; } .chart .faint { stroke: #444; } .chart text { fill: #ddd; }
      }
      </style>
      """;

  private final StringBuilder body = new StringBuilder();
  private final int width;
  private final int height;
  private final String title;

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
    body.append(
        "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" fill=\"%s\"/>\n"
            .formatted(
                number(x), number(y), number(boxWidth), number(boxHeight), Palette.hex(colour)));
  }

  @Override
  public void text(double x, double y, String text, Anchor anchor, boolean bold) {
    body.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\"%s>%s</text>\n"
            .formatted(
                number(x),
                number(y),
                switch (anchor) {
                  case START -> "start";
                  case MIDDLE -> "middle";
                  case END -> "end";
                },
                bold ? " class=\"bold\"" : "",
                escape(text)));
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
