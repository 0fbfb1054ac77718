package io.windhover.experiments.output;

import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Row.Extra;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of one table or figure as CSV (RFC 4180, but with plain line feeds). */
public final class CsvReport {
  private CsvReport() {}

  public static String of(List<Row> rows) {
    Set<String> keys = new LinkedHashSet<>();
    rows.forEach(row -> row.keys().forEach(key -> keys.add(key.name())));
    var text = new StringBuilder();
    List<String> head =
        new ArrayList<>(List.of("figure", "case", "policy", "metric", "paperLow", "paperHigh"));
    head.addAll(List.of("ours", "p10", "p90", "unit", "verdict"));
    head.addAll(keys);
    append(head, text);
    rows.forEach(row -> append(cells(row, keys), text));
    return text.toString();
  }

  private static List<String> cells(Row row, Set<String> keys) {
    List<String> cells =
        new ArrayList<>(List.of(row.figure(), row.situation(), row.policy(), row.metric()));
    if (row.paper() instanceof Published.Value published) {
      cells.addAll(List.of(Numbers.exact(published.value()), Numbers.exact(published.value())));
    } else if (row.paper() instanceof Published.Range range) {
      cells.addAll(List.of(Numbers.exact(range.low()), Numbers.exact(range.high())));
    } else {
      cells.addAll(List.of("", ""));
    }
    boolean spread = !row.spread().isNone();
    cells.add(row.counted() ? Numbers.exact(row.ours()) : "");
    cells.add(spread ? Numbers.exact(row.spread().p10()) : "");
    cells.add(spread ? Numbers.exact(row.spread().p90()) : "");
    cells.add(row.unit());
    cells.add(row.verdict());
    for (String name : keys) {
      cells.add(
          row.keys().stream()
              .filter(key -> key.name().equals(name))
              .map(Extra::value)
              .map(Numbers::key)
              .findFirst()
              .orElse(""));
    }
    return cells;
  }

  static void append(List<String> cells, StringBuilder text) {
    text.append(cells.stream().map(CsvReport::quoted).collect(Collectors.joining(",")))
        .append('\n');
  }

  private static String quoted(String cell) {
    return cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
