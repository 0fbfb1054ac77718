package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;

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
  void aChartWithoutAnyValueIsEmpty() {
    assertThat(bars(Value.MISSING, Value.MISSING).isEmpty()).isTrue();
    assertThat(bars(Value.of(0), Value.MISSING).isEmpty()).isFalse();
  }
}
