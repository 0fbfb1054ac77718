package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.simulate.PolicyRuns;
import io.windhover.app.simulate.StreamTotals;
import io.windhover.experiments.paper.Sample;
import io.windhover.workload.Durations;
import io.windhover.workload.scenario.Scenario;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One or more policies, each under the same seeds, side by side. Of several seeds it shows means;
 * for a single policy also the 10th and 90th percentile.
 */
record Comparison(Scenario scenario, List<PolicyRuns> policies) {
  private static final double HOUR_MILLIS = 3_600_000;

  /** One line of the table; a run may have no such value. */
  private record Line(
      String name, Function<StreamTotals, Optional<Double>> value, DoubleFunction<String> text) {}

  private static final List<Line> LINES =
      List.of(
          new Line("jobs in time", t -> Optional.of(t.inTimeShare()), StreamText::percent),
          new Line("mean lateness", t -> Optional.of(t.meanLatenessMillis()), Comparison::spanText),
          new Line(
              "least slack",
              t -> t.leastSlackMillis().stream().boxed().map(Long::doubleValue).findFirst(),
              Comparison::spanText),
          new Line(
              "cost", t -> Optional.of(dollars((double) t.costNanos())), Comparison::dollarText),
          new Line(
              "cost a job", t -> Optional.of(dollars(t.costNanosPerJob())), Comparison::dollarText),
          new Line(
              "times the bound",
              StreamTotals::timesBound,
              factor -> String.format(Locale.ROOT, "%.3f", factor)),
          new Line("utilisation", t -> Optional.of(t.utilisation()), StreamText::percent),
          new Line(
              "VM hours paid",
              t -> Optional.of(t.paidMillis() / HOUR_MILLIS),
              hours -> String.format(Locale.ROOT, "%,.1f", hours)),
          new Line("VMs rented", t -> Optional.of((double) t.launches()), Comparison::countText),
          new Line(
              "VMs given back", t -> Optional.of((double) t.releases()), Comparison::countText),
          of(MarketEvents.HIBERNATIONS),
          of(MarketEvents.TERMINATIONS),
          of(MarketEvents.NOTICES));

  private static Line of(MarketEvents event) {
    return new Line(
        event.word(),
        totals -> Optional.of((double) StreamText.count(event, totals)),
        Comparison::countText);
  }

  /** All lines but those of what this market cannot bring and did not. */
  private List<Line> lines() {
    List<Line> lines = new ArrayList<>(LINES);
    for (MarketEvents event : MarketEvents.values()) {
      int all =
          policies.stream()
              .flatMap(policy -> policy.runs().stream())
              .mapToInt(run -> StreamText.count(event, run))
              .sum();
      if (!event.told(scenario, all)) {
        lines.removeIf(line -> line.name().equals(event.word()));
      }
    }
    return lines;
  }

  Comparison {
    policies = List.copyOf(policies);
  }

  private static double dollars(double nanos) {
    return nanos / 1e9;
  }

  private static String dollarText(double dollars) {
    return String.format(Locale.ROOT, "$%,.4f", dollars);
  }

  /** To the millisecond where it is that short. */
  private static String spanText(double millis) {
    return Durations.format(Math.round(millis));
  }

  private static String countText(double count) {
    return String.format(Locale.ROOT, count == Math.rint(count) ? "%,.0f" : "%,.1f", count);
  }

  /** The worst of all. */
  ExitCode exitCode() {
    ExitCode worst = ExitCode.DONE;
    for (PolicyRuns policy : policies) {
      for (StreamTotals run : policy.runs()) {
        ExitCode one = StreamReport.exitCode(run);
        if (one == ExitCode.IMPOSSIBLE || worst == ExitCode.DONE) {
          worst = one;
        }
      }
    }
    return worst;
  }

  private static Optional<Sample> sample(PolicyRuns policy, Line line) {
    double[] values =
        policy.runs().stream()
            .flatMap(run -> line.value().apply(run).stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Sample.of(values));
  }

  private List<StreamTotals> firstRuns() {
    return policies.get(0).runs();
  }

