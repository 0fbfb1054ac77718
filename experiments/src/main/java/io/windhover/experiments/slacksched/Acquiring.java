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
import io.windhover.simulator.harvest.ClusterSpec;
import io.windhover.simulator.harvest.HarvestCluster;
import io.windhover.workload.generate.HarvestWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures 16 and 32, the acquirer's period, and Figure 24: trading machines for steadier ones. */
final class Acquiring {
  private static final String FIGURE = "figure16";
  private static final String PERIODS = "epochs";
  private static final String TRUTH = "figure24";
  private static final double HALF = 50;

  /** Who schedules, and whether machines are traded. */
  private record Scheme(String policy, boolean trades, Published published) {
    String text() {
      return policy + (trades ? "+acquirer" : "");
    }
  }

  private static final List<Scheme> SCHEMES =
      List.of(
          new Scheme(Policies.CAPACITY, false, Published.NOTHING),
          new Scheme(Policies.CAPACITY, true, Published.range(8, 23)),
          new Scheme(Policies.SLACK, false, Published.range(16, 24)),
          new Scheme(Policies.SLACK, true, Published.range(27, 32)),
          new Scheme(Policies.HARVEST, false, Published.NOTHING),
          new Scheme(Policies.HARVEST, true, Published.NOTHING));

  private final Findings findings;
  private final Scope scope;
  private final RentedRuns runs;

  Acquiring(Findings findings, Scope scope, RentedRuns runs) {
    this.findings = findings;
    this.scope = scope;
    this.runs = runs;
  }

  int steps() {
    return scope.allocations().size() + 2;
  }

  private Rented base(ClusterSpec cluster, Allocation allocation, KillOrder order) {
    HarvestWork work = HarvestWork.STANDARD.withJobs(scope.rentedJobs(), 20, 40);
    return new Rented(
        Policies.CAPACITY,
        order,
        cluster,
        allocation,
        Rented.Kind.HARVEST,
        false,
        false,
        Rented.EPOCH_MINUTES,
        work);
  }

  void run(Steps steps) {
    findings.section(
        FIGURE,
        "the scheduler, the acquirer and both (C2, three ways to place harvest machines)",
        "64 machines are kept, rented when the first job comes; %d jobs; the load of 0.7 is of what"
                .formatted(scope.rentedJobs())
            + " 64 machines of that allocation have. Relative to capacity without trading. Buffer"
            + " servers, 5 % of all, are closed to balancing.");
    for (Allocation allocation : scope.allocations()) {
      steps.next("Figure 16: " + allocation.text());
      for (KillOrder order : Scope.KILL_ORDERS) {
        schemes(base(HarvestCluster.C2.spec(), allocation, order));
      }
    }
    steps.next("the acquirer's period");
    periods();
    steps.next("Figure 24: known servers");
    truth();
  }

  private void schemes(Rented base) {
    List<Rented> cases = SCHEMES.stream().map(one -> base.by(one.policy(), one.trades())).toList();
    runs.run(cases, scope.rentedSeeds());
    Runs capacity = runs.measured(base);
    for (Scheme scheme : SCHEMES) {
      Rented one = base.by(scheme.policy(), scheme.trades());
      Runs its = runs.measured(one);
      String name = scheme.text();
      if (!one.equals(base)) {
        findings.row(
            row(FIGURE, one, name, "mean reduction", its.meanReduction(capacity), "%")
                .with(scheme.published()));
      }
      findings.row(
          row(FIGURE, one, name, "mean completion time", its.sample(Runs::meanMinutes), "min"));
      findings.row(
          row(FIGURE, one, name, "p90 completion time", its.sample(Runs::tailMinutes), "min"));
      findings.row(row(FIGURE, one, name, "work wasted", its.sample(Measured::wastePercent), "%"));
    }
  }

  private static Row row(
      String figure, Rented one, String policy, String metric, Sample sample, String unit) {
    return Row.of(figure, one.cluster().name(), policy, metric, sample, unit)
        .with("killOrder", one.killOrder().text())
        .with("allocation", one.allocation().text());
  }

