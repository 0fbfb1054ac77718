package io.windhover.experiments.output;

import io.windhover.core.words.Counted;
import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Pictures;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Section;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One page that needs nothing else: pictures inside, light and dark, readable on paper. */
public final class HtmlReport {
  private static final String STYLE =
      """
      <style>
      :root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #ddd; --zebra: #f6f6f6;
        --good: #060; --bad: #b00; }
      @media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #181818; --faint: #444;
        --zebra: #222; --good: #7c7; --bad: #f77; } }
      body { font: 16px/1.5 sans-serif; color: var(--ink); background: var(--paper);
        max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
      .wide { overflow: auto; max-height: 85vh; margin: 1rem 0; }
      @media print { .wide { overflow: visible; max-height: none; } }
      nav a { margin-right: 0.8rem; white-space: nowrap; }
      table { border-collapse: collapse; font-size: 0.8rem; }
      th, td { padding: 0.2rem 0.4rem; border-bottom: 1px solid var(--faint); text-align: left;
        vertical-align: top; }
      th { position: sticky; top: 0; background: var(--paper); }
      tbody tr:nth-child(even) { background: var(--zebra); }
      .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
      th.number { white-space: normal; }
      .good { color: var(--good); font-weight: bold; }
      .bad { color: var(--bad); font-weight: bold; }
      svg { max-width: 100%; height: auto; }
      </style>
      """;

  private static final Pattern JOINT =
      Pattern.compile("(?<=[/+])(?=[^ ])|(?<=[a-z])(?=[A-Z][a-z])");

  private HtmlReport() {}

  public static String of(Report report, String commit) {
    var html = new StringBuilder();
    html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<title>")
        .append(escape(report.paper() + " redone"))
        .append("</title>\n")
        .append(STYLE)
        .append("</head>\n<body>\n<h1>")
        .append(escape(report.paper() + ": " + report.title()))
        .append("</h1>\n");
    paragraph(
        "Redone by Windhover%s with %s. Published values beside ours; the spread is the 10th"
                .formatted(
                    commit.isEmpty() ? "" : " (" + commit + ")", Counted.of(report.seeds(), "seed"))
            + " to the 90th percentile.",
        html);
    contents(report, html);
    checks(report, html);
    report.sections().forEach(section -> section(report, section, html));
    if (!report.notes().isEmpty()) {
      html.append("<h2>Notes</h2>\n");
      report.notes().forEach(note -> paragraph(note, html));
    }
    return html.append("</body>\n</html>\n").toString();
  }

  private static void contents(Report report, StringBuilder html) {
    html.append("<nav>\n");
    for (Section section : report.sections()) {
      html.append("<a href=\"#%s\">".formatted(section.figure()))
          .append(escape(section.figure()))
          .append("</a>\n");
    }
    html.append("</nav>\n");
  }

  private static void checks(Report report, StringBuilder html) {
    html.append("<h2>Checks</h2>\n<div class=\"wide\"><table><tbody>\n");
    for (Check check : report.checks()) {
      html.append(
          "<tr><td class=\"%s\">%s</td><td>%s</td><td>%s</td></tr>\n"
              .formatted(
                  check.ok() ? "good" : "bad",
                  check.ok() ? "ok" : "FAILED",
                  escape(check.name()),
                  escape(check.detail())));
    }
    html.append("</tbody></table></div>\n");
  }

  private static void section(Report report, Section section, StringBuilder html) {
    html.append("<h2 id=\"%s\">".formatted(section.figure()))
        .append(escape(section.figure() + ": " + section.title()))
        .append("</h2>\n");
    section.text().forEach(line -> paragraph(line, html));
    for (Chart chart : report.charts()) {
      if (chart.figure().equals(section.figure())) {
        if (chart.isEmpty()) {
          paragraph("No picture of \"" + chart.title() + "\": nothing was measured for it.", html);
        } else {
          html.append("<figure>\n").append(Pictures.svg(chart)).append("</figure>\n");
        }
      }
    }
    report.pictures().stream()
        .filter(picture -> picture.figure().equals(section.figure()))
        .forEach(one -> html.append("<figure>\n").append(one.svg()).append("</figure>\n"));
    List<Row> rows = report.rowsOf(section).toList();
    if (section.filed()) {
      paragraph(rows.size() + " rows, in CSV and JSON.", html);
    } else if (!rows.isEmpty()) {
      table(Grid.of(rows), html);
    }
  }

  private static void table(Grid grid, StringBuilder html) {
    html.append("<div class=\"wide\"><table>\n<thead>");
    line("th", grid.head(), grid.numeric(), html);
    html.append("</thead>\n<tbody>\n");
    grid.lines().forEach(cells -> line("td", cells, grid.numeric(), html));
    html.append("</tbody>\n</table></div>\n");
  }

  private static void line(
      String tag, List<String> cells, List<Integer> numeric, StringBuilder html) {
    html.append("<tr>");
    for (int c = 0; c < cells.size(); c++) {
      html.append('<').append(tag).append(numeric.contains(c) ? " class=\"number\">" : ">");
      html.append(foldable(cells.get(c))).append("</").append(tag).append('>');
    }
    html.append("</tr>\n");
  }

  private static void paragraph(String text, StringBuilder html) {
    html.append("<p>").append(escape(text)).append("</p>\n");
  }

  /**
   * Text of a cell, which a browser may break after a slash or a plus and before a capital letter
   * inside a word: long names then make a column no wider than their parts, and are never cut
   * anywhere else.
   */
  private static String foldable(String text) {
    return JOINT.splitAsStream(text).map(HtmlReport::escape).collect(Collectors.joining("<wbr>"));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
