package io.windhover.experiments.hads;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.output.JsonReport;
import io.windhover.experiments.paper.Check;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The whole of it, with few seeds and few patterns of the market that means harm. */
final class HadsPaperTest {
  private static final int PATTERNS = 28;

  @Test
  void twoRunsAreEqualAndNothingPublishedIsLeftOut() {
    List<String> said = new ArrayList<>();
    Setup setup =
        Setup.of(Length.QUICK, 2).withProgress((done, steps, what) -> said.add(done + "/" + steps));
    Report first = new HadsPaper(PATTERNS).run(setup);
    Report second = new HadsPaper(PATTERNS).run(Setup.of(Length.QUICK, 2));

    assertThat(JsonReport.of(first, "", 0)).isEqualTo(JsonReport.of(second, "", 0));
    assertThat(first.sections()).isEqualTo(second.sections());
    assertThat(first.charts()).isEqualTo(second.charts());
    everythingPublishedIsThere(first);
    everyClaimIsChecked(first);
    int steps = said.size() - 1;
    assertThat(said).first().isEqualTo("0/" + steps);
    assertThat(said).last().isEqualTo(steps + "/" + steps);
    assertThat(first.notes()).anyMatch(note -> note.contains("NOT RUN (no --data DIR)"));
  }

  private static void everythingPublishedIsThere(Report report) {
    assertThat(published(report, "table9", row -> row.policy().equals("on-demand"))).hasSize(24);
    assertThat(published(report, "table9", row -> row.policy().startsWith("spot"))).hasSize(32);
    for (String reading : List.of("run", "run-blind", "type")) {
      // Five columns, the reduction against two baselines.
      assertThat(published(report, "table10", row -> is(row, "hads", reading))).hasSize(28 * 6);
      assertThat(published(report, "figure8", row -> is(row, "hads", reading))).hasSize(7);
    }
    assertThat(published(report, "table11", row -> is(row, "hads", "run"))).hasSize(28);
    assertThat(published(report, "figure9", row -> is(row, "hads", "run"))).hasSize(2);
    assertThat(published(report, "figure10", row -> is(row, "hads", "run"))).hasSize(2);
    assertThat(published(report, "figure11", row -> is(row, "hads", "run"))).hasSize(2);
    assertThat(published(report, "figure12", row -> is(row, "hads", "run"))).hasSize(3);
    assertThat(report.rows())
        .filteredOn(row -> row.figure().equals("figure13"))
        .as("two VMs, what they had and what they stole")
        .hasSize(4);
    for (String figure : List.of("figure8", "figure11", "figure12", "figure13", "table10")) {
      assertThat(report.charts()).anyMatch(chart -> chart.figure().equals(figure));
    }
  }

  private static List<Row> published(Report report, String figure, Predicate<Row> which) {
    return report.rows().stream()
        .filter(row -> row.figure().equals(figure) && which.test(row))
        .filter(row -> !row.paper().equals(Published.NOTHING))
        .toList();
  }

  private static boolean is(Row row, String policy, String reading) {
    return row.policy().equals(policy) && row.keys().contains(new Row.Extra("reading", reading));
  }

  private static void everyClaimIsChecked(Report report) {
    assertThat(report.checks())
        .extracting(Check::name)
        .containsExactlyInAnyOrder(
            "no deadline missed by hads: 28 cells x 2 seeds",
            "no deadline missed by bag: 28 cells x 2 seeds",
            "no deadline missed by hads under 28 adversarial patterns",
            "no deadline missed by bag under 28 adversarial patterns",
            "hads-printed shows each hole with a seed",
            "bag costs at most half of hads on the mean of the 28 cells"
                + " (reading run, start-up not billed)",
            "bag costs at most 1.4 x the lower bound on the mean of the 28 cells"
                + " (reading run, start-up not billed)",
            "bag reaches the paper's reduction in every cell where the bound allows it");
    assertThat(report.checks()).filteredOn(check -> !check.ok()).isEmpty();
  }

  @Test
  void thePublishedTablesAreWhole() {
    assertThat(PublishedTables.TABLE_9).hasSize(4);
    assertThat(PublishedTables.TABLE_10).hasSize(28);
    assertThat(PublishedTables.TABLE_11).hasSize(7);
    assertThat(PublishedTables.FIGURE_8).hasSize(7);
    // The reductions were computed from costs and a baseline that are printed with fewer digits.
    PublishedTables.TABLE_10.forEach(
        (cell, line) -> {
          double onDemand =
              PublishedTables.TABLE_9.get(cell.substring(0, cell.indexOf('/'))).onDemandDollars();
          double percent = 100 * (1 - line.dollars() / onDemand);
          assertThat(line.reductionPercent()).as(cell).isBetween(percent - 2, percent + 2);
        });
  }
}
