package io.windhover.experiments.output;

import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Section;
import java.util.ArrayList;
import java.util.List;

/** Tables for a terminal. */
public final class TextReport {
  private TextReport() {}

  public static String of(Report report) {
    var text = new StringBuilder();
    text.append(report.paper()).append(": ").append(report.title()).append('\n');
    for (Section section : report.sections()) {
      text.append('\n').append(section.figure()).append(": ").append(section.title()).append('\n');
      section.text().forEach(line -> text.append("  ").append(line).append('\n'));
      List<Row> rows = report.rowsOf(section).toList();
      if (section.filed()) {
        text.append("  %d rows, in CSV and JSON\n".formatted(rows.size()));
      } else if (!rows.isEmpty()) {
        append(Grid.of(rows), text);
      }
    }
    if (!report.notes().isEmpty()) {
      text.append("\nnotes\n");
      report.notes().forEach(note -> text.append("  ").append(note).append('\n'));
    }
    text.append("\nchecks\n");
    for (Check check : report.checks()) {
      text.append(check.ok() ? "  ok      " : "  FAILED  ")
          .append(check.name())
          .append(": ")
          .append(check.detail())
          .append('\n');
    }
    return text.toString();
  }

  private static void append(Grid grid, StringBuilder text) {
    List<List<String>> all = new ArrayList<>();
    all.add(grid.head());
    all.addAll(grid.lines());
    int columns = grid.head().size();
    int[] widths = new int[columns];
    for (List<String> line : all) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], line.get(c).length());
      }
    }
    for (List<String> line : all) {
      var shown = new StringBuilder();
      for (int c = 0; c < columns; c++) {
        String blank = " ".repeat(widths[c] - line.get(c).length());
        shown.append("  ");
        shown.append(grid.numeric().contains(c) ? blank + line.get(c) : line.get(c) + blank);
      }
      text.append(shown.toString().stripTrailing()).append('\n');
    }
  }
}
