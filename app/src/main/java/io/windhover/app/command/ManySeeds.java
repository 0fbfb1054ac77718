package io.windhover.app.command;

import io.windhover.app.ExitCode;
import io.windhover.app.simulate.References;
import io.windhover.app.simulate.SeedRun;
import io.windhover.core.model.Deadline;
import io.windhover.experiments.forecast.Dollars;
import io.windhover.experiments.paper.Sample;
import io.windhover.simulator.record.RunRecord;
import io.windhover.workload.Durations;
import io.windhover.workload.PolicyChoice;
import io.windhover.workload.scenario.Scenario;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What came of a scenario under many seeds. Runs that were not done are counted, not averaged. */
record ManySeeds(Scenario scenario, PolicyChoice policy, List<SeedRun> runs) {
  ManySeeds {
    runs = List.copyOf(runs);
  }

  private long late() {
    return runs.stream().filter(SeedRun::isLate).count();
  }

  private List<SeedRun> undone() {
    return runs.stream().filter(run -> run.undone().isPresent()).toList();
  }

  /** The worst of all. */
  ExitCode exitCode() {
    if (!undone().isEmpty()) {
      return ExitCode.IMPOSSIBLE;
    }
    return late() > 0 ? ExitCode.LATE : ExitCode.DONE;
  }

  private Optional<Sample> sample(ToDoubleFunction<RunRecord> value) {
    double[] values =
        runs.stream().flatMap(run -> run.record().stream()).mapToDouble(value).toArray();
    return values.length == 0 ? Optional.empty() : Optional.of(Sample.of(values));
  }

  /** Of the runs that were done; empty unless all have it, since their costs are compared. */
  private Optional<Sample> reference(Function<References, OptionalLong> value) {
    List<OptionalLong> values =
        runs.stream()
            .filter(run -> run.record().isPresent())
            .map(run -> value.apply(run.references()))
            .toList();
    return values.isEmpty() || values.stream().anyMatch(OptionalLong::isEmpty)
        ? Optional.empty()
        : Optional.of(
            Sample.of(
                values.stream()
                    .mapToDouble(nanos -> SimulateJson.dollars(nanos.getAsLong()))
                    .toArray()));
  }

  private Optional<Sample> costs() {
    return sample(run -> SimulateJson.dollars(run.costNanos()));
  }

  private Optional<Sample> bounds() {
    return reference(references -> references.bound().nanos());
  }

  private long deadlineMillis() {
    return scenario.deadline().atMillis(0);
  }

