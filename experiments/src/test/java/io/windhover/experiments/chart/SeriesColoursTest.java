package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesColoursTest {
  private static Chart bars(Value... values) {
    return new Chart(
        "c",
        "c",
        "Costs",
        "dollars",
        "cells",
        Chart.Kind.BARS,
        false,
        List.of("a", "b"),
        List.of(new Series("scs", List.of(values))));
  }

  @Test
  void aPolicyHasOneColourWhateverStandsBesideIt() {
    int alone = SeriesColours.of(List.of("scs")).get(0);

    assertThat(SeriesColours.of(List.of("workflow", "greedy", "scs")).get(2)).isEqualTo(alone);
    assertThat(SeriesColours.of(List.of("published", "SCS, pipeline")).get(1)).isEqualTo(alone);
  }

  /** "HADS, published" once took the colour of hads, which then had another than elsewhere. */
  @Test
  void aPolicyComesBeforeWhatThePaperSaysOfIt() {
    int alone = SeriesColours.of(List.of("hads")).get(0);

    assertThat(SeriesColours.of(List.of("HADS, published", "hads")).get(1)).isEqualTo(alone);
  }

  @Test
  void theLowerBoundHasOneColourBesideBagsAndWorkflows() {
    int alone = SeriesColours.of(List.of("lower bound")).get(0);

    assertThat(SeriesColours.of(List.of("bag", "on-demand, cycle", "lower bound")).get(2))
        .isEqualTo(alone);
    assertThat(SeriesColours.of(List.of("greedy", "gain", "workflow", "lower bound")).get(3))
        .isEqualTo(alone);
  }

  @Test
  void seriesOfOneChartCanBeToldApart() {
    assertThat(SeriesColours.of(List.of("published", "hads", "hads, J60", "bag", "lower bound")))
        .doesNotHaveDuplicates();
  }

  @Test
  void zeroAndMissingLookDifferent() {
    String zero = Pictures.svg(bars(Value.of(0), Value.of(2)));
    String missing = Pictures.svg(bars(Value.MISSING, Value.of(2)));

    assertThat(missing).contains(">–<").doesNotContain("NaN");
    assertThat(zero).doesNotContain(">–<").contains("height=\"1.5\"");
  }

  @Test
  void bothAxesAreNamed() {
    assertThat(Pictures.svg(bars(Value.of(1), Value.of(2)))).contains(">dollars<", ">cells<");
    Chart named = bars(Value.of(1), Value.of(2));

    assertThatThrownBy(
            () ->
                new Chart(
                    "figure9",
                    "figure9",
                    named.title(),
                    named.yLabel(),
                    "",
                    named.kind(),
                    false,
                    named.groups(),
                    named.series()))
        .hasMessage("figure9: expected a title and a name for each axis");
  }

  @Test
  void aChartWithoutAnyValueIsEmpty() {
    assertThat(bars(Value.MISSING, Value.MISSING).isEmpty()).isTrue();
    assertThat(bars(Value.of(0), Value.MISSING).isEmpty()).isFalse();
  }
}
