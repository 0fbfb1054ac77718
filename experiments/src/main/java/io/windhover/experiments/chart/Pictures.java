package io.windhover.experiments.chart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import javax.imageio.ImageIO;

/** A chart as a picture. */
public final class Pictures {
  private Pictures() {}

  /** The same text on every machine. */
  public static String svg(Chart chart) {
    var canvas = new SvgCanvas(Painter.WIDTH, Painter.HEIGHT, chart.title());
    paint(chart, canvas);
    return canvas.svg();
  }

  /**
   * Looks a little different where other fonts are installed; empty where this Java cannot draw
   * text at all, as small server images cannot.
   */
  public static Optional<byte[]> png(Chart chart) {
    try {
      return Optional.of(drawn(chart));
    } catch (LinkageError | InternalError noFonts) {
      return Optional.empty();
    }
  }

  private static void paint(Chart chart, Canvas canvas) {
    if (chart.kind() == Chart.Kind.HEAT) {
      new HeatPainter(chart, canvas).paint();
    } else {
      new Painter(chart, canvas).paint();
    }
  }

  private static byte[] drawn(Chart chart) {
    var canvas = new ImageCanvas(Painter.WIDTH, Painter.HEIGHT);
    paint(chart, canvas);
    return bytes(canvas);
  }

  static byte[] bytes(ImageCanvas canvas) {
    var bytes = new ByteArrayOutputStream();
    try {
      if (!ImageIO.write(canvas.image(), "png", bytes)) {
        throw new IllegalStateException("this Java cannot write PNG");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }
}