  String json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("scenario", scenario.name());
    json.put("policy", policy.name());
    json.put("settings", policy.settings());
    json.put("firstSeed", runs.get(0).seed());
    json.put("seeds", runs.size());
    json.put(
        "deadlineSeconds",
        deadlineMillis() == Deadline.NEVER_MILLIS ? null : Json.seconds(deadlineMillis()));
    json.put("late", late());
    json.put("undone", undone().size());
    json.put("cost", costs().map(ManySeeds::json).orElse(null));
    json.put(
        "makespanSeconds",
        sample(run -> Json.seconds(run.makespanMillis())).map(ManySeeds::json).orElse(null));
    Map<String, @Nullable Object> onDemand = new LinkedHashMap<>();
    onDemand.put("cycle", reference(References::onDemandCycleNanos).map(Sample::mean).orElse(null));
    onDemand.put(
        "release", reference(References::onDemandReleaseNanos).map(Sample::mean).orElse(null));
    json.put("onDemandOnlyCost", onDemand);
    json.put("lowerBound", bounds().map(Sample::mean).orElse(null));
    json.put("runs", runs.stream().map(ManySeeds::json).toList());
    return Json.line(json);
  }

  private static Map<String, Double> json(Sample sample) {
    Map<String, Double> json = new LinkedHashMap<>();
    json.put("mean", sample.mean());
    json.put("p10", sample.spread().p10());
    json.put("p90", sample.spread().p90());
    json.put("least", sample.percentile(0));
    json.put("largest", sample.percentile(100));
    return json;
  }

  private static Map<String, @Nullable Object> json(SeedRun run) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("seed", run.seed());
    run.undone().ifPresent(why -> json.put("undone", why));
    run.record()
        .ifPresent(
            record -> {
              json.put("makespanSeconds", Json.seconds(record.makespanMillis()));
              json.put("deadlineMet", record.deadlineMet());
              json.put("cost", SimulateJson.dollars(record.costNanos()));
              json.put("hibernations", record.hibernations());
              json.put("terminations", record.terminations());
              json.put("notices", record.notices());
              json.put("storageCost", SimulateJson.dollars(record.storageNanos()));
              json.put("onDemandVms", record.onDemandVms());
            });
    return json;
  }

  void print(PrintWriter out) {
    long first = runs.get(0).seed();
    boolean due = deadlineMillis() != Deadline.NEVER_MILLIS;
    out.printf(
        "%s: %s%s, policy %s, seeds %d to %d%n",
        scenario.name(),
        Words.tasks(scenario.job(first).taskCount()),
        due ? " within " + Durations.format(deadlineMillis()) : "",
        policy.name(),
        first,
        first + runs.size() - 1);
    if (due) {
      out.printf("late: %s%n", late() == 0 ? "none" : late() + ", " + seeds(SeedRun::isLate));
    }
    List<SeedRun> undone = undone();
    if (!undone.isEmpty()) {
      out.printf(
          "not done: %d, %s: %s%n",
          undone.size(),
          seeds(run -> run.undone().isPresent()),
          undone.get(0).undone().orElseThrow());
    }
    out.println();
    table(out);
  }

  private String seeds(Predicate<SeedRun> which) {
    return "first with seed "
        + runs.stream().filter(which).mapToLong(SeedRun::seed).min().orElseThrow();
  }

  private void table(PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "mean", "p10", "p90", ""));
    DoubleFunction<String> dollars = d -> String.format(Locale.ROOT, "$%.4f", d);
    DoubleFunction<String> spans = millis -> Durations.format(Math.round(millis / 1000) * 1000);
    DoubleFunction<String> counts = n -> String.format(Locale.ROOT, "%.1f", n);
    add(rows, "cost", costs(), dollars);
    if (sample(RunRecord::storageNanos).filter(sample -> sample.mean() > 0).isPresent()) {
      add(
          rows,
          "  of it storage of frozen VMs",
          sample(run -> SimulateJson.dollars(run.storageNanos())),
          dollars);
    }
    add(rows, "makespan", sample(RunRecord::makespanMillis), spans);
    event(rows, MarketEvents.HIBERNATIONS, sample(RunRecord::hibernations), counts);
    event(rows, MarketEvents.TERMINATIONS, sample(RunRecord::terminations), counts);
    event(rows, MarketEvents.NOTICES, sample(RunRecord::notices), counts);
    add(rows, "on-demand VMs", sample(RunRecord::onDemandVms), counts);
    compare(
        rows,
        "on-demand only, paid by the cycle",
        reference(References::onDemandCycleNanos),
        "saved");
    compare(
        rows,
        "on-demand only, released at once",
        reference(References::onDemandReleaseNanos),
        "saved");
    compare(rows, "no schedule in time costs less than", bounds(), "");
    if (runs.stream().allMatch(run -> run.references().bound().noneInTime())) {
      rows.add(List.of("no schedule is in time", "", "", "", ""));
    }
    Table.print(rows, out);
  }

  private void event(
      List<List<String>> rows,
      MarketEvents event,
      Optional<Sample> of,
      DoubleFunction<String> text) {
    if (event.told(scenario, of.map(Sample::mean).orElse(0.0))) {
      add(rows, event.word() + (event == MarketEvents.NOTICES ? "" : " of VMs"), of, text);
    }
  }

  private static void add(
      List<List<String>> rows, String name, Optional<Sample> of, DoubleFunction<String> text) {
    of.ifPresent(
        sample ->
            rows.add(
                List.of(
                    name,
                    text.apply(sample.mean()),
                    text.apply(sample.spread().p10()),
                    text.apply(sample.spread().p90()),
                    "")));
  }

  private void compare(List<List<String>> rows, String name, Optional<Sample> of, String less) {
    if (of.isEmpty() || costs().isEmpty()) {
      return;
    }
    double share = 100 * costs().get().mean() / of.get().mean() - 100;
    String word = Dollars.roundsToNothing(of.get().mean()) ? "" : share > 0 ? "above" : less;
    rows.add(
        List.of(
            name,
            String.format(Locale.ROOT, "$%.4f", of.get().mean()),
            "",
            "",
            word.isEmpty() ? "" : String.format(Locale.ROOT, "%.1f %% %s", Math.abs(share), word)));
  }
}
