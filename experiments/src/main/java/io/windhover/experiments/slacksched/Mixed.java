package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.slacksched.Campaign.Block;
import io.windhover.simulator.KillOrder;
import java.util.ArrayList;
import java.util.List;

/** Figure 23: half of the jobs lose next to nothing when they are killed. */
final class Mixed {
  private static final String FIGURE = "figure23";
  private static final double SHARE = 0.5;

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Mixed(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  private static Case of(Scope scope, String policy, KillOrder order) {
    Case one = scope.standard(policy, Supply.C2, order);
    return one.with(one.work().withInterruptible(SHARE));
  }

  static List<Block> blocks(Scope scope) {
    List<Case> cases = new ArrayList<>();
    for (KillOrder order : Scope.KILL_ORDERS) {
      Policies.FEW.forEach(policy -> cases.add(of(scope, policy, order)));
    }
    return List.of(new Block("Figure 23: mixed jobs", cases, scope.sweepSeeds()));
  }

  void run() {
    findings.section(
        FIGURE,
        "half of the jobs write a checkpoint every minute for nothing (C2)",
        "Published: jobs that cannot be interrupted gain as before, the others neither gain nor"
            + " lose much.");
    for (KillOrder order : Scope.KILL_ORDERS) {
      Runs capacity = campaign.of(of(scope, Policies.CAPACITY, order));
      for (String policy : Policies.FEW.subList(1, Policies.FEW.size())) {
        Case one = of(scope, policy, order);
        Runs runs = campaign.of(one);
        for (boolean interruptible : List.of(true, false)) {
          findings.row(
              one.row(
                      FIGURE,
                      "mean reduction",
                      Runs.percentBelow(
                          runs.geomean(
                              capacity,
                              (run, job) -> run.interruptible().get(job) == interruptible)),
                      "%")
                  .with("jobs", interruptible ? "interruptible" : "uninterruptible"));
        }
      }
    }
  }
}
