package io.windhover.experiments.slacksched;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.slacksched.Campaign.Block;
import io.windhover.simulator.KillOrder;
import io.windhover.workload.generate.HarvestWork;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One thing is changed step by step, everybody meets the same: Figures 11, 12, 14, 15 and others.
 *
 * @param key what rows call the thing
 * @param policies compared with capacity, which need not be among them
 */
record Sweep(
    String figure,
    String title,
    String key,
    Scope scope,
    Supply supply,
    List<Point> points,
    List<String> policies) {
  /**
   * A step of it.
   *
   * @param value as rows write it: text or a number
   */
  record Point(String label, Object value, UnaryOperator<HarvestWork> change) {
    static Point of(String label, Object value, UnaryOperator<HarvestWork> change) {
      return new Point(label, value, change);
    }
  }

  Sweep {
    points = List.copyOf(points);
    policies = List.copyOf(policies);
  }

  private Case at(Point point, String policy, KillOrder order) {
    Case usual = scope.standard(policy, supply, order);
    return usual.with(point.change().apply(usual.work()));
  }

  Block block() {
    List<Case> cases = new ArrayList<>();
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Point point : points) {
        cases.add(at(point, Policies.CAPACITY, order));
        policies.forEach(policy -> cases.add(at(point, policy, order)));
      }
    }
    return new Block(figure + ": " + title, cases, scope.sweepSeeds());
  }

  void report(Findings findings, Campaign campaign, String... text) {
    findings.section(figure, title, text);
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Point point : points) {
        Runs capacity = campaign.of(at(point, Policies.CAPACITY, order));
        for (String policy : policies) {
          rows(findings, campaign, at(point, policy, order), capacity, point);
        }
      }
      findings.chart(chart(campaign, order));
    }
  }

  private void rows(Findings findings, Campaign campaign, Case one, Runs capacity, Point point) {
    Runs runs = campaign.of(one);
    if (!one.policy().equals(Policies.CAPACITY)) {
      add(findings, one, "mean reduction", runs.meanReduction(capacity), "%", point);
    }
    add(findings, one, "mean completion time", runs.sample(Runs::meanMinutes), "min", point);
    add(findings, one, "p90 completion time", runs.sample(Runs::tailMinutes), "min", point);
    add(findings, one, "work wasted", runs.sample(Measured::wastePercent), "%", point);
  }

  private void add(
      Findings findings, Case one, String metric, Sample sample, String unit, Point point) {
    Row row = one.row(figure, metric, sample, unit).with(key, point.value());
    findings.row(row.with(Published.NOTHING));
  }

  private Chart chart(Campaign campaign, KillOrder order) {
    List<Series> series = new ArrayList<>();
    for (String policy : policies) {
      List<Value> values = new ArrayList<>();
      for (Point point : points) {
        Runs capacity = campaign.of(at(point, Policies.CAPACITY, order));
        Sample ratios = campaign.of(at(point, policy, order)).geomean(capacity);
        values.add(new Value(ratios.mean(), ratios.spread().p10(), ratios.spread().p90()));
      }
      series.add(new Series(policy, values));
    }
    return new Chart(
        figure + "-" + order.text(),
        figure,
        "%s, %s, %s first".formatted(title, supply.text(), order.text()),
        "geometric mean nJCT",
        title,
        Kind.LINES,
        false,
        points.stream().map(Point::label).toList(),
        series);
  }
}
