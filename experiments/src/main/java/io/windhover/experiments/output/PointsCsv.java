package io.windhover.experiments.output;

import io.windhover.experiments.chart.Chart;
import java.util.ArrayList;
import java.util.List;

/** What a picture shows as CSV: a line for each group, a column for each series. */
final class PointsCsv {
  private PointsCsv() {}

  static String of(Chart chart) {
    var text = new StringBuilder();
    List<String> head = new ArrayList<>(List.of("at"));
    chart.series().forEach(series -> head.add(series.name()));
    CsvReport.append(head, text);
    for (int g = 0; g < chart.groups().size(); g++) {
      List<String> cells = new ArrayList<>(List.of(chart.groups().get(g)));
      for (Chart.Series series : chart.series()) {
        double y = series.values().get(g).y();
        cells.add(Double.isNaN(y) ? "" : Numbers.exact(y));
      }
      CsvReport.append(cells, text);
    }
    return text.toString();
  }
}
