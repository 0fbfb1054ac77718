package io.windhover.experiments.output;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Section;
import io.windhover.experiments.paper.Spread;
import java.util.List;

/** A small report with one of everything. */
final class SampleReport {
  private SampleReport() {}

  static Report make(boolean ok) {
    List<Row> rows =
        List.of(
            Row.of("table10", "J60/sc1", "hads", "cost reduction percent", 58.1, "%")
                .with(Published.value(54.52))
                .with(new Spread(49, 66.25)),
            Row.of("table10", "J60, \"sc2\"", "hads", "cost", 20, "USD")
                .with(Published.range(9.8, 40.4))
                .with("baseline", "cycle")
                .with("startUpBilledSeconds", 60),
            Row.of("figure2", "24 hosts", "one-pass", "time per request", 1 / 3.0, "us"));
    var chart =
        new Chart(
            "figure2",
            "figure2",
            "A <picture>",
            "us",
            "hosts",
            Chart.Kind.BARS,
            true,
            List.of("24", "1,000"),
            List.of(
                new Series("one-pass", List.of(new Value(3, 2, 4), Value.of(100))),
                new Series("plain", List.of(Value.of(2), Value.of(90)))));
    return new Report(
        "sample",
        "a <sample>",
        7,
        List.of(
            new Section("table10", "Costs", List.of("By hand.")),
            new Section("figure2", "Times", List.of())),
        rows,
        List.of(new Check("no deadline missed", ok, "2800 runs, 0 late")),
        List.of("real cluster: NOT RUN"),
        List.of(chart));
  }
}
