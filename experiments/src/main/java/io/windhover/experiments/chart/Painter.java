package io.windhover.experiments.chart;

import io.windhover.experiments.chart.Canvas.Anchor;
import io.windhover.experiments.chart.Chart.Value;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/** Lays a chart out; text is placed by its anchor, never by its measured width. */
final class Painter {
  static final int WIDTH = 820;
  static final int HEIGHT = 420;

  private static final double LEFT = 80;
  private static final double RIGHT = WIDTH - 20;
  private static final double TOP = 40;
  private static final int LEGEND_LINE = 18;
  private static final int LEGEND_PER_LINE = 3;
  private static final int LABELS_MAX = 12;

  /** Names in two lines are short. */
  private static final int TWO_LINE_LABELS_MAX = 20;

  private static final double WHISKER = 4;

  /** A bar of nothing is a stroke, so that it can be told from a value that is not there. */
  private static final double NOTHING = 1.5;

  static final String MISSING = "\u2013";

  private final Chart chart;
  private final Canvas canvas;
  private final Scale scale;
  private final double bottom;
  private final double groupWidth;
  private final boolean twoLines;
  private final List<Integer> colours;

  Painter(Chart chart, Canvas canvas) {
    this.chart = chart;
    this.canvas = canvas;
    this.scale = Scale.of(chart);
    this.colours = SeriesColours.of(chart.series().stream().map(Chart.Series::name).toList());
    int lines = (chart.series().size() + LEGEND_PER_LINE - 1) / LEGEND_PER_LINE;
    this.twoLines = chart.groups().stream().anyMatch(name -> name.contains("/"));
    this.bottom = HEIGHT - 36 - (double) (lines + below()) * LEGEND_LINE;
    this.groupWidth = (RIGHT - LEFT) / Math.max(1, chart.groups().size());
  }

  /** Lines of text between the names of the groups and the legend. */
  private int below() {
    return twoLines ? 2 : 1;
  }

  void paint() {
    canvas.text(LEFT, 20, chart.title(), Anchor.START, true);
    canvas.upwards(16, (TOP + bottom) / 2, chart.yLabel());
    double under = bottom + 16 + (double) below() * LEGEND_LINE;
    canvas.text((LEFT + RIGHT) / 2, under, chart.xLabel(), Anchor.MIDDLE, false);
    axes();
    for (int s = 0; s < chart.series().size(); s++) {
      switch (chart.kind()) {
        case BARS -> bars(s);
        case LINES -> lines(s);
        case STEPS -> steps(s);
        case HEAT -> throw new IllegalArgumentException("a table is painted by HeatPainter");
      }
      legend(s);
    }
    canvas.line(LEFT, bottom, RIGHT, bottom, Canvas.INK);
  }

  private void axes() {
    for (double tick : scale.ticks()) {
      double y = y(tick);
      canvas.line(LEFT, y, RIGHT, y, Canvas.FAINT);
      canvas.text(LEFT - 6, y + 4, label(tick), Anchor.END, false);
    }
    // Where there are many groups, not every name has room.
    int every = 1 + chart.groups().size() / (twoLines ? TWO_LINE_LABELS_MAX : LABELS_MAX);
    for (int g = 0; g < chart.groups().size(); g += every) {
      canvas.text(middle(g), bottom + 16, lower(g), Anchor.MIDDLE, false);
    }
    if (twoLines) {
      families();
    }
  }

  /** What neighbours share stands once in the middle below them. */
  private void families() {
    int first = 0;
    for (int g = 1; g <= chart.groups().size(); g++) {
      if (g == chart.groups().size() || !upper(g).equals(upper(first))) {
        double x = (middle(first) + middle(g - 1)) / 2;
        canvas.text(x, bottom + 16 + LEGEND_LINE, upper(first), Anchor.MIDDLE, false);
        double edge = LEFT + groupWidth * g;
        if (g < chart.groups().size()) {
          canvas.line(edge, TOP, edge, bottom + 16 + LEGEND_LINE, Canvas.FAINT);
        }
        first = g;
      }
    }
  }

  private String upper(int group) {
    String name = chart.groups().get(group);
    return name.substring(0, Math.max(0, name.indexOf('/')));
  }

  private String lower(int group) {
    String name = chart.groups().get(group);
    return name.substring(name.indexOf('/') + 1);
  }

  private void bars(int series) {
    double each = groupWidth * 0.8 / chart.series().size();
    for (int g = 0; g < chart.groups().size(); g++) {
      Value value = chart.series().get(series).values().get(g);
      double x = LEFT + groupWidth * (g + 0.1) + each * series;
      if (Double.isNaN(value.y())) {
        canvas.text(x + each * 0.45, bottom - 4, MISSING, Anchor.MIDDLE, false);
        continue;
      }
      double y = y(value.y());
      canvas.box(
          x,
          Math.min(y, bottom - NOTHING),
          each * 0.9,
          Math.max(NOTHING, bottom - y),
          colours.get(series));
      whiskers(x + each * 0.45, value, Canvas.INK);
    }
  }

  private void lines(int series) {
    double beforeX = 0;
    double beforeY = Double.NaN;
    int colour = colours.get(series);
    for (int g = 0; g < chart.groups().size(); g++) {
      Value value = chart.series().get(series).values().get(g);
      if (Double.isNaN(value.y())) {
        beforeY = Double.NaN; // a gap in the line
        continue;
      }
      double x = middle(g);
      double y = y(value.y());
      if (!Double.isNaN(beforeY)) {
        canvas.line(beforeX, beforeY, x, y, colour);
      }
      canvas.box(x - 3, y - 3, 6, 6, colour);
      whiskers(x, value, colour);
      beforeX = x;
      beforeY = y;
    }
  }

  private void steps(int series) {
    double before = Double.NaN;
    int colour = colours.get(series);
    for (int g = 0; g < chart.groups().size(); g++) {
      double x = middle(g);
      double value = chart.series().get(series).values().get(g).y();
      if (Double.isNaN(value)) {
        before = Double.NaN;
        continue;
      }
      double y = y(value);
      if (!Double.isNaN(before)) {
        canvas.line(x, before, x, y, colour);
      }
      canvas.line(x, y, Math.min(RIGHT, x + groupWidth), y, colour);
      before = y;
    }
  }

  private void whiskers(double x, Value value, int colour) {
    if (value.low() == value.high()) {
      return;
    }
    double low = y(value.low());
    double high = y(value.high());
    canvas.line(x, low, x, high, colour);
    canvas.line(x - WHISKER, low, x + WHISKER, low, colour);
    canvas.line(x - WHISKER, high, x + WHISKER, high, colour);
  }

  private void legend(int series) {
    double x = LEFT + (RIGHT - LEFT) / LEGEND_PER_LINE * (series % LEGEND_PER_LINE);
    int line = series / LEGEND_PER_LINE;
    double y = bottom + 38 + (double) (line + below()) * LEGEND_LINE;
    canvas.box(x, y - 10, 12, 12, colours.get(series));
    canvas.text(x + 18, y, chart.series().get(series).name(), Anchor.START, false);
  }

  private double middle(int group) {
    return LEFT + groupWidth * (group + 0.5);
  }

  private double y(double value) {
    return bottom - scale.share(value) * (bottom - TOP);
  }

  static String label(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
    return rounded.toPlainString();
  }
}
