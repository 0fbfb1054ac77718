package io.windhover.experiments.slacksched;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.slacksched.Campaign.Block;
import io.windhover.simulator.KillOrder;
import io.windhover.workload.generate.HarvestWork;
import io.windhover.workload.generate.TaskDurations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where the published gains of 20 to 27 % are and where they cannot be, because even the oracle has
 * less: load, longest task and tasks of a job, on C2.
 */
final class GainMap {
  private static final String FIGURE = "map";
  private static final long MINUTE = 60_000;
  private static final double PUBLISHED = 20;
  private static final long LONG_MINUTES = 75;

  /** Tasks of a job; of the widest there are fewer jobs, so that all take about as long to run. */
  record Width(int least, int most, int jobs) {
    String text() {
      return least + " to " + most;
    }
  }

  private record Cell(double load, long longestMinutes, Width width) {
    /** Of long tasks, too, fewer jobs: where many are killed the queue never ends. */
    int jobs() {
      return longestMinutes > LONG_MINUTES ? width.jobs() * 2 / 5 : width.jobs();
    }

    Case of(String policy, KillOrder order) {
      HarvestWork work =
          Supply.C2
              .work()
              .withLoad(load)
              .with(TaskDurations.upTo(longestMinutes * MINUTE))
              .withJobs(jobs(), width.least(), width.most());
      return Case.of(policy, Supply.C2, order, work);
    }
  }

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  GainMap(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  static List<Block> blocks(Scope scope) {
    List<Block> blocks = new ArrayList<>();
    for (Width width : scope.widths()) {
      List<Case> cases = new ArrayList<>();
      for (Cell cell : cells(scope, width)) {
        for (KillOrder order : Scope.KILL_ORDERS) {
          Policies.FEW.forEach(policy -> cases.add(cell.of(policy, order)));
        }
      }
      blocks.add(new Block("map: jobs of " + width.text() + " tasks", cases, scope.mapSeeds()));
    }
    return blocks;
  }

  private static List<Cell> cells(Scope scope, Width width) {
    List<Cell> cells = new ArrayList<>();
    for (double load : scope.mapLoads()) {
      for (long longest : scope.mapMinutes()) {
        cells.add(new Cell(load, longest, width));
      }
    }
    return cells;
  }

  void run() {
    findings.section(
        FIGURE,
        "where the published gains are: load, longest task, tasks of a job (C2)",
        "Mean reduction relative to capacity. Published for slack: 20 to 27 %, at a load that is"
            + " not published. Where the oracle has less than 20 %, nobody can have more than it"
            + " without taking tasks in another order.",
        summary(KillOrder.NEWEST),
        summary(KillOrder.OLDEST));
    for (KillOrder order : Scope.KILL_ORDERS) {
      for (Width width : scope.widths()) {
        for (Cell cell : cells(scope, width)) {
          rows(cell, order);
        }
        for (String policy : Policies.FEW.subList(1, Policies.FEW.size())) {
          findings.chart(chart(policy, width, order));
        }
      }
    }
  }

  private double reduction(Cell cell, String policy, KillOrder order) {
    return campaign
        .of(cell.of(policy, order))
        .meanReduction(campaign.of(cell.of(Policies.CAPACITY, order)))
        .mean();
  }

  private void rows(Cell cell, KillOrder order) {
    Runs capacity = campaign.of(cell.of(Policies.CAPACITY, order));
    for (String policy : Policies.FEW.subList(1, Policies.FEW.size())) {
      Case one = cell.of(policy, order);
      findings.row(
          one.row(FIGURE, "mean reduction", campaign.of(one).meanReduction(capacity), "%")
              .with("load", cell.load())
              .with("longestMinutes", cell.longestMinutes())
              .with("tasks", cell.width().text()));
    }
  }

  private String summary(KillOrder order) {
    int all = 0;
    int[] reached = new int[Policies.FEW.size()];
    for (Width width : scope.widths()) {
      for (Cell cell : cells(scope, width)) {
        all++;
        for (int i = 1; i < reached.length; i++) {
          reached[i] += reduction(cell, Policies.FEW.get(i), order) >= PUBLISHED ? 1 : 0;
        }
      }
    }
    List<String> said = new ArrayList<>();
    for (int i = 1; i < reached.length; i++) {
      said.add("%s in %d".formatted(Policies.FEW.get(i), reached[i]));
    }
    return "%s first: 20 %% or more of %d cells: %s."
        .formatted(order.text(), all, String.join(", ", said));
  }

  private Chart chart(String policy, Width width, KillOrder order) {
    List<Series> series = new ArrayList<>();
    for (double load : scope.mapLoads()) {
      List<Value> values = new ArrayList<>();
      for (long longest : scope.mapMinutes()) {
        values.add(Value.of(reduction(new Cell(load, longest, width), policy, order)));
      }
      series.add(new Series(String.format(Locale.ROOT, "%.2f", load), values));
    }
    return new Chart(
        "map-%s-%d-%s".formatted(policy, width.most(), order.text()),
        FIGURE,
        "%s: mean reduction in percent, jobs of %s tasks, %s first"
            .formatted(policy, width.text(), order.text()),
        "load",
        "longest task",
        Kind.HEAT,
        false,
        scope.mapMinutes().stream().map(minutes -> "up to " + minutes + " min").toList(),
        series);
  }
}
