package io.windhover.experiments.chart;

import io.windhover.experiments.chart.Canvas.Anchor;
import java.util.Locale;

/** Paints a table of numbers, each on a colour that says how large it is. */
final class HeatPainter {
  private static final double LEFT = 110;
  private static final double RIGHT = Painter.WIDTH - 20;
  private static final double TOP = 40;
  private static final double BOTTOM = Painter.HEIGHT - 84;

  /** Colours change here; the first is for what is below all of them. */
  private static final double[] STEPS = {0, 5, 10, 15, 20};

  private final Chart chart;
  private final Canvas canvas;
  private final double width;
  private final double height;

  HeatPainter(Chart chart, Canvas canvas) {
    this.chart = chart;
    this.canvas = canvas;
    this.width = (RIGHT - LEFT) / Math.max(1, chart.groups().size());
    this.height = (BOTTOM - TOP) / Math.max(1, chart.series().size());
  }

  void paint() {
    canvas.text(LEFT, 20, chart.title(), Anchor.START, true);
    canvas.upwards(16, (TOP + BOTTOM) / 2, chart.yLabel());
    for (int row = 0; row < chart.series().size(); row++) {
      // The first series lies at the bottom, as on an axis.
      double y = BOTTOM - (row + 1) * height;
      String name = chart.series().get(row).name();
      canvas.text(LEFT - 8, y + height / 2 + 4, name, Anchor.END, false);
      for (int column = 0; column < chart.groups().size(); column++) {
        cell(LEFT + column * width, y, chart.series().get(row).values().get(column).y());
      }
    }
    for (int column = 0; column < chart.groups().size(); column++) {
      double x = LEFT + (column + 0.5) * width;
      canvas.text(x, BOTTOM + 18, chart.groups().get(column), Anchor.MIDDLE, false);
    }
    canvas.text((LEFT + RIGHT) / 2, BOTTOM + 36, chart.xLabel(), Anchor.MIDDLE, false);
    legend();
  }

  private void cell(double x, double y, double value) {
    if (Double.isNaN(value)) {
      canvas.text(x + width / 2, y + height / 2 + 4, Painter.MISSING, Anchor.MIDDLE, false);
      return;
    }
    canvas.box(x + 1, y + 1, width - 2, height - 2, Palette.HEAT + heat(value));
    canvas.note(
        x + width / 2,
        y + height / 2 + 4,
        String.format(Locale.ROOT, "%.1f", value),
        Anchor.MIDDLE,
        true);
  }

  private static int heat(double value) {
    int heat = 0;
    while (heat < STEPS.length && value >= STEPS[heat]) {
      heat++;
    }
    return heat;
  }

  private void legend() {
    double each = (RIGHT - LEFT) / Palette.HEAT_COUNT;
    for (int heat = 0; heat < Palette.HEAT_COUNT; heat++) {
      double x = LEFT + each * heat;
      canvas.box(x, BOTTOM + 56, 12, 12, Palette.HEAT + heat);
      String text =
          heat == 0 ? "below 0" : String.format(Locale.ROOT, "from %.0f", STEPS[heat - 1]);
      canvas.text(x + 18, BOTTOM + 66, text, Anchor.START, false);
    }
  }
}
