package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.slacksched.Campaign.Block;
import io.windhover.simulator.KillOrder;
import java.util.ArrayList;
import java.util.List;

/** Appendix B.1 and B.2: Figures 20 to 22, and 33 and 34 with absolute times; Figure 5. */
final class Rivals {
  private static final long MINUTE = 60_000;
  private static final List<Integer> CHECKPOINT_MINUTES = List.of(1, 2);

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Rivals(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  static List<Block> blocks(Scope scope) {
    List<Case> cases = new ArrayList<>();
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Supply supply : scope.rivalClusters()) {
        for (int minutes : CHECKPOINT_MINUTES) {
          cases.add(checkpoints(scope, supply, order, minutes));
        }
        cases.add(scope.standard(Policies.REPLICATE, supply, order));
        cases.add(scope.standard(Policies.SLACK_ALT, supply, order));
        cases.add(scope.standard(Policies.CAPACITY, supply, order).onSteadyMachines());
      }
    }
    return List.of(new Block("Figures 5 and 20 to 22: rivals", cases, scope.seeds()));
  }

  private static Case checkpoints(Scope scope, Supply supply, KillOrder order, int minutes) {
    return scope
        .standard(Policies.CHECKPOINT_MIGRATE, supply, order)
        .withCheckpointsOf(minutes * MINUTE);
  }

  void run() {
    findings.section(
        "figure5",
        "harvest machines against machines that do not change",
        "Capacity on machines that each keep the cores they have on average. Published: 1.5 times"
            + " as long, a third of all attempts killed, 20 % more work.");
    findings.section(
        "figure20",
        "checkpoints every 10 minutes, of 1 and 2 minutes each",
        "Relative to capacity without checkpoints. Published: slack is better than either.");
    findings.section(
        "figure21",
        "three replicas of each task",
        "Relative to capacity without replicas, which take only room that no first attempt can"
            + " use. Published: replicas help a little, slack more.");
    findings.section(
        "figure22",
        "another completion probability (Appendix B.2)",
        "Published: mean reduction 19 % for slack and 17 % for the other way.");
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Supply supply : scope.rivalClusters()) {
        Case capacity = scope.standard(Policies.CAPACITY, supply, order);
        slowdown(capacity);
        for (int minutes : CHECKPOINT_MINUTES) {
          against(
              "figure20", checkpoints(scope, supply, order, minutes), Published.NOTHING, minutes);
        }
        against("figure20", capacity.by(Policies.SLACK), Published.NOTHING, 0);
        against("figure20", capacity.by(Policies.HARVEST), Published.NOTHING, 0);
        against("figure21", capacity.by(Policies.REPLICATE), Published.NOTHING, 0);
        against("figure21", capacity.by(Policies.SLACK), Published.NOTHING, 0);
        against("figure21", capacity.by(Policies.HARVEST), Published.NOTHING, 0);
        against("figure22", capacity.by(Policies.SLACK), Published.value(19), 0);
        against("figure22", capacity.by(Policies.SLACK_ALT), Published.value(17), 0);
      }
    }
  }

  private void slowdown(Case capacity) {
    Runs runs = campaign.of(capacity);
    Runs regular = campaign.of(capacity.onSteadyMachines());
    findings.row(
        capacity
            .row("figure5", "slowdown", runs.geomean(regular), "times")
            .with(Published.value(1.5)));
    findings.row(
        capacity
            .row("figure5", "attempts killed", runs.sample(Measured::killedPercent), "%")
            .with(Published.value(33)));
    findings.row(
        capacity
            .row("figure5", "work wasted", runs.sample(Measured::wastePercent), "%")
            .with(Published.value(20)));
    double worst = runs.ratios(regular).stream().mapToDouble(Double::doubleValue).max().orElse(1);
    findings.row(
        Row.of("figure5", capacity.supply().text(), capacity.policy(), "worst job", worst, "times")
            .with(Published.value(4))
            .with("killOrder", capacity.killOrder().text()));
  }

  private void against(String figure, Case one, Published published, int checkpointMinutes) {
    Runs capacity = campaign.of(scope.standard(Policies.CAPACITY, one.supply(), one.killOrder()));
    Runs runs = campaign.of(one);
    List<Row> rows =
        List.of(
            one.row(figure, "mean reduction", runs.meanReduction(capacity), "%").with(published),
            one.row(figure, "mean completion time", runs.sample(Runs::meanMinutes), "min"),
            one.row(figure, "p90 completion time", runs.sample(Runs::tailMinutes), "min"),
            one.row(figure, "work wasted", runs.sample(Measured::wastePercent), "%"));
    for (Row row : rows) {
      findings.row(checkpointMinutes > 0 ? row.with("checkpointMinutes", checkpointMinutes) : row);
    }
  }
}
