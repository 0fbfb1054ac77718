package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

final class CurveTest {
  private static Curve curve(List<Double> xs, List<Double> ys, OptionalInt chosen) {
    return curve(xs, ys, ys.stream().map(y -> y / 2).toList(), chosen);
  }

  private static Curve curve(
      List<Double> xs, List<Double> ys, List<Double> low, OptionalInt chosen) {
    List<Curve.Stop> stops = xs.stream().map(x -> new Curve.Stop(x, "at " + x)).toList();
    return new Curve(
        "costs",
        "deadline",
        "dollars",
        stops,
        new Curve.Band("most", low, ys),
        List.of(new Curve.Line("expected", false, ys), new Curve.Line("lower bound", true, ys)),
        chosen);
  }

  /** The corners of the band, from left to right and back. */
  private static double[] corners(String svg) {
    String points = svg.replaceAll("(?s).*?<polygon points=\"([^\"]*)\".*", "$1");
    return DoubleStream.of(
            List.of(points.split("[ ,]", -1)).stream().mapToDouble(Double::parseDouble).toArray())
        .toArray();
  }

  /** The axis runs from 100 to 770; 20 lies halfway between 10 and 30. */
  @Test
  void stopsStandWhereTheirNumbersSay() {
    String svg = curve(List.of(10.0, 20.0, 30.0), List.of(1.0, 2.0, 1.0), OptionalInt.of(1)).svg();

    assertThat(svg).startsWith("<svg").contains("advised: at 20.0", "expected", "most");
    double[] corners = corners(svg);
    assertThat(corners[0]).isEqualTo(100);
    assertThat(corners[2]).isEqualTo(435);
    assertThat(corners[4]).isEqualTo(770);
    assertThat(corners[3]).as("2 lies above 1").isLessThan(corners[1]);
  }

  /** From 1 to 100 equal ratios are equally far apart: 10 is in the middle. */
  @Test
  void wideAxesAreLogarithmic() {
    String svg =
        curve(List.of(1.0, 10.0, 100.0), List.of(1.0, 1.0, 1.0), OptionalInt.empty()).svg();

    assertThat(corners(svg)[2]).isEqualTo(435);
    assertThat(svg).doesNotContain("advised");
  }

  @Test
  void stopsWithoutAValueAreShaded() {
    String svg =
        curve(List.of(10.0, 20.0, 30.0), List.of(Double.NaN, 2.0, 1.0), OptionalInt.empty()).svg();
    assertThat(svg).contains("impossible").doesNotContain("NaN");

    String nothing = curve(List.of(10.0), List.of(Double.NaN), OptionalInt.empty()).svg();
    assertThat(nothing).contains("impossible").doesNotContain("NaN");
  }

  /** A point has no width: without a bar there would be nothing to see of its band. */
  @Test
  void aSingleStopHasABarForItsBand() {
    double[] corners = corners(curve(List.of(10.0), List.of(2.0), OptionalInt.empty()).svg());

    assertThat(corners).hasSize(8);
    assertThat(corners[2] - corners[0]).isEqualTo(60);
    assertThat(corners[1]).as("low lies below high").isGreaterThan(corners[5]);
  }

  @Test
  void aBandWithoutAnyWidthIsNotExplained() {
    List<Double> ys = List.of(2.0, 1.0);

    assertThat(curve(List.of(10.0, 20.0), ys, ys, OptionalInt.empty()).svg())
        .doesNotContain(">most<", "<polygon");
    assertThat(curve(List.of(10.0, 20.0), ys, OptionalInt.empty()).svg()).contains(">most<");
  }

  @Test
  void theLowerBoundHasTheColourItHasInReports() {
    String svg = curve(List.of(10.0, 20.0), List.of(2.0, 1.0), OptionalInt.empty()).svg();
    int bound = SeriesColours.of(List.of("lower bound")).get(0);

    assertThat(svg).contains("fill=\"" + Palette.hex(bound) + "\"");
  }

  @Test
  void valuesMustFitTheStops() {
    assertThatThrownBy(() -> curve(List.of(1.0, 2.0), List.of(1.0), OptionalInt.empty()))
        .hasMessage("expected a value for each of 2 stops");
  }
}
