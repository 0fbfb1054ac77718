package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Findings;
import io.windhover.simulator.KillOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What must hold on the clusters of Figure 9. */
final class Promises {
  private static final double NOT_WORSE = 1.01;
  private static final double ROOM = 1.03;

  /** The standard error of a cluster's mean over so many is about 1 %. */
  private static final int SEEDS_MIN = 10;

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Promises(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  void run() {
    near(KillOrder.NEWEST, 8);
    near(KillOrder.OLDEST, 15);
    if (scope.seeds() < SEEDS_MIN) {
      findings.note(
          "Means of single clusters, slack against capacity and harvest against slack: NOT JUDGED,"
              + " one seed differs from the next by more than what is promised; it takes --seeds "
              + SEEDS_MIN
              + " or more.");
      return;
    }
    slackIsNotWorse();
    harvestIsBetter();
  }

  private void slackIsNotWorse() {
    List<String> worse = new ArrayList<>();
    List<String> all = new ArrayList<>();
    for (Case slack : everywhere(Policies.SLACK)) {
      double ratio = ratio(slack, Policies.CAPACITY);
      all.add(said(slack, ratio));
      if (ratio > NOT_WORSE) {
        worse.add(said(slack, ratio));
      }
    }
    findings.check(
        "slack never worse than capacity by more than 1 % on the mean of any cluster",
        worse.isEmpty(),
        worse.isEmpty()
            ? "relative to capacity: " + String.join(", ", all)
            : "worse: " + String.join(", ", worse));
  }

  private void near(KillOrder order, int percent) {
    double above = 100 * (overOracle(campaign, scope, Policies.HARVEST, order) - 1);
    double slack = 100 * (overOracle(campaign, scope, Policies.SLACK, order) - 1);
    double capacity = 100 * (overOracle(campaign, scope, Policies.CAPACITY, order) - 1);
    findings.check(
        "harvest within %d %% of the oracle on the geometric mean over the clusters, %s"
            .formatted(percent, order.text()),
        above <= percent,
        String.format(
            Locale.ROOT,
            "%.1f %% above it on %d clusters; slack %.1f %%, capacity %.1f %%",
            above,
            scope.clusters().size(),
            slack,
            capacity));
  }

  private void harvestIsBetter() {
    List<String> worse = new ArrayList<>();
    int compared = 0;
    for (Case harvest : everywhere(Policies.HARVEST)) {
      if (ratio(harvest.by(Policies.SLACK), Policies.ORACLE) > ROOM) {
        compared++;
        double ratio = ratio(harvest, Policies.SLACK);
        if (ratio >= 1) {
          worse.add(said(harvest, ratio));
        }
      }
    }
    findings.check(
        "harvest better than slack on the mean of every cluster where the oracle leaves more than"
            + " 3 %",
        worse.isEmpty(),
        "slack is more than 3 %% above the oracle in %d of %d cases%s"
            .formatted(
                compared,
                everywhere(Policies.HARVEST).size(),
                worse.isEmpty() ? "" : "; relative to slack: " + String.join(", ", worse)));
  }

  private List<Case> everywhere(String policy) {
    List<Case> cases = new ArrayList<>();
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Supply supply : scope.clusters()) {
        cases.add(scope.standard(policy, supply, order));
      }
    }
    return cases;
  }

  private double ratio(Case one, String to) {
    return campaign.of(one).geomean(campaign.of(one.by(to))).mean();
  }

  private static String said(Case one, double ratio) {
    return String.format(
        Locale.ROOT, "%s %s %.3f", one.supply().text(), one.killOrder().text(), ratio);
  }

  /** The geometric mean over the clusters of completion times over the oracle's. */
  static double overOracle(Campaign campaign, Scope scope, String policy, KillOrder order) {
    List<Double> means = new ArrayList<>();
    for (Supply supply : scope.clusters()) {
      Case one = scope.standard(policy, supply, order);
      means.add(campaign.of(one).geomean(campaign.of(one.by(Policies.ORACLE))).mean());
    }
    return Runs.geomean(means);
  }
}
