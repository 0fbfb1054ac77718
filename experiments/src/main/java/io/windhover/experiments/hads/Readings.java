package io.windhover.experiments.hads;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.hads.Campaign.Case;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.hads.PaperSetting.Scenario;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import io.windhover.workload.generate.BagTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Figure 8, and how well each reading of the hibernation process fits what was published. */
final class Readings {
  private static final String FIGURE_8 = "figure8";
  private static final String FIT = "readings";

  private final Findings findings;
  private final Campaign campaign;

  Readings(Findings findings, Campaign campaign) {
    this.findings = findings;
    this.campaign = campaign;
  }

  void run() {
    findings.section(
        FIGURE_8,
        "how long a hibernation lasts on the mean",
        "All hibernations of hads in the four jobs together; one that is not over when the work is"
            + " counts to the end of the work. None of the three readings fits: with k_r = 0 a"
            + " published hibernation lasts 25 to 31 of 35 minutes, so hibernations must have come"
            + " early, or were counted beyond the end of the work.");
    for (Scenario scenario : PaperSetting.SCENARIOS) {
      for (Reading reading : Reading.values()) {
        findings.row(
            Row.of(
                    FIGURE_8,
                    scenario.name(),
                    Rival.HADS.name(),
                    "mean hibernation seconds",
                    seconds(scenario, reading),
                    "")
                .with(Published.value(published(scenario)))
                .with("reading", reading.text())
                .with("spotLimit", Rival.HADS.spotLimit()));
      }
    }
    findings.chart(chart());
    fit();
  }

  private static double published(Scenario scenario) {
    return Objects.requireNonNull(PublishedTables.FIGURE_8.get(scenario.name()), scenario.name());
  }

  private double seconds(Scenario scenario, Reading reading) {
    double seconds = 0;
    double hibernations = 0;
    for (BagTable job : PaperSetting.JOBS) {
      Runs runs = campaign.of(new Case(Rival.HADS, new Cell(job, scenario), reading, 0));
      seconds += runs.sum(Measured::frozenSeconds);
      hibernations += runs.sum(Measured::hibernations);
    }
    return hibernations == 0 ? 0 : seconds / hibernations;
  }

  private Chart chart() {
    List<Series> series = new ArrayList<>();
    series.add(
        new Series(
            "published",
            PaperSetting.SCENARIOS.stream().map(one -> Value.of(published(one))).toList()));
    for (Reading reading : Reading.values()) {
      series.add(
          new Series(
              "reading " + reading.text(),
              PaperSetting.SCENARIOS.stream()
                  .map(one -> Value.of(seconds(one, reading)))
                  .toList()));
    }
    return new Chart(
        FIGURE_8,
        FIGURE_8,
        "Mean duration of a hibernation by scenario",
        "seconds",
        Kind.BARS,
        false,
        PaperSetting.SCENARIOS.stream().map(Scenario::name).toList(),
        series);
  }

  private void fit() {
    findings.section(
        FIT,
        "how far each reading is from what was published",
        "Mean absolute difference: of the hibernations of hads (single VMs) from Table 10 over the"
            + " 28 cells, and of the mean duration from Figure 8 over the seven scenarios. Smaller"
            + " fits better; nothing is settled by it.");
    for (Reading reading : Reading.values()) {
      double counts = 0;
      for (Cell cell : PaperSetting.cells()) {
        Runs runs = campaign.of(new Case(Rival.HADS, cell, reading, 0));
        counts +=
            Math.abs(runs.mean(Measured::hibernations) - Table10.published(cell).hibernations());
      }
      double durations = 0;
      for (Scenario scenario : PaperSetting.SCENARIOS) {
        durations += Math.abs(seconds(scenario, reading) - published(scenario));
      }
      distance(reading, "hibernations off Table 10", counts / PaperSetting.cells().size());
      distance(
          reading,
          "mean hibernation seconds off Figure 8",
          durations / PaperSetting.SCENARIOS.size());
    }
  }

  private void distance(Reading reading, String metric, double value) {
    findings.row(
        Row.of(FIT, "all", Rival.HADS.name(), metric, value, "").with("reading", reading.text()));
  }
}
