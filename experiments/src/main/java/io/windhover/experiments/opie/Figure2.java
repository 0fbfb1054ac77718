package io.windhover.experiments.opie;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.placement.Schedulers;
import java.util.ArrayList;
import java.util.List;

/** Figure 2: what a scheduling call takes, at the paper's size and beyond. */
final class Figure2 {
  private static final String FIGURE = "figure2";

  private final Findings findings;
  private final List<Timing> timings = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();

  Figure2(Findings findings) {
    this.findings = findings;
  }

  static void section(Findings findings, double budgetSeconds) {
    findings.section(
        FIGURE,
        "time per scheduling call",
        "%d requests of medium size; mean, and standard deviation over the requests; p10 to p90"
                .formatted(Contender.REQUESTS)
            + " likewise. A request's time is its median over rounds, in which the schedulers take"
            + " turns on one thread with nothing beside them.",
        "Every request meets the same state a minute after the one before; %s s for each size,"
                .formatted(budgetSeconds)
            + " ranking and search, a third of it warm-up that is not counted.",
        "The paper shows a picture without numbers, of a service with database and message queue;"
            + " only the relations can be compared, and they are checks, on each request's least"
            + " over the rounds: whatever else runs on the machine only adds.",
        "The paper measured its plain scheduler on the empty cluster only; on the saturated one it"
            + " refuses after filtering, which takes less. timesPlain compares such medians with"
            + " the plain scheduler on the empty cluster, at equal size, ranking and search; 1.5 is"
            + " the limit for the full scan with free-RAM and free-vCPU ranks.");
  }

  void add(int hosts, Race race) {
    sizes.add(hosts);
    timings.addAll(race.timings());
    String situation = situation(hosts);
    for (Timing timing : race.timings()) {
      findings.row(
          row(situation, timing.scheduler(), "time per request", timing.perRequest())
              .with("cluster", timing.scenario().cluster())
              .with("request", timing.scenario().request())
              .with("rank", timing.ranks())
              .with("search", timing.search())
              .with("deviation", timing.perRequest().deviation())
              .with("median", timing.perRequest().median())
              .with("p99", timing.every().percentile(99))
              .with("timesPlain", timing.least().median() / plain(timing).median()));
    }
    findings.row(row(situation, "one-pass", "time to end and start instances", race.updates()));
    for (Race.Judged judged : race.judged()) {
      findings.row(
          Row.of(
                  FIGURE,
                  situation,
                  "one-pass",
                  "hosts judged one by one per request",
                  judged.hosts(),
                  "hosts")
              .with("cluster", "saturated")
              .with("request", "normal")
              .with("rank", judged.ranks().label())
              .with("search", judged.search()));
    }
  }

  /** The plain scheduler where it succeeds, at equal size, ranking and search. */
  private Sample plain(Timing timing) {
    return timings.stream()
        .filter(one -> one.hosts() == timing.hosts() && one.scheduler().equals("plain"))
        .filter(one -> one.scenario() == Scenario.EMPTY_NORMAL)
        .filter(one -> one.ranks().equals(timing.ranks()))
        .filter(one -> one.search().equals(timing.search()))
        .findFirst()
        .orElseThrow()
        .least();
  }

  private static Row row(String situation, String policy, String metric, Sample micros) {
    return Row.of(FIGURE, situation, policy, metric, micros, "us");
  }

  private static String situation(int hosts) {
    return "%d hosts".formatted(hosts);
  }

  void finish() {
    new SpeedChecks(timings).checks().forEach(findings::check);
    findings.chart(atThePapersSize());
    findings.chart(growth());
  }

  private Chart atThePapersSize() {
    List<Scenario> shown =
        List.of(Scenario.EMPTY_NORMAL, Scenario.EMPTY_PREEMPTIBLE, Scenario.SATURATED_NORMAL);
    List<Series> series = new ArrayList<>();
    for (String scheduler : List.of("plain", "one-pass", "retry")) {
      List<Value> values =
          shown.stream()
              .map(scenario -> find(sizes.get(0), scenario, scheduler, Ranks.SPREAD, "scan"))
              .map(Timing::perRequest)
              .map(Figure2::bar)
              .toList();
      series.add(new Series(scheduler, values));
    }
    return new Chart(
        FIGURE,
        FIGURE,
        "Time per request, %d hosts, full scan (mean and deviation)".formatted(sizes.get(0)),
        "microseconds",
        "cluster, request",
        Kind.BARS,
        false,
        shown.stream().map(one -> one.cluster() + ", " + one.request()).toList(),
        series);
  }

  private static Value bar(Sample sample) {
    return new Value(
        sample.mean(),
        Math.max(0, sample.mean() - sample.deviation()),
        sample.mean() + sample.deviation());
  }

  private Chart growth() {
    List<Series> series = new ArrayList<>();
    for (String search : List.of("scan", "index")) {
      for (String scheduler : Schedulers.NAMES) {
        List<Value> values = new ArrayList<>();
        for (int hosts : sizes) {
          Timing timing = find(hosts, Scenario.SATURATED_NORMAL, scheduler, Ranks.CHEAPEST, search);
          values.add(Value.of(timing.perRequest().mean()));
        }
        series.add(new Series(scheduler + ", " + search, values));
      }
    }
    return new Chart(
        "figure2-growth",
        FIGURE,
        "Normal requests, saturated cluster, cheapest victims, by number of hosts",
        "microseconds",
        "hosts",
        Kind.LINES,
        true,
        sizes.stream().map("%,d"::formatted).toList(),
        series);
  }

  private Timing find(int hosts, Scenario scenario, String name, Ranks ranks, String search) {
    return timings.stream()
        .filter(timing -> timing.hosts() == hosts)
        .filter(timing -> timing.is(scenario, name, ranks, search))
        .findFirst()
        .orElseThrow();
  }
}
