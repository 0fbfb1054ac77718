package io.windhover.experiments.paper;

import io.windhover.experiments.chart.Chart;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of redoing a paper.
 *
 * @param notes what was not run and why, what was assumed
 */
public record Report(
    String paper,
    String title,
    int seeds,
    List<Section> sections,
    List<Row> rows,
    List<Check> checks,
    List<String> notes,
    List<Chart> charts,
    List<Picture> pictures) {
  public Report {
    sections = List.copyOf(sections);
    rows = List.copyOf(rows);
    checks = List.copyOf(checks);
    notes = List.copyOf(notes);
    charts = List.copyOf(charts);
    pictures = List.copyOf(pictures);
    for (Row row : rows) {
      if (sections.stream().noneMatch(section -> section.figure().equals(row.figure()))) {
        throw new IllegalArgumentException("figure: no section for " + row.figure());
      }
    }
  }

  /** One whose pictures are all charts. */
  public Report(
      String paper,
      String title,
      int seeds,
      List<Section> sections,
      List<Row> rows,
      List<Check> checks,
      List<String> notes,
      List<Chart> charts) {
    this(paper, title, seeds, sections, rows, checks, notes, charts, List.of());
  }

  public boolean ok() {
    return checks.stream().allMatch(Check::ok);
  }

  public Stream<Row> rowsOf(Section section) {
    return rows.stream().filter(row -> row.figure().equals(section.figure()));
  }
}
