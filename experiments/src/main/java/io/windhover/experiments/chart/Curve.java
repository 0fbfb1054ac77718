package io.windhover.experiments.chart;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A picture as data: lines over an axis of numbers, and a band around the first of them.
 *
 * @param stops where there are values, in rising order
 * @param chosen the stop to point at
 */
public record Curve(
    String title,
    String xLabel,
    String yLabel,
    List<Stop> stops,
    Band band,
    List<Line> lines,
    OptionalInt chosen) {
  /** A place on the x axis; above 0. */
  public record Stop(double x, String label) {}

  /** From low to high at each stop; NaN where there is nothing. */
  public record Band(String name, List<Double> low, List<Double> high) {
    public Band {
      low = List.copyOf(low);
      high = List.copyOf(high);
    }
  }

  /** A value at each stop; NaN where there is none. */
  public record Line(String name, boolean dashed, List<Double> values) {
    public Line {
      values = List.copyOf(values);
    }
  }

  public Curve {
    stops = List.copyOf(stops);
    lines = List.copyOf(lines);
    int size = stops.size();
    if (band.low().size() != size
        || band.high().size() != size
        || lines.stream().anyMatch(line -> line.values().size() != size)) {
      throw new IllegalArgumentException("expected a value for each of " + size + " stops");
    }
  }

  /** The same text on every machine. */
  public String svg() {
    var canvas = new SvgCanvas(Painter.WIDTH, Painter.HEIGHT, title);
    new CurvePainter(this, canvas).paint();
    return canvas.svg();
  }

  /** Empty where this Java cannot draw text, as in {@link Pictures#png}. */
  public Optional<byte[]> png() {
    try {
      var canvas = new ImageCanvas(Painter.WIDTH, Painter.HEIGHT);
      new CurvePainter(this, canvas).paint();
      return Optional.of(Pictures.bytes(canvas));
    } catch (LinkageError | InternalError noFonts) {
      return Optional.empty();
    }
  }
}
