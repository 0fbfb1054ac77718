package io.windhover.experiments.arena;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is shown of a contest: families, the worst cases, every case for files, a picture. */
final class ArenaTables {
  static final String ALL = "all";
  private static final String FAMILIES = "families";
  private static final String WORST = "worst";
  private static final String CASES = "cases";
  private static final int WORST_SHOWN = 10;

  private final Findings findings;
  private final List<CaseResults> results;
  private final List<String> judged;
  private final Map<String, List<CaseResults>> byFamily = new LinkedHashMap<>();

  ArenaTables(Findings findings, List<CaseResults> results, List<String> judged) {
    this.findings = findings;
    this.results = results;
    this.judged = judged;
    for (CaseResults one : results) {
      byFamily.computeIfAbsent(one.one().family().name(), name -> new ArrayList<>()).add(one);
    }
  }

  /** Of a policy in each family in which it took part, and last in all of them together. */
  List<FamilyFigures> figures(String policy) {
    List<FamilyFigures> figures = new ArrayList<>();
    byFamily.forEach((family, cases) -> figures.add(FamilyFigures.of(family, policy, cases)));
    figures.add(FamilyFigures.of(ALL, policy, results));
    return figures.stream().filter(one -> one.cases() > 0).toList();
  }

  void show() {
    findings.section(
        FAMILIES,
        "cost by family, geometric means over cases",
        "Best rival: of each case the cheapest other policy that promises deadlines and kept all of"
            + " them, chosen afterwards. On-demand: the cheapest of those that rent no spot"
            + " machine.");
    judged.forEach(policy -> figures(policy).forEach(one -> findings.row(one.row(FAMILIES))));
    findings.section(WORST, "worst cases, and late runs");
    judged.forEach(this::worst);
    findings.filed(CASES, "every case");
    results.forEach(this::rows);
    results.stream()
        .map(one -> kind(one.one()))
        .distinct()
        .map(this::chart)
        .forEach(findings::chart);
  }

  private void worst(String policy) {
    List<CaseResults> taken =
        results.stream().filter(one -> one.overBest(policy).isPresent()).toList();
    taken.stream()
        .sorted(
            Comparator.comparingDouble((CaseResults one) -> -one.overBest(policy).orElse(0))
                .thenComparing(one -> one.one().id()))
        .limit(WORST_SHOWN)
        .forEach(one -> findings.row(ratio(one, policy)));
    results.stream()
        .filter(one -> one.lateRuns(policy) > 0 && one.one().world().exact())
        .limit(WORST_SHOWN)
        .forEach(one -> findings.row(late(one, policy)));
  }

  private static Row ratio(CaseResults one, String policy) {
    double over = one.overBest(policy).orElse(Row.NOTHING_TO_COUNT);
    return Row.of(WORST, one.one().id(), policy, "over best rival", over, "x")
        .with("bestRival", one.bestRival(policy).orElse(""))
        .with("again", one.command(policy));
  }

  private static Row late(CaseResults one, String policy) {
    return Row.of(WORST, one.one().id(), policy, "late runs", one.lateRuns(policy), "")
        .with("again", one.command(policy));
  }

  private void rows(CaseResults one) {
    for (String policy : one.byPolicy().keySet()) {
      findings.row(
          Row.of(CASES, one.one().id(), policy, "cost", one.dollars(policy), "USD")
              .with("family", one.one().family().name())
              .with("lateRuns", one.lateRuns(policy))
              .with("runs", one.of(policy).size())
              .with("bound", one.boundDollars())
              .with("bestRival", one.bestRival(policy).orElse("")));
    }
  }

  private static String kind(ArenaCase one) {
    if (one.world().dag()) {
      return "workflows";
    }
    return one.family().name().startsWith("bag-") ? "bags" : "surroundings";
  }

  /** The families of a kind, with those who take part in them. */
  private Chart chart(String kind) {
    Map<String, List<CaseResults>> shown = new LinkedHashMap<>(byFamily);
    shown.values().removeIf(cases -> !kind(cases.get(0).one()).equals(kind));
    List<Chart.Series> series = new ArrayList<>();
    for (String policy : judged) {
      List<Chart.Value> values = new ArrayList<>();
      shown.forEach(
          (family, cases) ->
              values.add(Chart.Value.of(FamilyFigures.of(family, policy, cases).overBest())));
      if (values.stream().anyMatch(value -> !Double.isNaN(value.y()))) {
        series.add(new Chart.Series(policy, values));
      }
    }
    return new Chart(
        "over-best-rival-" + kind,
        FAMILIES,
        kind + ": cost over the best rival of each case",
        "times the best rival's cost",
        "family of cases",
        Chart.Kind.BARS,
        false,
        shown.keySet().stream().map(name -> name.replaceFirst("-", "/")).toList(),
        series);
  }
}
