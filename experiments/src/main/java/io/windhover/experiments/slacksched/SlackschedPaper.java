package io.windhover.experiments.slacksched;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.slacksched.Campaign.Block;
import java.util.ArrayList;
import java.util.List;

/**
 * SlackSched's figures with its rivals and our own {@code harvest}, on clusters of our own that are
 * like its clusters as far as it says how those are; beyond them a map of where its gains appear.
 */
public final class SlackschedPaper implements Reproduction {
  @Override
  public String name() {
    return "slacksched";
  }

  @Override
  public String title() {
    return "long, uninterruptible tasks on harvest machines (Agarwal and others)";
  }

  @Override
  public Report run(Setup setup) {
    return run(setup, Scope.of(setup));
  }

  /** As much of it as this; for tests. */
  Report run(Setup setup, Scope scope) {
    var findings = new Findings();
    var campaign = new Campaign();
    var calibration = new Calibration(findings, scope);
    var distributions = new Distributions(findings, scope);
    var rented = new RentedRuns();
    var acquiring = new Acquiring(findings, scope, rented);
    var costs = new Costs(findings, scope, rented);
    var real = new RealArrivals(findings, scope, setup.data());
    List<Block> blocks = blocks(scope);
    int others =
        calibration.steps()
            + distributions.steps()
            + acquiring.steps()
            + costs.steps()
            + real.steps();
    var steps = new Steps(setup.progress(), blocks.size() + others);
    calibration.run(steps);
    distributions.run(calibration.c2(), steps);
    campaign.run(blocks, steps);
    new Figure9(findings, campaign, scope).run();
    new Figure10(findings, campaign, scope).run();
    new GainMap(findings, campaign, scope).run();
    new Robustness(findings, campaign, scope).run();
    new Rivals(findings, campaign, scope).run();
    new Mixed(findings, campaign, scope).run();
    acquiring.run(steps);
    costs.run(steps);
    real.run(steps);
    rented.promises(findings);
    notes(findings);
    steps.next("done");
    return findings.report(this, scope.seeds());
  }

  private static void notes(Findings findings) {
    findings.note(
        "Supply: the paper's traces are not public. Ours come from a provider of our own,"
            + " calibrated to what the paper says of its clusters; a seed draws the regular"
            + " machines, the servers that harvest machines are on, and the jobs.");
    findings.note(
        "Load: core-time of the tasks, each done once, as a share of the cores that the machines"
            + " have on average over the first two days of the trace. Jobs begin to come after a"
            + " day.");
    findings.note(
        "Kill order: the paper says increasing start time and calls it YARN's default; YARN 3.5.0"
            + " kills the newest first. Every result stands for both.");
    findings.note(
        "Oracle: knows every change of the machines that are there and takes tasks in the same"
            + " order as the others; a strong rival, not a proven bound.");
  }

  private static List<Block> blocks(Scope scope) {
    List<Block> blocks = new ArrayList<>(Figure9.blocks(scope));
    blocks.addAll(Rivals.blocks(scope));
    blocks.addAll(Mixed.blocks(scope));
    blocks.addAll(Robustness.blocks(scope));
    blocks.addAll(GainMap.blocks(scope));
    return blocks;
  }
}
