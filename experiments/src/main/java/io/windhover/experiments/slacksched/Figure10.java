package io.windhover.experiments.slacksched;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.simulator.KillOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Figures 10 and 19, 26, 27 and 35: how jobs fare on C2, C8 and wind; what work comes to nothing.
 */
final class Figure10 {
  private static final String FIGURE = "figure10";
  private static final String WIND = "figure19";
  private static final String WASTE = "waste";

  private static final Map<String, Published> WASTED =
      Map.of(
          Policies.CAPACITY, Published.range(20, 40),
          Policies.SLACK, Published.range(3, 20),
          Policies.ORACLE, Published.value(0));

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Figure10(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  void run() {
    findings.section(
        FIGURE,
        "C2 and C8: distributions of completion times",
        "Published: mean reduction 20 to 27 %, mean 25 to 27 % and p90 20 to 44 % lower, 40 % of"
            + " the jobs more than 30 % sooner, up to 15 % of them later. In our standard setting"
            + " slack gets there on neither cluster when the newest are killed; oldest comes"
            + " nearer, and the map shows where the published gains are.");
    findings.section(
        WIND,
        "machines on wind power",
        "Published: mean reduction 15 %, about a quarter of the jobs later than under capacity. Our"
            + " wind is modelled, and machines are gone for hours when it dies down.");
    findings.section(
        WASTE,
        "work that comes to nothing, on every cluster",
        "Core-time of attempts that were killed, as a share of all. Published for C2 and C8"
            + " together.");
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Supply supply : List.of(Supply.C2, Supply.C8)) {
        jobs(FIGURE, supply, order);
        findings.chart(chart(FIGURE, supply, order));
      }
      jobs(WIND, Supply.WIND, order);
      scope.clusters().forEach(supply -> wasted(supply, order));
      findings.chart(chart(WIND, Supply.WIND, order));
    }
  }

  private void jobs(String figure, Supply supply, KillOrder order) {
    Runs capacity = campaign.of(scope.standard(Policies.CAPACITY, supply, order));
    boolean wind = supply == Supply.WIND;
    for (String policy : Policies.COMPARED) {
      Case one = scope.standard(policy, supply, order);
      Runs runs = campaign.of(one);
      boolean slack = policy.equals(Policies.SLACK);
      Published mean = wind ? Published.value(15) : Published.range(20, 27);
      Published none = Published.NOTHING;
      if (!policy.equals(Policies.CAPACITY)) {
        Sample ratios = Sample.of(runs.ratios(capacity));
        row(one, figure, "mean reduction", runs.meanReduction(capacity), slack ? mean : none);
        row(
            one,
            figure,
            "reduction in mean",
            runs.reductionInMean(capacity),
            slack && !wind ? Published.range(25, 27) : none);
        row(
            one,
            figure,
            "reduction in p90",
            runs.reductionInTail(capacity),
            slack && !wind ? Published.range(20, 44) : none);
        share(
            one,
            figure,
            "jobs more than 30 % sooner",
            below(ratios, 0.7),
            slack && !wind ? 40 : -1);
        share(one, figure, "jobs later", 100 - below(ratios, 1 + 1e-9), slack && wind ? 25 : -1);
      }
      findings.row(one.row(figure, "mean completion time", runs.sample(Runs::meanMinutes), "min"));
      findings.row(one.row(figure, "p90 completion time", runs.sample(Runs::tailMinutes), "min"));
    }
  }

  private void row(Case one, String figure, String metric, Sample sample, Published published) {
    findings.row(one.row(figure, metric, sample, "%").with(published));
  }

  /** Over the jobs of all seeds. */
  private void share(Case one, String figure, String metric, double percent, double published) {
    findings.row(
        Row.of(figure, one.supply().text(), one.policy(), metric, percent, "%")
            .with(published < 0 ? Published.NOTHING : Published.value(published))
            .with("killOrder", one.killOrder().text()));
  }

  private static double below(Sample sample, double bound) {
    int count = 0;
    for (double percent = 0; percent <= 100; percent += 0.5) {
      count += sample.percentile(percent) < bound ? 1 : 0;
    }
    return 100.0 * count / 201;
  }

  private void wasted(Supply supply, KillOrder order) {
    boolean published = supply == Supply.C2 || supply == Supply.C8;
    for (String policy : Policies.COMPARED) {
      Case one = scope.standard(policy, supply, order);
      Runs runs = campaign.of(one);
      findings.row(
          one.row(WASTE, "work wasted", runs.sample(Measured::wastePercent), "%")
              .with(
                  published ? WASTED.getOrDefault(policy, Published.NOTHING) : Published.NOTHING));
      findings.row(one.row(WASTE, "attempts killed", runs.sample(Measured::killedPercent), "%"));
    }
  }

  /** The distribution of nJCT: what each tenth of the jobs does not exceed. */
  private Chart chart(String figure, Supply supply, KillOrder order) {
    Runs capacity = campaign.of(scope.standard(Policies.CAPACITY, supply, order));
    List<Series> series = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (int percent = 5; percent <= 95; percent += 10) {
      groups.add(percent + " %");
    }
    for (String policy : Policies.COMPARED) {
      if (!policy.equals(Policies.CAPACITY)) {
        Runs runs = campaign.of(scope.standard(policy, supply, order));
        Sample ratios = Sample.of(runs.ratios(capacity));
        List<Value> values = new ArrayList<>();
        for (int percent = 5; percent <= 95; percent += 10) {
          values.add(Value.of(ratios.percentile(percent)));
        }
        series.add(new Series(policy, values));
      }
    }
    return new Chart(
        "%s-%s-%s".formatted(figure, supply.text(), order.text()),
        figure,
        "%s: nJCT that so many jobs do not exceed, %s first".formatted(supply.text(), order.text()),
        "nJCT",
        "share of the jobs",
        Kind.LINES,
        false,
        groups,
        series);
  }
}
