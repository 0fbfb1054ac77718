package io.windhover.experiments.chart;

import io.windhover.experiments.chart.Canvas.Anchor;
import java.util.ArrayList;
import java.util.List;

/** Lays a curve out; stops far apart stand on a logarithmic axis. */
final class CurvePainter {
  private static final double LEFT = 80;
  private static final double RIGHT = Painter.WIDTH - 30;
  private static final double TOP = 56;
  private static final double BOTTOM = Painter.HEIGHT - 80;

  /** Labels nearer than this would run into each other. */
  private static final double LABEL_GAP = 52;

  /** How wide a single stop is drawn. */
  private static final double BAR = 60;

  /** From this ratio of the last to the first stop on, equal ratios are equally far apart. */
  private static final double LOG_FROM = 10;

  private final Curve curve;
  private final Canvas canvas;
  private final Scale scale;
  private final boolean log;
  private final List<Integer> colours;

  CurvePainter(Curve curve, Canvas canvas) {
    this.curve = curve;
    this.canvas = canvas;
    double top = 0;
    for (Curve.Line line : curve.lines()) {
      top = Math.max(top, largest(line.values()));
    }
    this.scale = Scale.fromZero(Math.max(top, largest(curve.band().high())));
    this.colours = SeriesColours.of(curve.lines().stream().map(Curve.Line::name).toList());
    this.log = first() > 0 && last() / first() > LOG_FROM;
  }

  private static double largest(List<Double> values) {
    return values.stream().filter(v -> !v.isNaN()).mapToDouble(v -> v).max().orElse(0);
  }

  private double first() {
    return curve.stops().get(0).x();
  }

  private double last() {
    return curve.stops().get(curve.stops().size() - 1).x();
  }

  void paint() {
    canvas.text(LEFT, 20, curve.title(), Anchor.START, true);
    canvas.upwards(16, (TOP + BOTTOM) / 2, curve.yLabel());
    canvas.text((LEFT + RIGHT) / 2, BOTTOM + 36, curve.xLabel(), Anchor.MIDDLE, false);
    axes();
    nothing();
    band();
    for (int l = 0; l < curve.lines().size(); l++) {
      line(l);
    }
    chosen();
    legend();
    canvas.line(LEFT, BOTTOM, RIGHT, BOTTOM, Canvas.INK);
  }

  private void axes() {
    for (double tick : scale.ticks()) {
      canvas.line(LEFT, y(tick), RIGHT, y(tick), Canvas.FAINT);
      canvas.text(LEFT - 6, y(tick) + 4, Painter.label(tick), Anchor.END, false);
    }
    double free = Double.NEGATIVE_INFINITY;
    for (int s = 0; s < curve.stops().size(); s++) {
      canvas.line(x(s), BOTTOM, x(s), BOTTOM + 4, Canvas.INK);
      if (x(s) >= free) {
        canvas.text(x(s), BOTTOM + 18, curve.stops().get(s).label(), Anchor.MIDDLE, false);
        free = x(s) + LABEL_GAP;
      }
    }
  }

  /** Stops at the beginning without a value are shaded: there is nothing to be had there. */
  private void nothing() {
    List<Double> values = curve.lines().get(0).values();
    int empty = 0;
    while (empty < values.size() && values.get(empty).isNaN()) {
      empty++;
    }
    if (empty > 0) {
      double to = empty == values.size() ? RIGHT : (x(empty - 1) + x(empty)) / 2;
      canvas.veil(LEFT, TOP, to - LEFT, BOTTOM - TOP);
      canvas.note(LEFT + 6, BOTTOM - 8, "impossible", Anchor.START, false);
    }
  }

  private void band() {
    List<double[]> low = new ArrayList<>();
    List<double[]> high = new ArrayList<>();
    for (int s = 0; s < curve.stops().size(); s++) {
      if (!curve.band().low().get(s).isNaN()) {
        low.add(new double[] {x(s), y(curve.band().low().get(s))});
        high.add(0, new double[] {x(s), y(curve.band().high().get(s))});
      }
    }
    if (low.size() == 1) {
      // One stop alone has no width: its band is a bar.
      low.add(new double[] {low.get(0)[0] + BAR / 2, low.get(0)[1]});
      high.add(0, new double[] {high.get(0)[0] + BAR / 2, high.get(0)[1]});
      low.get(0)[0] -= BAR / 2;
      high.get(1)[0] -= BAR / 2;
    }
    low.addAll(high);
    if (spreads()) {
      canvas.area(low, colours.get(0));
    }
  }

  /** Whether the band is wider than its line anywhere. */
  private boolean spreads() {
    for (int s = 0; s < curve.stops().size(); s++) {
      if (curve.band().high().get(s) > curve.band().low().get(s)) {
        return true;
      }
    }
    return false;
  }

  private void line(int number) {
    Curve.Line line = curve.lines().get(number);
    int before = -1;
    for (int s = 0; s < curve.stops().size(); s++) {
      double value = line.values().get(s);
      if (Double.isNaN(value)) {
        before = -1;
        continue;
      }
      if (before >= 0) {
        double from = y(line.values().get(before));
        if (line.dashed()) {
          canvas.dashed(x(before), from, x(s), y(value), colours.get(number));
        } else {
          canvas.line(x(before), from, x(s), y(value), colours.get(number));
        }
      }
      point(x(s), y(value), line.dashed(), colours.get(number));
      before = s;
    }
  }

  private void point(double x, double y, boolean dashed, int colour) {
    if (dashed && curve.stops().size() == 1) {
      canvas.dashed(x - BAR / 2, y, x + BAR / 2, y, colour);
      return;
    }
    double size = dashed ? 3 : 6;
    canvas.box(x - size / 2, y - size / 2, size, size, colour);
  }

  private void chosen() {
    if (curve.chosen().isPresent()) {
      int stop = curve.chosen().getAsInt();
      canvas.dashed(x(stop), TOP, x(stop), BOTTOM, Canvas.INK);
      String label = "advised: " + curve.stops().get(stop).label();
      boolean right = x(stop) > (LEFT + RIGHT) / 2;
      canvas.text(x(stop), TOP - 6, label, right ? Anchor.END : Anchor.START, false);
    }
  }

  private void legend() {
    double width = (RIGHT - LEFT) / (curve.lines().size() + (spreads() ? 1 : 0));
    double y = BOTTOM + 62;
    for (int l = 0; l < curve.lines().size(); l++) {
      double x = LEFT + width * l;
      canvas.box(x, y - 10, 12, 12, colours.get(l));
      canvas.text(x + 18, y, curve.lines().get(l).name(), Anchor.START, false);
    }
    if (!spreads()) {
      return;
    }
    double x = LEFT + width * curve.lines().size();
    canvas.area(
        List.of(
            new double[] {x, y - 10},
            new double[] {x + 12, y - 10},
            new double[] {x + 12, y + 2},
            new double[] {x, y + 2}),
        colours.get(0));
    canvas.text(x + 18, y, curve.band().name(), Anchor.START, false);
  }

  private double x(int stop) {
    double at = curve.stops().get(stop).x();
    double share =
        log
            ? StrictMath.log(at / first()) / StrictMath.log(last() / first())
            : last() > first() ? (at - first()) / (last() - first()) : 0.5;
    return LEFT + 20 + share * (RIGHT - LEFT - 40);
  }

  private double y(double value) {
    return BOTTOM - scale.share(value) * (BOTTOM - TOP);
  }
}
