package io.windhover.experiments.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TwoLineNamesTest {
  @Test
  void whatNeighboursShareIsWrittenOnceBelowThem() {
    String svg = svg("stable/1h", "stable/2h", "growing/1h", "growing/2h");

    assertThat(svg.split(">stable<", -1)).hasSize(2);
    assertThat(svg.split(">growing<", -1)).hasSize(2);
    assertThat(svg.split(">1h<", -1)).hasSize(3);
    assertThat(svg).doesNotContain("stable/");
  }

  @Test
  void namesWithoutASlashStandAsTheyAre() {
    assertThat(svg("1h", "2h", "3h", "4h")).contains(">1h<", ">2h<", ">3h<", ">4h<");
  }

  private static String svg(String... groups) {
    List<Value> values = List.of(Value.of(1), Value.of(2), Value.of(3), Value.of(4));
    return Pictures.svg(
        new Chart(
            "costs",
            "figure8",
            "Costs",
            "dollars",
            "deadline, arrival pattern",
            Chart.Kind.BARS,
            false,
            List.of(groups),
            List.of(new Series("scs", values))));
  }
}
