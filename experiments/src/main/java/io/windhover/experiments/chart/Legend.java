package io.windhover.experiments.chart;

import io.windhover.experiments.chart.Canvas.Anchor;
import java.util.HashSet;
import java.util.Set;

/** Says what the signs in a picture mean, of those that were drawn. */
final class Legend {
  /** One sign, in a box of 18 by 12 with this upper left corner. */
  interface Sign {
    void draw(double x, double y);
  }

  private static final double BASELINE = 10;
  private static final double TEXT_FROM = 24;
  private static final double CHAR = 6.6;
  private static final double GAP = 20;

  private final Canvas canvas;
  private final Set<String> drawn = new HashSet<>();

  Legend(Canvas canvas) {
    this.canvas = canvas;
  }

  /** Something with this meaning stands in the picture. */
  void drew(String meaning) {
    drawn.add(meaning);
  }

  /** Beside the entry before; answers where the next one begins: here if nothing was drawn. */
  double entry(double x, double baseline, String meaning, Sign sign) {
    if (!drawn.contains(meaning)) {
      return x;
    }
    sign.draw(x, baseline - BASELINE);
    canvas.text(x + TEXT_FROM, baseline, meaning, Anchor.START, false);
    return x + TEXT_FROM + GAP + meaning.length() * CHAR;
  }
}
