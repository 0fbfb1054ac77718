package io.windhover.experiments.opie;

import io.windhover.experiments.opie.openb.RealCluster;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import java.util.List;
import java.util.Optional;

/**
 * OPIE's Tables 3 to 6 and Figure 2; beyond them larger clusters, other ranks, and a real cluster
 * when its records are there.
 */
public final class Opie implements Reproduction {
  private static final int SEEDS = 100;
  private static final int SEEDS_QUICK = 10;
  private static final double BUDGET_SECONDS = 4;
  private static final double BUDGET_SECONDS_QUICK = 0.5;

  @Override
  public String name() {
    return "opie";
  }

  @Override
  public String title() {
    return "preemptible instances for private clouds (López García et al. 2019)";
  }

  @Override
  public Report run(Setup setup) {
    int seeds = setup.seeds(SEEDS, SEEDS_QUICK);
    Optional<RealCluster> realCluster = setup.data().map(RealCluster::read);
    var findings = new Findings();
    var steps = new Steps(setup.progress(), sizes(setup).size() * 4 + 5);
    steps.next("the paper's tables");
    new CaseTables(findings, PaperCase.ALL).run();
    figure2(findings, setup, steps);
    steps.next("victims of crowded hosts");
    CrowdedHosts.run(findings, setup.nanoClock());
    steps.next("who is ended, 24 hosts");
    outcomes(findings, seeds, steps);
    steps.next("the real cluster");
    realCluster.ifPresentOrElse(
        cluster -> cluster.run(findings, seeds),
        () -> findings.note("openb, the rows of the real cluster: NOT RUN (no --data DIR)"));
    findings.note(
        "What is claimed of place --serve and of bad input is held by tests and bench,"
            + " not here.");
    steps.next("done");
    return findings.report(this, seeds);
  }

  private static List<Integer> sizes(Setup setup) {
    return setup.quick() ? List.of(24, 1000) : List.of(24, 1000, 10_000, 100_000);
  }

  private static void figure2(Findings findings, Setup setup, Steps steps) {
    double budget = setup.quick() ? BUDGET_SECONDS_QUICK : BUDGET_SECONDS;
    Figure2.section(findings, budget);
    var figure = new Figure2(findings);
    for (int hosts : sizes(setup)) {
      var race = new Race(hosts, 1, budget, setup.nanoClock());
      for (boolean indexed : List.of(true, false)) {
        for (Ranks ranks : List.of(Ranks.SPREAD, Ranks.CHEAPEST)) {
          steps.next(
              "figure 2, %,d hosts, %s, %s"
                  .formatted(hosts, indexed ? "index" : "scan", ranks.label()));
          race.run(ranks, indexed);
        }
      }
      figure.add(hosts, race);
    }
    figure.finish();
    if (setup.quick()) {
      findings.note("figure2 with 10,000 and 100,000 hosts: NOT RUN with --quick");
    }
  }

  private static void outcomes(Findings findings, int seeds, Steps steps) {
    Outcomes.section(findings);
    Outcomes small = Outcomes.of(findings, 24, seeds, true);
    steps.next("who is ended, 1,000 hosts");
    Outcomes large = Outcomes.of(findings, 1000, Math.max(1, seeds / 10), false);
    small.rows();
    large.rows();
    small.bruteForceCheck();
    small.checks();
  }
}
