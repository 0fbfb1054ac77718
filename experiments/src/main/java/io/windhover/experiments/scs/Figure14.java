package io.windhover.experiments.scs;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;

/** Figure 14: how long one control loop takes, by the number of live jobs. */
final class Figure14 {
  private static final String FIGURE = "figure14";
  private static final List<Integer> SIZES = List.of(10, 100, 1_000, 10_000, 100_000);
  private static final List<Integer> SIZES_QUICK = List.of(10, 100);
  private static final int LOOPS = 9;
  private static final int LOOPS_ANEW = 3;
  private static final double LIMIT_MILLIS = 1_000;

  private final Findings findings;
  private final Scope scope;
  private final LongSupplier nanoClock;

  /** By policy and what was timed, a sample of milliseconds for each size. */
  private final Map<String, List<Sample>> curves = new LinkedHashMap<>();

  Figure14(Findings findings, Scope scope, LongSupplier nanoClock) {
    this.findings = findings;
    this.scope = scope;
    this.nanoClock = nanoClock;
  }

  private List<String> policies() {
    return scope.quick() ? List.of(Policies.SCS) : List.of(Policies.SCS, Policies.WORKFLOW);
  }

  private List<Integer> sizes() {
    return scope.quick() ? SIZES_QUICK : SIZES;
  }

  int steps() {
    return policies().size();
  }

  void run(Steps steps) {
    findings.section(
        FIGURE,
        "time of one control loop, by live jobs",
        "%d classes of hybrid jobs, %d types, all jobs submitted at once; on one thread with"
                .formatted(ControlLoop.CLASSES, ControlLoop.TYPES)
            + " nothing beside it. The paper shows a curve without numbers, on a desktop of its"
            + " day: low, and linear in the number of jobs.",
        "next loop: a minute later, with one more job. everything anew: without the memory of"
            + " earlier loops, so that every job and machine is looked at and every class planned"
            + " again, as after a restart. The median of several, with 10th and 90th percentile.");
    for (String policy : policies()) {
      steps.next("figure 14, " + policy);
      sizes().forEach(jobs -> time(policy, jobs));
    }
    findings.chart(chart());
    if (!scope.quick()) {
      policies().forEach(this::check);
    }
  }

  private void time(String policy, int jobs) {
    var loop = new ControlLoop(Policies.make(policy), jobs, nanoClock);
    double[] anew = new double[LOOPS_ANEW];
    for (int i = 0; i < anew.length; i++) {
      anew[i] = loop.everythingAnewMillis();
    }
    double[] next = new double[LOOPS];
    for (int i = 0; i < next.length; i++) {
      next[i] = loop.nextMinuteMillis();
    }
    row(policy, jobs, "next loop", Sample.of(next));
    row(policy, jobs, "everything anew", Sample.of(anew));
  }

  private void row(String policy, int jobs, String metric, Sample millis) {
    curves.computeIfAbsent(policy + ", " + metric, name -> new ArrayList<>()).add(millis);
    String situation = String.format(Locale.ROOT, "%,d jobs", jobs);
    findings.row(
        Row.of(FIGURE, situation, policy, metric, millis.median(), "ms").with(millis.spread()));
  }

  private Chart chart() {
    List<Series> series = new ArrayList<>();
    curves.forEach(
        (name, samples) ->
            series.add(
                new Series(name, samples.stream().map(one -> Value.of(one.median())).toList())));
    return new Chart(
        FIGURE,
        FIGURE,
        "Time of one control loop, by live jobs (median; both axes logarithmic)",
        "milliseconds",
        "live jobs",
        Kind.LINES,
        true,
        sizes().stream().map(jobs -> String.format(Locale.ROOT, "%,d", jobs)).toList(),
        series);
  }

  private void check(String policy) {
    List<Sample> loops = curves.getOrDefault(policy + ", next loop", List.of());
    double millis = loops.get(loops.size() - 1).median();
    boolean ok = millis < LIMIT_MILLIS;
    findings.check(
        "one loop of %s over 100,000 live jobs takes less than a second".formatted(policy),
        ok,
        ok
            ? "median of %d loops".formatted(LOOPS)
            : String.format(Locale.ROOT, "%.0f ms, median of %d loops", millis, LOOPS));
  }
}
