package io.windhover.experiments.output;

import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Row.Extra;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Rows of a section as a table for people; columns that would be empty are left out. */
record Grid(List<String> head, List<Integer> numeric, List<List<String>> lines) {
  private static final Set<String> NUMERIC = Set.of("published", "ours", "p10 to p90");

  /** As in pictures, so that nothing to count can be told from 0. */
  private static final String MISSING = "\u2013";

  static Grid of(List<Row> rows) {
    Set<String> keys = new LinkedHashSet<>();
    rows.forEach(row -> row.keys().forEach(key -> keys.add(key.name())));
    List<String> head = new ArrayList<>(List.of("case", "policy"));
    head.addAll(keys);
    head.addAll(List.of("metric", "published", "ours", "p10 to p90", "unit", "verdict"));
    List<List<String>> lines = new ArrayList<>();
    for (Row row : rows) {
      lines.add(line(row, keys));
    }
    return withoutEmpty(head, lines);
  }

  private static List<String> line(Row row, Set<String> keys) {
    List<String> line = new ArrayList<>(List.of(row.situation(), row.policy()));
    keys.forEach(name -> line.add(keyed(row, name)));
    line.addAll(
        List.of(
            row.metric(),
            Numbers.shown(row.paper()),
            row.counted() ? Numbers.shown(row.ours()) : MISSING,
            Numbers.shown(row.spread()),
            row.unit(),
            row.verdict()));
    return line;
  }

  private static String keyed(Row row, String name) {
    for (Extra key : row.keys()) {
      if (key.name().equals(name)) {
        return key.value() instanceof Number number
            ? Numbers.shown(number.doubleValue())
            : key.value().toString();
      }
    }
    return "";
  }

  private static Grid withoutEmpty(List<String> head, List<List<String>> lines) {
    List<Integer> kept = new ArrayList<>();
    for (int c = 0; c < head.size(); c++) {
      int column = c;
      if (lines.stream().anyMatch(line -> !line.get(column).isEmpty())) {
        kept.add(c);
      }
    }
    List<Integer> numeric = new ArrayList<>();
    for (int i = 0; i < kept.size(); i++) {
      if (NUMERIC.contains(head.get(kept.get(i)))) {
        numeric.add(i);
      }
    }
    return new Grid(
        pick(head, kept), numeric, lines.stream().map(line -> pick(line, kept)).toList());
  }

  private static List<String> pick(List<String> cells, List<Integer> columns) {
    return columns.stream().map(cells::get).toList();
  }
}