  void print(PrintWriter out) {
    StreamTotals first = firstRuns().get(0);
    int seeds = firstRuns().size();
    out.printf(
        "%s: %s%s, %s%n%n",
        scenario.name(),
        Words.jobs(first.jobs()),
        scenario.sameWorkForEverySeed() || seeds == 1 ? "" : " or so",
        seeds == 1
            ? "seed " + first.seed()
            : "means of seeds %d to %d".formatted(first.seed(), first.seed() + seeds - 1));
    List<List<String>> rows = policies.size() == 1 ? alone() : besides();
    Table.print(rows, out);
    for (PolicyRuns policy : policies) {
      policy.runs().stream()
          .filter(run -> run.undone() > 0)
          .findFirst()
          .ifPresent(
              run ->
                  out.printf(
                      "%n%s, seed %d: %s not done%s%n",
                      policy.policy(),
                      run.seed(),
                      Words.jobs(run.undone()),
                      run.undoneReason().map(why -> ": " + why).orElse("")));
    }
  }

  private List<List<String>> alone() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of(policies.get(0).policy(), "mean", "p10", "p90"));
    for (Line line : lines()) {
      sample(policies.get(0), line)
          .ifPresent(
              of ->
                  rows.add(
                      List.of(
                          line.name(),
                          line.text().apply(of.mean()),
                          line.text().apply(of.spread().p10()),
                          line.text().apply(of.spread().p90()))));
    }
    return rows;
  }

  private List<List<String>> besides() {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(""));
    policies.forEach(policy -> head.add(policy.policy()));
    rows.add(head);
    for (Line line : lines()) {
      List<Optional<Sample>> samples =
          policies.stream().map(policy -> sample(policy, line)).toList();
      if (samples.stream().noneMatch(Optional::isPresent)) {
        continue;
      }
      List<String> row = new ArrayList<>(List.of(line.name()));
      samples.forEach(of -> row.add(of.map(s -> line.text().apply(s.mean())).orElse("-")));
      rows.add(row);
      if (line.name().equals("cost")) {
        rows.add(savings(samples));
      }
    }
    return rows;
  }

  /** How the costs compare with those of the first, of those that did all the work. */
  private List<String> savings(List<Optional<Sample>> costs) {
    List<String> row = new ArrayList<>(List.of("  beside " + policies.get(0).policy()));
    double first = costs.get(0).map(Sample::mean).orElse(0.0);
    row.add("");
    for (int p = 1; p < costs.size(); p++) {
      boolean comparable =
          first > 0
              && costs.get(p).isPresent()
              && didAll(policies.get(0))
              && didAll(policies.get(p));
      row.add(
          comparable
              ? String.format(
                  Locale.ROOT, "%+.1f %%", 100 * costs.get(p).orElseThrow().mean() / first - 100)
              : "-");
    }
    return row;
  }

  private static boolean didAll(PolicyRuns policy) {
    return policy.runs().stream().allMatch(run -> run.undone() == 0);
  }

  String json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("scenario", scenario.name());
    json.put("firstSeed", firstRuns().get(0).seed());
    json.put("seeds", firstRuns().size());
    List<Map<String, @Nullable Object>> each = new ArrayList<>();
    for (PolicyRuns policy : policies) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      one.put("policy", policy.policy());
      one.put("cost", mean(policy, "cost"));
      one.put("costPerJob", mean(policy, "cost a job"));
      one.put("inTimeShare", mean(policy, "jobs in time"));
      one.put("utilisation", mean(policy, "utilisation"));
      one.put("timesBound", mean(policy, "times the bound"));
      one.put("runs", policy.runs().stream().map(Comparison::run).toList());
      each.add(one);
    }
    json.put("policies", each);
    return Json.line(json);
  }

  private static @Nullable Double mean(PolicyRuns policy, String name) {
    return LINES.stream()
        .filter(line -> Objects.equals(line.name(), name))
        .findFirst()
        .flatMap(line -> sample(policy, line))
        .map(Sample::mean)
        .orElse(null);
  }

  private static Map<String, @Nullable Object> run(StreamTotals totals) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("seed", totals.seed());
    json.putAll(StreamJson.totals(totals));
    totals.rejection().ifPresent(why -> json.put("rejection", why));
    return json;
  }
}
