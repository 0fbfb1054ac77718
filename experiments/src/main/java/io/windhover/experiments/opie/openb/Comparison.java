package io.windhover.experiments.opie.openb;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.placement.PlacementScheduler;
import io.windhover.placement.Schedulers;
import io.windhover.placement.Settings;
import io.windhover.placement.VictimCost;
import io.windhover.placement.VictimCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The arrivals on slices of the cluster under each policy: rows, checks and a picture. */
final class Comparison {
  private static final String FIGURE = "openb";

  /** Every 100th node, and every 160th for a heavier load. */
  private static final List<Integer> SLICES = List.of(100, 160);

  private record Policy(String name, String cost, PlacementScheduler scheduler, boolean mixed) {}

  private record Result(Policy policy, int slice, List<Replayed> runs) {
    Sample sample(ToDoubleFunction<Replayed> value) {
      return Sample.of(runs.stream().map(value::applyAsDouble).toList());
    }
  }

  private final Findings findings;
  private final OpenbTrace trace;
  private final int offsets;
  private final List<Result> results = new ArrayList<>();

  Comparison(Findings findings, OpenbTrace trace, int seeds) {
    this.findings = findings;
    this.trace = trace;
    this.offsets = Math.min(seeds, SLICES.get(0));
  }

  void run() {
    section();
    for (int slice : SLICES) {
      for (Policy policy : policies()) {
        List<Replayed> runs =
            IntStream.range(0, offsets)
                .parallel()
                .mapToObj(
                    offset ->
                        Replayed.of(
                            trace, trace.slice(slice, offset), policy.scheduler(), policy.mixed()))
                .toList();
        var result = new Result(policy, slice, runs);
        results.add(result);
        rows(result);
      }
    }
    checks();
    findings.chart(chart());
  }

  private static List<Policy> policies() {
    Settings settings = Settings.defaults();
    List<Policy> policies = new ArrayList<>();
    policies.add(new Policy("normal only", "", Schedulers.plain(settings), false));
    policies.add(new Policy("plain", "", Schedulers.plain(settings), true));
    for (VictimCost cost :
        List.of(VictimCosts.PERIOD, VictimCosts.COUNT, VictimCosts.REVENUE, VictimCosts.AGE)) {
      policies.add(
          new Policy("one-pass", cost.label(), Schedulers.onePass(settings.withCost(cost)), true));
    }
    return policies;
  }

  private void section() {
    findings.section(
        FIGURE,
        "a real cluster's mix, with and without preemptibles",
        "%d nodes and %d pods of Alibaba's cluster-trace-gpu-v2023 (%d pods that never ran left"
                .formatted(trace.nodes().size(), trace.pods().size(), trace.neverRan())
            + " out). LS and Guaranteed pods are normal, BE and Burstable preemptible; real"
            + " arrivals and run times; one-pass by cost function of the victims.",
        "The records load the whole cluster by 1%, so slices of every 100th and every 160th node"
            + " take all pods; the spread is over %d slices.".formatted(offsets),
        "The third dimension is thousandths of GPUs of a host, without regard to which GPU; pods"
            + " that are refused or ended do not come back.",
        "Assumed prices: USD %s per CPU, %s per GiB, %s per GPU and hour; preemptibles at %s of it;"
                .formatted(
                    Replayed.CPU_PRICE,
                    Replayed.GIB_PRICE,
                    Replayed.GPU_PRICE,
                    Replayed.PREEMPTIBLE_SHARE)
            + " a begun hour is paid unless the provider ends the instance.",
        "One pass may refuse a few normal requests more or less than where there are no"
            + " preemptibles: it chooses other hosts, so other gaps are left. Where every host was"
            + " full of normal instances, ending preemptibles would not have helped (checked).");
  }

  private void rows(Result result) {
    row(result, "GPU utilisation", "%", Replayed::gpuPercent);
    row(result, "CPU utilisation", "%", Replayed::cpuPercent);
    row(result, "revenue", "USD", run -> run.revenue);
    row(result, "normal refused", "%", r -> Replayed.percent(r.normalRefused, r.normal));
    if (!result.policy().mixed()) {
      return;
    }
    row(
        result,
        "preemptible refused",
        "%",
        run -> Replayed.percent(run.preemptibleRefused, run.preemptible));
    if (result.policy().cost().isEmpty()) {
      return;
    }
    row(result, "instances ended", "", run -> run.ended);
    row(result, "requests for which something ended", "", run -> run.endings);
    row(result, "age of those ended", "h", r -> r.endedRunHours / Math.max(1, r.ended));
    row(result, "unpaid time of those ended", "min", r -> r.unpaidMinutes / Math.max(1, r.ended));
  }

  private void row(Result result, String metric, String unit, ToDoubleFunction<Replayed> value) {
    Row row =
        Row.of(
                FIGURE,
                "every %dth node".formatted(result.slice()),
                result.policy().name(),
                metric,
                result.sample(value),
                unit)
            .with("load", result.slice() == SLICES.get(0) ? "light" : "heavy");
    findings.row(result.policy().cost().isEmpty() ? row : row.with("cost", result.policy().cost()));
  }

  private void checks() {
    int refused = 0;
    int wrong = 0;
    for (Result result : results) {
      if (result.policy().name().equals("one-pass")) {
        refused += result.runs().stream().mapToInt(run -> run.normalRefused).sum();
        wrong += result.runs().stream().mapToInt(run -> run.wronglyRefused).sum();
      }
    }
    findings.check(
        "real cluster: no request refused that ending preemptibles would serve",
        wrong == 0,
        "%d refusals of one-pass looked at, %d wrong".formatted(refused, wrong));
    int lower = 0;
    int compared = 0;
    for (int slice : SLICES) {
      double without = find("normal only", "", slice).sample(Replayed::gpuPercent).mean();
      for (Result result : results) {
        if (result.slice() == slice && result.policy().name().equals("one-pass")) {
          compared++;
          lower += result.sample(Replayed::gpuPercent).mean() > without ? 0 : 1;
        }
      }
    }
    findings.check(
        "real cluster: preemptibles raise utilisation",
        lower == 0,
        "%d cost functions and loads, %d not higher".formatted(compared, lower));
  }

  private Result find(String policy, String cost, int slice) {
    return results.stream()
        .filter(result -> result.slice() == slice)
        .filter(result -> result.policy().name().equals(policy))
        .filter(result -> result.policy().cost().equals(cost))
        .findFirst()
        .orElseThrow();
  }

  private Chart chart() {
    List<Series> series = new ArrayList<>();
    for (Policy policy : policies()) {
      List<Value> values = new ArrayList<>();
      for (int slice : SLICES) {
        Sample sample = find(policy.name(), policy.cost(), slice).sample(Replayed::gpuPercent);
        values.add(new Value(sample.mean(), sample.spread().p10(), sample.spread().p90()));
      }
      String name = policy.cost().isEmpty() ? policy.name() : policy.name() + ", " + policy.cost();
      series.add(new Series(name, values));
    }
    return new Chart(
        FIGURE,
        FIGURE,
        "GPU utilisation of slices of the real cluster",
        "%",
        "slice of the cluster",
        Chart.Kind.BARS,
        false,
        SLICES.stream().map("every %dth node"::formatted).toList(),
        series);
  }
}
