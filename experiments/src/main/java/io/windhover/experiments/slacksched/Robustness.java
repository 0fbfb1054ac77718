package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.slacksched.Campaign.Block;
import io.windhover.experiments.slacksched.Sweep.Point;
import io.windhover.workload.generate.HarvestWork;
import io.windhover.workload.generate.TaskDurations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Section 4.2.1: other durations, other loads, wrong estimates, all on C2. */
final class Robustness {
  private static final long MINUTE = 60_000;

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Robustness(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  static List<Block> blocks(Scope scope) {
    return List.of(
        shapes(scope).block(),
        durations(scope).block(),
        loads(scope).block(),
        errors(scope).block());
  }

  private static Sweep shapes(Scope scope) {
    return new Sweep(
        "figure11",
        "shapes of task durations",
        "durations",
        scope,
        Supply.C2,
        List.of(
            Point.of("uniform", "uniform", work -> work.with(TaskDurations.SEISMIC_A)),
            Point.of("Gaussian", "gaussian", work -> work.with(TaskDurations.SEISMIC_B)),
            Point.of("Pareto", "pareto", work -> work.with(TaskDurations.GENOMICS))),
        Policies.COMPARED);
  }

  private static Sweep durations(Scope scope) {
    List<Point> points = new ArrayList<>();
    for (long minutes : scope.longestMinutes()) {
      points.add(
          Point.of(
              minutes + " min", minutes, work -> work.with(TaskDurations.upTo(minutes * MINUTE))));
    }
    return new Sweep(
        "figure12", "the longest task", "longestMinutes", scope, Supply.C2, points, Policies.FEW);
  }

  private static Sweep loads(Scope scope) {
    List<Point> points = new ArrayList<>();
    for (double load : scope.loads()) {
      points.add(
          Point.of(String.format(Locale.ROOT, "%.2f", load), load, work -> work.withLoad(load)));
    }
    return new Sweep("figure14", "load", "load", scope, Supply.C2, points, Policies.FEW);
  }

  private static Sweep errors(Scope scope) {
    List<Point> points = new ArrayList<>();
    for (int percent : scope.errorPercents()) {
      points.add(
          Point.of(
              percent + " %", percent, (HarvestWork w) -> w.withEstimateError(percent / 100.0)));
    }
    return new Sweep(
        "figure15",
        "wrong runtime estimates",
        "errorPercent",
        scope,
        Supply.C2,
        points,
        Policies.FEW);
  }

  void run() {
    shapes(scope)
        .report(
            findings,
            campaign,
            "Seismic A (uniform, 1 to 75 minutes), Seismic B (Gaussian, 1 to 90) and Genomics"
                + " (bounded Pareto, 10 to 100). The paper says that the uniform and the Pareto"
                + " gain more than the Gaussian.");
    durations(scope)
        .report(
            findings,
            campaign,
            "Uniform from 1 minute to the longest. The paper says that gains vanish below 20"
                + " minutes and for tasks so long that no machine is steady enough.");
    loads(scope)
        .report(
            findings,
            campaign,
            "Core-time asked for as a share of what there is; what is wasted comes on top. The"
                + " paper says that gains vanish towards full load.");
    errors(scope)
        .report(
            findings,
            campaign,
            "Each estimate is off by a share drawn evenly between 0 and this; below 0 they are too"
                + " short. Tasks take as long as before. The paper says that slack suffers little"
                + " and the oracle more, because it cuts things fine.");
  }
}
