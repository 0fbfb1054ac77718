package io.windhover.experiments.arena;

import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import java.util.List;
import java.util.stream.Collectors;

/** One case looked at closely: what it is, and what everybody made of it. */
final class SingleCase {
  private static final String FIGURE = "case";

  private SingleCase() {}

  static void show(Findings findings, CaseResults result) {
    ArenaCase one = result.one();
    findings.section(
        FIGURE, one.id(), "With the first market seed: " + one.world().words(one.marketSeed(0)));
    findings.row(Row.of(FIGURE, one.id(), "bound", "cost", result.boundDollars(), "USD"));
    result.byPolicy().forEach((policy, runs) -> findings.row(row(result, policy, runs)));
  }

  private static Row row(CaseResults result, String policy, List<ArenaResult> runs) {
    Sample dollars = Sample.of(runs.stream().mapToDouble(ArenaResult::dollars).toArray());
    String each = runs.stream().map(ArenaResult::words).collect(Collectors.joining("; "));
    return Row.of(FIGURE, result.one().id(), policy, "cost", dollars, "USD")
        .with("lateRuns", result.lateRuns(policy))
        .with("each", each);
  }
}
