package io.windhover.experiments.arena;

import io.windhover.experiments.paper.BadData;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Reproduction;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Not a paper but many small worlds, so that nothing can be fitted to one of them: the papers'
 * cells, bags, workflows, streams, markets, catalogues and long tasks, drawn from seeds, in which
 * every policy that promises deadlines is compared with the best of the others.
 */
public final class Arena implements Reproduction {
  public static final String NAME = "arena";

  private static final int CASES = 2000;
  private static final int CASES_QUICK = 200;
  private static final int SEEDS = 5;
  private static final int STEPS = 2;

  private final ArenaChoice choice;
  private final List<ArenaFamily> familiesAsked;
  private final int casesAsked;

  public Arena(ArenaChoice choice) {
    this(choice, List.of(), 0);
  }

  /** With these families and so many cases, for tests; none and 0 for as many as usual. */
  Arena(ArenaChoice choice, List<ArenaFamily> familiesAsked, int casesAsked) {
    this.choice = choice;
    this.familiesAsked = familiesAsked;
    this.casesAsked = casesAsked;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String title() {
    return "policies that promise deadlines, in many small worlds";
  }

  @Override
  public boolean keepsRuns() {
    return true;
  }

  @Override
  public boolean namesItsProgram() {
    return true;
  }

  @Override
  public Report run(Setup setup) {
    int seeds = setup.seeds(SEEDS, SEEDS);
    var steps = new Steps(setup.progress(), STEPS);
    steps.next("drawing cases");
    List<ArenaFamily> families =
        familiesAsked.isEmpty() ? ArenaDraw.families(setup.data()) : familiesAsked;
    var contest = new Contest(seeds, setup.past());
    var findings = new Findings();
    if (choice.caseId().isPresent()) {
      ArenaCase one = named(choice.caseId().get(), families);
      steps.next("running " + one.id());
      SingleCase.show(findings, contest.run(List.of(one), choice.judged(), steps).get(0));
    } else {
      int count = casesAsked > 0 ? casesAsked : setup.quick() ? CASES_QUICK : CASES;
      all(ArenaDraw.of(families, count, choice.firstSeed()), contest, findings, steps);
    }
    if (setup.data().isEmpty()) {
      findings.note("Recorded markets and real workflow files: NOT RUN (no --data DIR).");
    }
    steps.next("done");
    return findings.report(this, seeds);
  }

  private void all(ArenaDraw draw, Contest contest, Findings findings, Steps steps) {
    steps.next("running " + draw.cases().size() + " cases");
    List<CaseResults> results = contest.run(draw.cases(), choice.judged(), steps);
    var tables = new ArenaTables(findings, results, choice.judged());
    tables.show();
    var checks = new ArenaChecks(findings, results);
    choice.judged().forEach(policy -> checks.judge(policy, tables.figures(policy)));
    checks.bound();
    findings.note(
        "%d cases from seed %d on, %s draws; %d draws in which nobody could be in time were passed"
                .formatted(
                    results.size(),
                    choice.firstSeed(),
                    choice.firstSeed() % 2 == 0 ? "development" : "final",
                    draw.dropped())
            + " over.");
    broken(results, findings);
  }

  private static void broken(List<CaseResults> results, Findings findings) {
    for (CaseResults one : results) {
      one.byPolicy()
          .forEach(
              (policy, runs) ->
                  runs.stream()
                      .filter(run -> !run.broken().isEmpty())
                      .findFirst()
                      .ifPresent(
                          run ->
                              findings.note(
                                  "%s broke in %s: %s"
                                      .formatted(policy, one.one().id(), run.broken()))));
    }
  }

  private static ArenaCase named(String id, List<ArenaFamily> families) {
    return ArenaDraw.named(id, families).orElseThrow(() -> new BadData(noCase(id, families)));
  }

  private static String noCase(String id, List<ArenaFamily> families) {
    String names = families.stream().map(ArenaFamily::name).collect(Collectors.joining(", "));
    return "--case: \"%s\" is none, or nobody could be in time in it; ".formatted(id)
        + "expected a family and a seed, such as bag-tail-14; families: "
        + names;
  }
}
