package io.windhover.experiments.scs;

import io.windhover.core.words.Counted;
import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Figures 8 to 10: what each application costs, by pattern and deadline, and how busy VMs are. */
final class Figures8To10 {
  static final String BOUND = "lower-bound";

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Figures8To10(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  static String figure(Application application) {
    return switch (application) {
      case PIPELINE -> "figure8";
      case PARALLEL -> "figure9";
      case HYBRID -> "figure10";
    };
  }

  static List<Block> blocks(Scope scope) {
    List<Block> blocks = new ArrayList<>();
    for (Application application : Application.values()) {
      List<Case> cases = new ArrayList<>();
      for (String policy : Policies.LONGEST_FIRST) {
        scope.cells(application).forEach(cell -> cases.add(Case.usual(policy, cell)));
      }
      blocks.add(Block.of(figure(application), cases, scope.draws()));
    }
    return blocks;
  }

  void run() {
    for (Application application : Application.values()) {
      String figure = figure(application);
      findings.section(
          figure,
          "the %s application: cost and utilisation".formatted(application.text()),
          "Mean over the draws of task times, 10th to 90th percentile; %d hours of arrivals, %d"
                  .formatted((int) scope.hours(), ScsSetting.USUAL)
              + " jobs an hour, whole hours billed from the request, exact estimates. The paper"
              + " shows bars without numbers, so there is nothing to put beside ours here; what it"
              + " says of them in words is in savings and checked below.",
          "Utilisation: the share of the VM time paid for in which a task ran. Launches and"
              + " releases are counted as churn. lower-bound: what no policy can undercut, even one"
              + " that knows all jobs in advance; cost over bound is the ratio to it, draw by"
              + " draw.");
      for (Cell cell : scope.cells(application)) {
        Policies.ALL.forEach(policy -> rows(figure, Case.usual(policy, cell)));
        bound(figure, cell);
      }
      findings.chart(costs(application));
      findings.chart(utilisation(application));
    }
  }

  private void rows(String figure, Case one) {
    Runs runs = campaign.of(one);
    findings.row(
        one.row(figure, "cost", runs.sample(Measured::dollars), "USD")
            .with("draws", runs.all().size()));
    findings.row(one.row(figure, "cost per job", runs.sample(Measured::dollarsPerJob), "USD"));
    findings.row(one.row(figure, "cost over bound", overBound(campaign, one), ""));
    Sample utilisation = runs.sample(run -> 100 * run.utilisation());
    findings.row(one.row(figure, "utilisation percent", utilisation, "%"));
    findings.row(
        one.row(figure, "on-time percent", runs.onTimePercent(), "%").with("late", runs.late()));
    findings.row(one.row(figure, "launches", runs.sample(Measured::launches), ""));
    findings.row(one.row(figure, "releases", runs.sample(Measured::releases), ""));
  }

  /** How many times the least possible, draw by draw. */
  static Sample overBound(Campaign campaign, Case one) {
    List<Measured> runs = campaign.of(one).all();
    List<Double> bounds = campaign.bounds(one);
    double[] times = new double[runs.size()];
    for (int i = 0; i < times.length; i++) {
      times[i] = runs.get(i).dollars() / bounds.get(i);
    }
    return Sample.of(times);
  }

  private void bound(String figure, Cell cell) {
    Case any = Case.usual(Policies.ALL.get(0), cell);
    findings.row(
        Row.of(figure, cell.name(), BOUND, "cost", campaign.bound(any), "USD")
            .with("billing", any.meter().text())
            .with("jobsPerHour", any.jobsPerHour()));
  }

  private Chart costs(Application application) {
    List<Series> series = new ArrayList<>(series(application, Runs::dollars));
    series.add(
        series(
            "lower bound",
            application,
            cell -> campaign.bound(Case.usual(Policies.ALL.get(0), cell)).mean()));
    return chart(application, "", "cost", "dollars", series);
  }

  private Chart utilisation(Application application) {
    List<Series> series = series(application, runs -> 100 * runs.mean(Measured::utilisation));
    return chart(application, "-utilisation", "utilisation", "percent", series);
  }

  private Chart chart(
      Application application, String id, String what, String unit, List<Series> series) {
    return new Chart(
        figure(application) + id,
        figure(application),
        "%s: %s by arrival pattern and deadline (mean of %s)"
            .formatted(application.text(), what, Counted.of(scope.draws(), "draw")),
        unit,
        "deadline, arrival pattern",
        Kind.BARS,
        false,
        scope.cells(application).stream().map(Figures8To10::group).toList(),
        series);
  }

  /** The chart writes the part before the slash once for all neighbours that share it. */
  private static String group(Cell cell) {
    return cell.pattern().text() + "/" + ScsSetting.deadlineText(cell.deadlineMillis());
  }

  private List<Series> series(Application application, ToDoubleFunction<Runs> value) {
    List<Series> series = new ArrayList<>();
    for (String policy : Policies.ALL) {
      series.add(
          series(
              policy,
              application,
              cell -> value.applyAsDouble(campaign.of(Case.usual(policy, cell)))));
    }
    return series;
  }

  private Series series(String name, Application application, Function<Cell, Double> value) {
    return new Series(
        name, scope.cells(application).stream().map(cell -> Value.of(value.apply(cell))).toList());
  }
}
