package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.JobSpec;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.PastRuns;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.simulator.Happening;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Half an hour for six tasks in a row, whose runtimes or launches err by up to a fifth. */
class MarginsTest {
  private static final Cell TIGHT =
      new Cell(Application.PIPELINE, ArrivalPattern.STABLE, ScsSetting.HOUR_MILLIS / 2);

  private static long late(ErrorKind kind, int marginPercent) {
    Case one = kind.in(TIGHT, Policies.SCS).withMargins(marginPercent);
    return Trial.of(one, 24, 1).run(Policies.make(one)).late();
  }

  @Test
  void aRivalThatIsToldOfTheErrorsIsInTime() {
    for (ErrorKind kind : ErrorKind.values()) {
      assertThat(late(kind, 0)).as("%s, told nothing", kind.text()).isPositive();
      assertThat(late(kind, 20)).as("%s, told all", kind.text()).isZero();
    }
  }

  @Test
  void whereNothingErrsThereIsNothingToKeepBack() {
    Case exact = ErrorKind.exact(TIGHT, Policies.SCS);
    assertThatThrownBy(() -> exact.withMargins(20)).hasMessageContaining("20 %");
  }

  @Test
  void lessTimeIsTheSameJobWithAnEarlierDeadline() {
    Case exact = ErrorKind.exact(TIGHT, Policies.WORKFLOW);
    Trial usual = Trial.of(exact, 2, 1);
    Trial hasty = Trial.of(exact.withLessTime(10), 2, 1);

    assertThat(deadlineMillis(usual)).isEqualTo(30 * 60_000);
    assertThat(deadlineMillis(hasty)).isEqualTo(27 * 60_000);
    assertThat(job(hasty).groups()).isEqualTo(job(usual).groups());
    assertThat(hasty.arrivals()).hasSameSizeAs(usual.arrivals());
  }

  private static JobSpec job(Trial trial) {
    return ((Happening.JobArrives) trial.arrivals().get(0)).spec();
  }

  private static long deadlineMillis(Trial trial) {
    return job(trial).deadline().atMillis(0);
  }

  /** Of the rivals the report shows the cheapest that is safe, and ours beside it. */
  @Test
  void theCheapestSafeRivalStandsBesideOurs() {
    Scope scope = Scope.quick(1, 12);
    Campaign campaign = new Campaign(scope, PastRuns.NONE);
    Findings findings = new Findings();
    Block block = Errors.block(scope);
    campaign.run(List.of(block), new Steps((done, steps, what) -> {}, 1));
    new Errors(findings, campaign, scope).run();

    Cell cell = scope.errorCells().get(0);
    for (ErrorKind kind : ErrorKind.values()) {
      double cheapest = Double.MAX_VALUE;
      for (String rival : List.of(Policies.GAIN_WAIT, Policies.IC_PCP, Policies.SCS)) {
        for (int percent : List.of(0, 10, 15, 20)) {
          Runs runs = campaign.of(kind.in(cell, rival).withMargins(percent));
          cheapest = runs.onTimePercent() >= 99 ? Math.min(cheapest, runs.dollars()) : cheapest;
        }
      }
      assertThat(rivalsDollars(findings.report(new ScsPaper(), 1), kind)).containsExactly(cheapest);
    }
    Case exact = ErrorKind.exact(cell, Policies.WORKFLOW);
    double hasty = campaign.of(exact.withLessTime(10)).dollars() / campaign.of(exact).dollars();
    assertThat(findings.report(new ScsPaper(), 1).rows())
        .filteredOn(row -> row.keys().contains(new Row.Extra("lessTimePercent", 10)))
        .extracting(Row::ours)
        .containsExactly(100 * (hasty - 1));
  }

  private static List<Double> rivalsDollars(Report report, ErrorKind kind) {
    return report.rows().stream()
        .filter(row -> row.metric().equals("extra cost percent"))
        .filter(row -> row.keys().contains(new Row.Extra("error", kind.text())))
        .filter(row -> row.keys().stream().anyMatch(key -> key.name().equals("marginPercent")))
        .flatMap(row -> row.keys().stream())
        .filter(key -> key.name().equals("dollars"))
        .map(key -> (Double) key.value())
        .toList();
  }
}
