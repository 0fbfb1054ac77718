package io.windhover.experiments.scs;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.List;

/** Figures 12 and 13: how many jobs are in time when runtimes, or lags, are not as estimated. */
final class Figures12And13 {
  /** One of the two. */
  private record Figure(String name, ErrorKind errors, long deadlineMillis, Published scs) {
    Cell cell(ArrivalPattern pattern) {
      return new Cell(Application.PIPELINE, pattern, deadlineMillis);
    }

    String deadline() {
      return ScsSetting.deadlineText(deadlineMillis);
    }
  }

  private static final List<Figure> FIGURES =
      List.of(
          new Figure(
              "figure12", ErrorKind.RUNTIMES, ScsSetting.HOUR_MILLIS / 2, Published.range(90, 100)),
          new Figure("figure13", ErrorKind.LAG, ScsSetting.HOUR_MILLIS, Published.range(0, 80)));

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Figures12And13(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  static List<Block> blocks(Scope scope) {
    List<Block> blocks = new ArrayList<>();
    for (Figure figure : FIGURES) {
      List<Case> cases = new ArrayList<>();
      for (String policy : Policies.LONGEST_FIRST) {
        for (ArrivalPattern pattern : scope.patterns()) {
          cases.add(figure.errors().in(figure.cell(pattern), policy));
        }
      }
      String what = "%s, 20 %% error in %s".formatted(figure.name(), figure.errors().text());
      blocks.add(Block.of(what, cases, scope.figureErrorDraws()));
    }
    return blocks;
  }

  void run() {
    for (Figure figure : FIGURES) {
      findings.section(
          figure.name(),
          "20 %% error in %s: the pipeline with a deadline of %s"
              .formatted(figure.errors().text(), figure.deadline()),
          text(figure));
      for (ArrivalPattern pattern : scope.patterns()) {
        for (String policy : Policies.ALL) {
          Case one = figure.errors().in(figure.cell(pattern), policy);
          Runs runs = campaign.of(one);
          Row row = one.row(figure.name(), "on-time percent", runs.onTimePercent(), "%");
          Row spread = row.with(runs.sample(Figures12And13::onTimePercent).spread());
          boolean published = policy.startsWith(Policies.SCS);
          findings.row(published ? spread.with(figure.scs()) : spread);
        }
      }
      findings.chart(chart(figure));
    }
  }

  private static String text(Figure figure) {
    return figure.errors() == ErrorKind.RUNTIMES
        ? "Each task takes its estimate times a factor from 0.8 to 1.2. The paper: over 90 % of the"
            + " jobs in time under SCS, far fewer under Greedy and GAIN."
        : "Each launch takes its lag times a factor from 0.8 to 1.2. The paper: below 80 % in time"
            + " under SCS, because it reacts by launching, and Growing the worst of the patterns."
            + " Ours is higher: windows are planned so that work that waits for a VM still has"
            + " slack, and what is late is made up for on faster types.";
  }

  private static double onTimePercent(Measured run) {
    return run.jobs() == 0 ? 100 : 100.0 * run.onTime() / run.jobs();
  }

  private Chart chart(Figure figure) {
    List<Series> series = new ArrayList<>();
    for (String policy : Policies.ALL) {
      List<Value> values = new ArrayList<>();
      for (ArrivalPattern pattern : scope.patterns()) {
        Case one = figure.errors().in(figure.cell(pattern), policy);
        values.add(Value.of(campaign.of(one).onTimePercent()));
      }
      series.add(new Series(policy, values));
    }
    return new Chart(
        figure.name(),
        figure.name(),
        "Pipeline, deadline %s, 20 %% error in %s: jobs in time"
            .formatted(figure.deadline(), figure.errors().text()),
        "percent",
        "arrival pattern",
        Kind.BARS,
        false,
        scope.patterns().stream().map(ArrivalPattern::text).toList(),
        series);
  }
}
