package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.simulate.HarvestRun;
import io.windhover.app.simulate.HarvestSetting;
import io.windhover.app.simulate.HarvestTotals;
import io.windhover.core.model.Money;
import io.windhover.experiments.chart.HarvestTimeline;
import io.windhover.simulator.record.Span;
import io.windhover.workload.Durations;
import io.windhover.workload.harvest.HarvestScenario;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What came of each policy on the same harvest machines and jobs.
 *
 * @param rents whether machines were rented rather than those of the trace
 */
record HarvestComparison(List<HarvestSetting> settings, List<Column> columns, boolean rents) {
  /** The runs of a policy, one for each seed. */
  record Column(String policy, List<HarvestRun> runs) {
    double mean(ToDoubleFunction<HarvestTotals> value) {
      return runs.stream()
          .mapToDouble(run -> value.applyAsDouble(run.totals()))
          .average()
          .orElse(0);
    }
  }

  /** One number of a run, and how it is written. */
  private record Line(
      String name,
      String key,
      ToDoubleFunction<HarvestTotals> value,
      DoubleFunction<String> text) {}

  private static final double HOUR_MILLIS = 3_600_000;
  private static final double SECOND_MILLIS = 1000;
  private static final String FIRST_KEY = "meanJobSeconds";

  private static final List<Line> LINES =
      List.of(
          new Line("mean job time", FIRST_KEY, HarvestTotals::meanMillis, HarvestComparison::span),
          new Line(
              "geometric mean",
              "geometricMeanJobSeconds",
              HarvestTotals::geometricMillis,
              HarvestComparison::span),
          new Line(
              "90th percentile",
              "p90JobSeconds",
              HarvestTotals::p90Millis,
              HarvestComparison::span),
          new Line("killed attempts", "killed", t -> t.killed(), v -> decimal("%,.0f", v)),
          new Line("waste", "waste", HarvestTotals::waste, HarvestComparison::percent),
          new Line(
              "utilisation", "utilisation", HarvestTotals::utilisation, HarvestComparison::percent),
          new Line(
              "cost",
              "cost",
              t -> (double) t.costNanos() / Money.NANOS_PER_DOLLAR,
              v -> decimal("$%,.2f", v)),
          new Line(
              "machine-hours",
              "machineHours",
              t -> t.machineMillis() / HOUR_MILLIS,
              v -> decimal("%,.0f", v)),
          new Line("all done after", "seconds", t -> t.endedAtMillis(), HarvestComparison::span));

  private static String span(double millis) {
    return Durations.format(Math.round(millis / SECOND_MILLIS) * (long) SECOND_MILLIS);
  }

  private static String decimal(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static String percent(double share) {
    return decimal("%.1f %%", 100 * share);
  }

  void print(PrintWriter out) {
    HarvestSetting first = settings.get(0);
    HarvestScenario scenario = first.scenario();
    long tasks = first.jobs().stream().mapToLong(job -> job.spec().taskCount()).sum();
    out.printf(
        "%s: %s of %s, %s%n",
        scenario.name(),
        Words.jobs(first.jobs().size()),
        Words.tasks(tasks),
        settings.size() == 1
            ? "seed " + first.seed()
            : "means of seeds %d to %d"
                .formatted(first.seed(), first.seed() + settings.size() - 1));
    out.printf("%s, the %s task is killed first%n%n", machines(), scenario.killOrder());
    Table.print(rows(), out);
    for (Column column : columns) {
      int undone = column.runs().stream().mapToInt(run -> run.totals().undone()).sum();
      if (undone > 0) {
        out.printf("%n%s: %s not done%n", column.policy(), Words.jobs(undone));
      }
    }
  }

  /** Whoever rents has other machines than those that the work was drawn for. */
  private String machines() {
    HarvestSetting first = settings.get(0);
    String cluster =
        first.scenario().supply() instanceof HarvestScenario.FromCluster from ? from.cluster() : "";
    int count = rents ? mostMachines() : first.trace().hvms().size();
    String machines = Words.harvestMachines(count);
    if (rents) {
      return machines + " rented in " + cluster + (settings.size() == 1 ? "" : " at most");
    }
    return "%s%s, %s cores on average"
        .formatted(
            machines,
            cluster.isEmpty() ? "" : " of " + cluster,
            decimal("%,.0f", first.trace().meanCores()));
  }

  private int mostMachines() {
    return columns.stream()
        .flatMap(column -> column.runs().stream())
        .mapToInt(run -> run.machines().size())
        .max()
        .orElse(0);
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(""));
    columns.forEach(column -> head.add(column.policy()));
    rows.add(head);
    for (Line line : LINES) {
      List<String> row = new ArrayList<>(List.of(line.name()));
      columns.forEach(column -> row.add(line.text().apply(column.mean(line.value()))));
      rows.add(row);
      if (line.key().equals(FIRST_KEY) && columns.size() > 1) {
        rows.add(besides());
      }
    }
    return rows;
  }

