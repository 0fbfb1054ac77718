package io.windhover.experiments.forecast;

import io.windhover.experiments.chart.Curve;
import io.windhover.workload.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Cost against deadline as a picture. */
public final class CostCurve {
  private CostCurve() {}

  /** The points, shortest deadline first, with the advised one marked. */
  public static Curve of(String title, List<Point> points, Optional<Point> advised) {
    List<Curve.Stop> stops = new ArrayList<>();
    for (Point point : points) {
      String label = Durations.format(point.deadlineMillis());
      stops.add(new Curve.Stop(point.deadlineMillis(), label));
    }
    var band =
        new Curve.Band(
            "90 of 100 runs", figures(points, Figures::costP5), figures(points, Figures::costP95));
    List<Curve.Line> lines = new ArrayList<>();
    lines.add(new Curve.Line("expected cost", false, figures(points, Figures::costMean)));
    compared("on-demand only", points, References::onDemandOnly).ifPresent(lines::add);
    compared("lower bound", points, References::lowerBound).ifPresent(lines::add);
    // Of a single deadline it is said what to expect; there is nothing to choose from.
    OptionalInt chosen =
        advised.isPresent() && points.size() > 1
            ? OptionalInt.of(points.indexOf(advised.get()))
            : OptionalInt.empty();
    return new Curve(title, "deadline", "dollars", stops, band, lines, chosen);
  }

  /** Nothing where it is known for no deadline. */
  private static Optional<Curve.Line> compared(
      String name, List<Point> points, Function<References, OptionalDouble> reference) {
    List<Double> known =
        values(points, point -> reference.apply(point.references()).orElse(Double.NaN));
    return known.stream().allMatch(value -> value.isNaN())
        ? Optional.empty()
        : Optional.of(new Curve.Line(name, true, known));
  }

  private static List<Double> figures(List<Point> points, ToDoubleFunction<Figures> value) {
    return values(points, point -> point.figures().map(value::applyAsDouble).orElse(Double.NaN));
  }

  private static List<Double> values(List<Point> points, ToDoubleFunction<Point> value) {
    return points.stream().mapToDouble(value).boxed().toList();
  }
}
