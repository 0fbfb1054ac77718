package io.windhover.experiments.slacksched;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import io.windhover.simulator.KillOrder;
import io.windhover.simulator.harvest.Allocation;
import io.windhover.simulator.harvest.HarvestCluster;
import io.windhover.workload.generate.HarvestWork;
import java.util.ArrayList;
import java.util.List;

/** Figures 17 and 18: harvest, spot and regular machines under a load that changes fourfold. */
final class Costs {
  private static final String COST = "figure17";
  private static final String TIMES = "figure18";

  /** At four times the base rate the load is that of the standard setting. */
  private static final double BASE_LOAD = 0.7 / 4;

  private record Scheme(
      String name, Rented.Kind kind, String policy, boolean trades, Published below) {}

  private static final Published NONE = Published.NOTHING;
  private static final Scheme SPOT =
      new Scheme("spot", Rented.Kind.SPOT, Policies.CAPACITY, false, NONE);
  private static final Scheme REGULAR =
      new Scheme("regular", Rented.Kind.REGULAR, Policies.CAPACITY, false, NONE);

  private static final List<Scheme> SCHEMES =
      List.of(
          SPOT,
          REGULAR,
          new Scheme("hvm", Rented.Kind.HARVEST, Policies.CAPACITY, false, Published.value(20)),
          new Scheme("hvm+slack", Rented.Kind.HARVEST, Policies.SLACK, true, Published.value(33)),
          new Scheme("hvm+harvest", Rented.Kind.HARVEST, Policies.HARVEST, true, NONE));

  private final Findings findings;
  private final Scope scope;
  private final RentedRuns runs;

  Costs(Findings findings, Scope scope, RentedRuns runs) {
    this.findings = findings;
    this.scope = scope;
    this.runs = runs;
  }

  int steps() {
    return 1;
  }

  private Rented of(Scheme scheme, KillOrder order) {
    HarvestWork work =
        HarvestWork.STANDARD
            .withJobs(scope.rentedJobs(), 20, 40)
            .withLoad(BASE_LOAD)
            .withRateFactors(1.0, 4.0);
    return new Rented(
        scheme.policy(),
        order,
        HarvestCluster.C2.spec(),
        Allocation.RANDOM,
        scheme.kind(),
        scheme.trades(),
        true,
        Rented.EPOCH_MINUTES,
        work);
  }

  void run(Steps steps) {
    steps.next("Figures 17 and 18: cost and completion time by kind of machine");
    findings.section(
        COST,
        "what it costs on harvest, spot and regular machines",
        "Arrivals change between once and four times the base rate every 6 hours; the number of"
            + " machines follows, between 60 and 80 % of cores in use. Published: 518 dollars on"
            + " harvest machines, 444 with SlackSched, 40 % below spot and 75 % below regular."
            + " Dollars depend on the amount of work, which is not published; shares can be"
            + " compared. Without trading, too, those that changed last go first.");
    findings.section(
        TIMES,
        "completion times relative to spot machines",
        "Published: 20 % lower on harvest machines, 33 % with SlackSched.");
    for (KillOrder order : Scope.KILL_ORDERS) {
      runs.run(SCHEMES.stream().map(scheme -> of(scheme, order)).toList(), scope.rentedSeeds());
      SCHEMES.forEach(scheme -> rows(scheme, order));
      findings.chart(chart(order));
    }
  }

  private void rows(Scheme scheme, KillOrder order) {
    Runs its = runs.measured(of(scheme, order));
    Runs spot = runs.measured(of(SPOT, order));
    Runs regular = runs.measured(of(REGULAR, order));
    boolean plain = scheme.name().equals("hvm");
    findings.row(
        row(COST, scheme, order, "cost", its.sample(Measured::dollars), "USD")
            .with(dollars(scheme)));
    if (scheme.kind() == Rented.Kind.HARVEST) {
      findings.row(
          row(COST, scheme, order, "cost below spot", its.reduction(spot, Measured::dollars), "%")
              .with(plain ? Published.value(40) : NONE));
      findings.row(
          row(
                  COST,
                  scheme,
                  order,
                  "cost below regular",
                  its.reduction(regular, Measured::dollars),
                  "%")
              .with(plain ? Published.value(75) : NONE));
    }
    if (scheme.kind() != Rented.Kind.SPOT) {
      findings.row(
          row(TIMES, scheme, order, "mean reduction against spot", its.meanReduction(spot), "%")
              .with(scheme.below()));
    }
    findings.row(
        row(TIMES, scheme, order, "mean completion time", its.sample(Runs::meanMinutes), "min"));
    findings.row(
        row(TIMES, scheme, order, "p90 completion time", its.sample(Runs::tailMinutes), "min"));
    findings.row(row(TIMES, scheme, order, "work wasted", its.sample(Measured::wastePercent), "%"));
  }

  private static Published dollars(Scheme scheme) {
    return switch (scheme.name()) {
      case "hvm" -> Published.value(518);
      case "hvm+slack" -> Published.value(444);
      default -> NONE;
    };
  }

  private static Row row(
      String figure, Scheme scheme, KillOrder order, String metric, Sample sample, String unit) {
    return Row.of(figure, "C2", scheme.name(), metric, sample, unit)
        .with("killOrder", order.text());
  }

  /** Dollars an hour, of the first seed. */
  private Chart chart(KillOrder order) {
    int hours =
        SCHEMES.stream()
            .mapToInt(scheme -> runs.watches(of(scheme, order)).get(0).hours().size())
            .min()
            .orElse(0);
    List<String> groups = new ArrayList<>();
    for (int hour = 0; hour < hours; hour++) {
      groups.add(hour + " h");
    }
    List<Series> series = new ArrayList<>();
    for (Scheme scheme : SCHEMES) {
      List<Value> values = new ArrayList<>();
      for (Watch.Hour hour : runs.watches(of(scheme, order)).get(0).hours().subList(0, hours)) {
        values.add(Value.of(hour.dollarsPerHour()));
      }
      series.add(new Series(scheme.name(), values));
    }
    return new Chart(
        COST + "-" + order.text(),
        COST,
        "Cost of the machines over time, %s first".formatted(order.text()),
        "dollars an hour",
        "time since the beginning",
        Kind.STEPS,
        false,
        groups,
        series);
  }
}