  /** How the mean job times compare with that of the first. */
  private List<String> besides() {
    List<String> row = new ArrayList<>(List.of("  beside " + columns.get(0).policy(), ""));
    double first = columns.get(0).mean(HarvestTotals::meanMillis);
    for (Column column : columns.subList(1, columns.size())) {
      row.add(
          first > 0
              ? decimal("%+.1f %%", 100 * column.mean(HarvestTotals::meanMillis) / first - 100)
              : "");
    }
    return row;
  }

  String json() {
    HarvestSetting first = settings.get(0);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scenario", first.scenario().name());
    json.put("firstSeed", first.seed());
    json.put("seeds", settings.size());
    json.put("jobs", first.jobs().size());
    json.put("rented", rents);
    json.put("machines", rents ? mostMachines() : first.trace().hvms().size());
    if (!rents) {
      json.put("meanCores", first.trace().meanCores());
    }
    json.put("killOrder", first.scenario().killOrder());
    List<Map<String, Object>> each = new ArrayList<>();
    for (Column column : columns) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("policy", column.policy());
      LINES.forEach(line -> one.put(line.key(), inJson(line, column.mean(line.value()))));
      List<Map<String, Object>> runs = new ArrayList<>();
      for (int i = 0; i < settings.size(); i++) {
        runs.add(run(settings.get(i).seed(), column.runs().get(i).totals()));
      }
      one.put("runs", runs);
      each.add(one);
    }
    json.put("policies", each);
    return Json.line(json);
  }

  private static double inJson(Line line, double value) {
    return line.key().toLowerCase(Locale.ROOT).endsWith("seconds") ? value / SECOND_MILLIS : value;
  }

  private static Map<String, Object> run(long seed, HarvestTotals totals) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("seed", seed);
    LINES.forEach(line -> json.put(line.key(), inJson(line, line.value().applyAsDouble(totals))));
    json.put("attempts", totals.attempts());
    json.put("evictions", totals.evictions());
    json.put("undone", totals.undone());
    json.put("late", totals.late());
    return json;
  }

  /** Of the only run there is. */
  HarvestTimeline picture(Optional<Span> window) {
    Column column = columns.get(0);
    HarvestRun run = column.runs().get(0);
    HarvestSetting setting = settings.get(0);
    String title =
        "%s, policy %s, seed %d: mean job time %s, %s killed, %s of the work lost"
            .formatted(
                setting.scenario().name(),
                column.policy(),
                setting.seed(),
                span(run.totals().meanMillis()),
                Words.number(run.totals().killed()),
                percent(run.totals().waste()));
    List<HarvestTimeline.Machine> machines =
        run.machines().stream()
            .map(one -> new HarvestTimeline.Machine(one.id(), one.name(), one.steps()))
            .toList();
    Span shown = window.orElse(new Span(0, Math.max(1, run.totals().endedAtMillis())));
    return new HarvestTimeline(title, machines, run.record(), shown);
  }

  /** What to say of a part of the only run in which there is nothing to draw. */
  Optional<String> emptyOf(Optional<Span> window) {
    HarvestRun run = columns.get(0).runs().get(0);
    long end = run.totals().endedAtMillis();
    return window
        .filter(
            part ->
                run.machines().stream()
                    .noneMatch(
                        one -> one.isThere(part.fromMillis(), Math.min(end, part.toMillis()))))
        .map(part -> TimeWindow.empty(part, end));
  }

  /** The worst of all. */
  ExitCode exitCode() {
    boolean undone = any(totals -> totals.undone() > 0);
    boolean late = any(totals -> totals.late() > 0);
    return undone ? ExitCode.IMPOSSIBLE : late ? ExitCode.LATE : ExitCode.DONE;
  }

  private boolean any(Predicate<HarvestTotals> is) {
    return columns.stream()
        .flatMap(column -> column.runs().stream())
        .anyMatch(r -> is.test(r.totals()));
  }
}