  private void periods() {
    findings.section(
        PERIODS,
        "the acquirer's period",
        "Published: half an hour to two hours do alike. Relative to capacity without trading.");
    for (KillOrder order : Scope.KILL_ORDERS) {
      Rented base = base(HarvestCluster.C2.spec(), Allocation.RANDOM, order);
      List<Rented> cases = new ArrayList<>(List.of(base));
      for (int minutes : scope.epochMinutes()) {
        cases.add(base.by(Policies.SLACK, true).every(minutes));
      }
      runs.run(cases, scope.rentedSeeds());
      for (Rented one : cases.subList(1, cases.size())) {
        Sample reduction = runs.measured(one).meanReduction(runs.measured(base));
        findings.row(
            row(PERIODS, one, "slack+acquirer", "mean reduction", reduction, "%")
                .with("epochMinutes", one.epochMinutes()));
      }
    }
  }

  private void truth() {
    findings.section(
        TRUTH,
        "half of the servers are calm: which of them are kept",
        "Machines on calm servers, hour by hour, with and without trading. Published: with it most"
            + " machines end on calm servers.");
    Rented without = base(ClusterSpec.GROUND_TRUTH, Allocation.RANDOM, KillOrder.NEWEST);
    Rented with = without.by(Policies.CAPACITY, true);
    runs.run(List.of(without, with), scope.rentedSeeds());
    List<Series> series = new ArrayList<>();
    for (Rented one : List.of(without, with)) {
      List<Double> shares = calmShares(one);
      String name = one.trades() ? "capacity+acquirer" : "capacity";
      String calm = "machines on calm servers";
      findings.row(calmRow(one, name, calm + " at first", shares.get(0)));
      findings.row(calmRow(one, name, calm + " at last", shares.get(shares.size() - 1)));
      series.add(new Series(name, shares.stream().map(Value::of).toList()));
    }
    converges(calmShares(without), calmShares(with));
    int both = series.stream().mapToInt(one -> one.values().size()).min().orElse(0);
    List<String> groups = new ArrayList<>();
    for (int hour = 0; hour < both; hour++) {
      groups.add(hour + " h");
    }
    findings.chart(
        new Chart(
            TRUTH,
            TRUTH,
            "Machines on calm servers",
            "percent",
            "time since the beginning",
            Kind.LINES,
            false,
            groups,
            series.stream().map(one -> cut(one, both)).toList()));
  }

  /** As in Figure 24: more than at first, more than without trading, and most of all. */
  private void converges(List<Double> without, List<Double> with) {
    double first = with.get(0);
    double last = with.get(with.size() - 1);
    double untraded = without.get(without.size() - 1);
    findings.check(
        "acquirer converges to machines on calm servers where half of the servers are calm",
        last > first && last > untraded && last > HALF,
        String.format(
            Locale.ROOT,
            "%.0f %% at first, %.0f %% after %d hours; without trading %.0f %%",
            first,
            last,
            with.size(),
            untraded));
  }

  private static Series cut(Series series, int count) {
    return new Series(series.name(), series.values().subList(0, count));
  }

  private static Row calmRow(Rented one, String policy, String metric, double percent) {
    return Row.of(TRUTH, one.cluster().name(), policy, metric, percent, "%")
        .with("killOrder", one.killOrder().text());
  }

  /** Over all seeds, for the hours that all have; the first hour is before machines are up. */
  private List<Double> calmShares(Rented one) {
    List<Watch> watches = runs.watches(one);
    int hours = watches.stream().mapToInt(watch -> watch.hours().size()).min().orElse(0);
    List<Double> shares = new ArrayList<>();
    for (int hour = 1; hour < hours; hour++) {
      double calm = 0;
      double machines = 0;
      for (Watch watch : watches) {
        calm += watch.hours().get(hour).calm();
        machines += watch.hours().get(hour).machines();
      }
      shares.add(machines == 0 ? 0 : 100 * calm / machines);
    }
    return shares.isEmpty() ? List.of(0.0) : shares;
  }
}
