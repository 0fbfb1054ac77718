package io.windhover.experiments.slacksched;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Spread;
import io.windhover.experiments.slacksched.Campaign.Block;
import io.windhover.simulator.KillOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures 9 and 25: everybody on every cluster, beside capacity and beside the oracle. */
final class Figure9 {
  private static final String FIGURE = "figure9";

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Figure9(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  static List<Block> blocks(Scope scope) {
    List<Block> blocks = new ArrayList<>();
    for (Supply supply : scope.clusters()) {
      List<Case> cases = new ArrayList<>();
      for (KillOrder order : Scope.KILL_ORDERS) {
        for (String policy : Policies.COMPARED) {
          cases.add(scope.standard(policy, supply, order));
        }
      }
      blocks.add(new Block("Figure 9: " + supply.text(), cases, scope.seeds()));
    }
    return blocks;
  }

  void run() {
    findings.section(
        FIGURE,
        "completion times on every cluster, relative to capacity",
        "Standard setting: 64 machines, %d jobs of 20 to 40 tasks of 2 or 4 cores, load 0.7, tasks"
                .formatted(scope.jobs())
            + " of 1 to 75 minutes, on C7 and C8 of 1 minute to 12 hours. Jobs begin to come after"
            + " a day, when the window of history is full. Waiting tasks claim the room they wait"
            + " for. Mean reduction: by how much the geometric mean over the jobs of a job's"
            + " completion time over that under capacity lies below 1.",
        "The paper's work is shorter than its calm clusters' changes, ours is not; its load is not"
            + " published, the map shows what load does.");
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Supply supply : scope.clusters()) {
        rows(supply, order);
      }
      overall(order);
      findings.chart(chart(order));
    }
    new Promises(findings, campaign, scope).run();
  }

  private void rows(Supply supply, KillOrder order) {
    Runs capacity = campaign.of(scope.standard(Policies.CAPACITY, supply, order));
    Runs oracle = campaign.of(scope.standard(Policies.ORACLE, supply, order));
    for (String policy : Policies.COMPARED) {
      Case one = scope.standard(policy, supply, order);
      Runs runs = campaign.of(one);
      if (!policy.equals(Policies.CAPACITY)) {
        findings.row(
            one.row(FIGURE, "mean reduction", runs.meanReduction(capacity), "%")
                .with(policy.equals(Policies.SLACK) ? Published.range(0, 24) : Published.NOTHING));
      }
      if (!policy.equals(Policies.ORACLE)) {
        findings.row(
            one.row(FIGURE, "above the oracle", above(runs.geomean(oracle)), "%")
                .with(policy.equals(Policies.SLACK) ? Published.range(0, 13) : Published.NOTHING));
      }
      findings.row(one.row(FIGURE, "mean completion time", runs.sample(Runs::meanMinutes), "min"));
      findings.row(one.row(FIGURE, "p90 completion time", runs.sample(Runs::tailMinutes), "min"));
    }
    Case slack = scope.standard(Policies.SLACK, supply, order);
    Runs noDelay = campaign.of(slack.by(Policies.NO_DELAY));
    findings.row(
        slack
            .row(
                FIGURE,
                "further reduction by waiting",
                campaign.of(slack).meanReduction(noDelay),
                "%")
            .with(Published.range(0, 7.5)));
  }

  private static Sample above(Sample ratios) {
    return ratios.map(ratio -> 100 * (ratio - 1));
  }

  /** The geometric mean over the clusters. */
  private void overall(KillOrder order) {
    for (String policy : Policies.COMPARED) {
      if (!policy.equals(Policies.ORACLE)) {
        double above = 100 * (Promises.overOracle(campaign, scope, policy, order) - 1);
        findings.row(
            Row.of(FIGURE, "all clusters", policy, "above the oracle", above, "%")
                .with(policy.equals(Policies.SLACK) ? Published.range(0, 13) : Published.NOTHING)
                .with("killOrder", order.text()));
      }
    }
  }

  private Chart chart(KillOrder order) {
    List<Series> series = new ArrayList<>();
    for (String policy : Policies.COMPARED) {
      List<Value> values = new ArrayList<>();
      for (Supply supply : scope.clusters()) {
        Case one = scope.standard(policy, supply, order);
        Sample ratios = campaign.of(one).geomean(campaign.of(one.by(Policies.CAPACITY)));
        Spread spread = ratios.spread();
        values.add(new Value(ratios.mean(), spread.p10(), spread.p90()));
      }
      series.add(new Series(policy, values));
    }
    return new Chart(
        FIGURE + "-" + order.text(),
        FIGURE,
        String.format(Locale.ROOT, "Completion time relative to capacity, %s first", order.text()),
        "geometric mean nJCT",
        "cluster",
        Kind.BARS,
        false,
        scope.clusters().stream().map(Supply::text).toList(),
        series);
  }
}
