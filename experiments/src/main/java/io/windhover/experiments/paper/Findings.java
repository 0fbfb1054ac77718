package io.windhover.experiments.paper;

import io.windhover.experiments.chart.Chart;
import java.util.ArrayList;
import java.util.List;

/** Gathers a report while a paper is redone. */
public final class Findings {
  private final List<Section> sections = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<Check> checks = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<Chart> charts = new ArrayList<>();
  private final List<Picture> pictures = new ArrayList<>();

  public void section(String figure, String title, String... text) {
    sections.add(new Section(figure, title, List.of(text)));
  }

  /** A section whose rows only files show. */
  public void filed(String figure, String title) {
    sections.add(new Section(figure, title, List.of(), true));
  }

  public void row(Row row) {
    rows.add(row);
  }

  public void check(String name, boolean ok, String detail) {
    checks.add(new Check(name, ok, detail));
  }

  public void check(Check check) {
    checks.add(check);
  }

  public void note(String note) {
    notes.add(note);
  }

  public void chart(Chart chart) {
    charts.add(chart);
  }

  public void picture(Picture picture) {
    pictures.add(picture);
  }

  public Report report(Reproduction paper, int seeds) {
    return new Report(
        paper.name(), paper.title(), seeds, sections, rows, checks, notes, charts, pictures);
  }
}
