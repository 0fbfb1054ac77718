package io.windhover.experiments.output;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Pictures;
import io.windhover.experiments.paper.Picture;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes a report to a folder; every file's name begins with the paper's. */
public final class ReportFolder {
  private ReportFolder() {}

  /** Returns the page to open. */
  public static Path write(Report report, String commit, double wallSeconds, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    String prefix = report.paper();
    for (Section section : report.sections()) {
      List<Row> rows = report.rowsOf(section).toList();
      if (!rows.isEmpty()) {
        Path csv = folder.resolve(prefix + "-" + section.figure() + ".csv");
        Files.writeString(csv, CsvReport.of(rows));
      }
    }
    for (Chart chart : report.charts().stream().filter(one -> !one.isEmpty()).toList()) {
      Files.writeString(folder.resolve(prefix + "-" + chart.id() + ".svg"), Pictures.svg(chart));
      Files.writeString(
          folder.resolve(prefix + "-" + chart.id() + "-points.csv"), PointsCsv.of(chart));
      Optional<byte[]> png = Pictures.png(chart);
      if (png.isPresent()) {
        Files.write(folder.resolve(prefix + "-" + chart.id() + ".png"), png.get());
      }
    }
    for (Picture picture : report.pictures()) {
      Files.writeString(folder.resolve(prefix + "-" + picture.id() + ".svg"), picture.svg());
    }
    Files.writeString(
        folder.resolve(prefix + ".json"), JsonReport.of(report, commit, wallSeconds) + "\n");
    Path page = folder.resolve(prefix + ".html");
    Files.writeString(page, HtmlReport.of(report, commit));
    return page;
  }
}
