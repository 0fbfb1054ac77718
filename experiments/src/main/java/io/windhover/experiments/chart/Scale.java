package io.windhover.experiments.chart;

import java.util.ArrayList;
import java.util.List;

/** The y axis: where a value stands, from 0 at the bottom to 1 at the top, and which are marked. */
final class Scale {
  private static final int TICKS_MAX = 6;

  private final boolean log;
  private final double bottom;
  private final double top;
  private final double step;

  private Scale(boolean log, double bottom, double top, double step) {
    this.log = log;
    this.bottom = bottom;
    this.top = top;
    this.step = step;
  }

  static Scale of(Chart chart) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (Chart.Series series : chart.series()) {
      for (Chart.Value value : series.values()) {
        if (!Double.isNaN(value.y())) {
          min = Math.min(min, value.y());
          max = Math.max(max, Math.max(value.y(), value.high()));
        }
      }
    }
    return chart.logY() && min > 0 ? decades(min, max) : linear(Math.min(0, min), max);
  }

  /** From 0 up to this at least. */
  static Scale fromZero(double max) {
    return linear(0, max);
  }

  private static Scale decades(double min, double max) {
    double bottom = StrictMath.floor(StrictMath.log10(min));
    double top = StrictMath.ceil(StrictMath.log10(max));
    return new Scale(true, bottom, Math.max(top, bottom + 1), 1);
  }

  private static Scale linear(double min, double max) {
    double span = max > min ? max - min : 1;
    double unit = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(span / TICKS_MAX)));
    double step = unit;
    for (double factor : new double[] {1, 2, 5, 10}) {
      step = unit * factor;
      if (span / step <= TICKS_MAX) {
        break;
      }
    }
    double bottom = Math.floor(min / step) * step;
    return new Scale(false, bottom, Math.ceil((bottom + span) / step) * step, step);
  }

  double share(double value) {
    double at = log ? StrictMath.log10(Math.max(value, Double.MIN_NORMAL)) : value;
    return Math.max(0, Math.min(1, (at - bottom) / (top - bottom)));
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    int count = (int) Math.round((top - bottom) / step);
    for (int i = 0; i <= count; i++) {
      double at = bottom + i * step;
      ticks.add(log ? StrictMath.pow(10, at) : at);
    }
    return ticks;
  }
}
