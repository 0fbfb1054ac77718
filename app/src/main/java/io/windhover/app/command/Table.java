package io.windhover.app.command;

import java.io.PrintWriter;
import java.util.List;

/** Rows of text in columns: the first to the left, numbers to the right. */
final class Table {
  private Table() {}

  static void print(List<List<String>> rows, PrintWriter out) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    for (List<String> row : rows) {
      var line = new StringBuilder(row.get(0)).append(" ".repeat(widths[0] - row.get(0).length()));
      for (int c = 1; c < columns; c++) {
        line.append("  ").append(" ".repeat(widths[c] - row.get(c).length())).append(row.get(c));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
