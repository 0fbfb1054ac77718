package io.windhover.app.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns: the first to the left, numbers to the right. */
final class Table {
  /** A terminal that nobody has widened. */
  static final int WIDTH = 80;

  private static final int GAP = 2;

  private Table() {}

  /**
   * The same for tables of many columns: those that do not fit beside the others follow below, each
   * block with the first column again.
   */
  static void printFolded(List<List<String>> rows, PrintWriter out) {
    int[] widths = widths(rows);
    List<Integer> block = new ArrayList<>(List.of(0));
    int width = widths[0];
    boolean first = true;
    for (int c = 1; c <= widths.length; c++) {
      boolean full = c == widths.length || width + GAP + widths[c] > WIDTH;
      if (full && block.size() > 1) {
        if (!first) {
          out.println();
        }
        print(columns(rows, block), out);
        first = false;
        block = new ArrayList<>(List.of(0));
        width = widths[0];
      }
      if (c < widths.length) {
        block.add(c);
        width += GAP + widths[c];
      }
    }
  }

  private static List<List<String>> columns(List<List<String>> rows, List<Integer> chosen) {
    return rows.stream().map(row -> chosen.stream().map(row::get).toList()).toList();
  }

  private static int[] widths(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int c = 0; c < widths.length; c++) {
        widths[c] = Math.max(widths[c], row.get(c).length());
      }
    }
    return widths;
  }

  static void print(List<List<String>> rows, PrintWriter out) {
    lines(rows).forEach(out::println);
  }

  static List<String> lines(List<List<String>> rows) {
    int[] widths = widths(rows);
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      var line = new StringBuilder(row.get(0)).append(" ".repeat(widths[0] - row.get(0).length()));
      for (int c = 1; c < widths.length; c++) {
        line.append("  ").append(" ".repeat(widths[c] - row.get(c).length())).append(row.get(c));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
