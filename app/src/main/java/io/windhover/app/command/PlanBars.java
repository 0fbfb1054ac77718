package io.windhover.app.command;

import io.windhover.experiments.forecast.Figures;
import io.windhover.experiments.forecast.Point;
import io.windhover.experiments.forecast.References;
import io.windhover.workload.Durations;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Cost against deadline in letters: a bar for each deadline, all on one scale from 0. */
final class PlanBars {
  private static final int COLUMNS = 56;

  private final List<Point> points;
  private final char expected;
  private final char spread;
  private final char onDemand;
  private final char bound;
  private final double most;

  PlanBars(List<Point> points, boolean unicode) {
    this.points = points;
    this.expected = unicode ? '█' : '#';
    this.spread = unicode ? '▒' : '-';
    this.onDemand = unicode ? '│' : '|';
    this.bound = unicode ? '┊' : ':';
    double largest = 0;
    for (Point point : points) {
      largest = Math.max(largest, point.figures().map(Figures::costP95).orElse(0.0));
      largest = Math.max(largest, point.references().onDemandOnly().orElse(0));
    }
    this.most = largest;
  }

  void print(PrintWriter out) {
    for (Point point : points) {
      String bar = point.figures().map(figures -> bar(figures, point)).orElse("");
      String note = point.possible() ? "no run was done" : "impossible";
      out.printf("%9s  %s%n", Durations.format(point.deadlineMillis()), bar.isEmpty() ? note : bar);
    }
    out.printf(
        "%9s  %c expected  %c to the 95th percentile%s%s%n",
        "",
        expected,
        spread,
        legend(onDemand, "on-demand only", References::onDemandOnly),
        legend(bound, "lower bound", References::lowerBound));
  }

  /** Empty for what no bar shows. */
  private String legend(char letter, String name, Function<References, OptionalDouble> reference) {
    return points.stream().anyMatch(point -> reference.apply(point.references()).isPresent())
        ? "  %c %s".formatted(letter, name)
        : "";
  }

  private String bar(Figures figures, Point point) {
    var cells = new StringBuilder(" ".repeat(COLUMNS));
    int mean = column(figures.costMean());
    int high = column(figures.costP95());
    for (int c = 0; c <= high; c++) {
      cells.setCharAt(c, c <= mean ? expected : spread);
    }
    mark(cells, point.references().lowerBound(), bound);
    mark(cells, point.references().onDemandOnly(), onDemand);
    return cells.toString().stripTrailing();
  }

  private void mark(StringBuilder cells, OptionalDouble value, char letter) {
    if (value.isPresent()) {
      cells.setCharAt(column(value.getAsDouble()), letter);
    }
  }

  private int column(double dollars) {
    double share = most > 0 ? dollars / most : 0;
    return (int) Math.min(COLUMNS - 1, Math.round(share * (COLUMNS - 1)));
  }
}
