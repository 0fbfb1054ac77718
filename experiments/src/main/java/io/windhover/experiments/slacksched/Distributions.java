package io.windhover.experiments.slacksched;

import io.windhover.core.harvest.HarvestTrace;
import io.windhover.core.harvest.HarvestTrace.Hvm;
import io.windhover.core.harvest.HarvestTrace.Step;
import io.windhover.core.model.TaskId;
import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.paper.Steps;
import io.windhover.workload.generate.HarvestWork;
import io.windhover.workload.generate.TaskDurations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Figures 3, 4, 7 and 13: one machine over days, task durations, and times between changes. */
final class Distributions {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;
  private static final long WINDOW = 6 * HOUR;
  private static final String PROVIDER = "provider";

  private final Findings findings;
  private final Scope scope;

  Distributions(Findings findings, Scope scope) {
    this.findings = findings;
    this.scope = scope;
  }

  int steps() {
    return 1;
  }

  /**
   * Shows what can be seen of them.
   *
   * @param trace of C2, over the days that are shown
   */
  void run(HarvestTrace trace, Steps steps) {
    steps.next("Figures 3, 4, 7 and 13: distributions");
    oneMachine(trace);
    durations();
    stationary(trace);
    stabilityNeeded(intervals(trace, 0, trace.endMillis()));
  }

  /** The machine whose windows of six hours differ most, over the days of the trace. */
  private void oneMachine(HarvestTrace trace) {
    findings.section(
        "figure3",
        "one machine over time (C2)",
        "The machine whose windows of six hours differ most in changes. Published: steady for about"
            + " four days with over 40 cores, restless at the end.");
    int windows = (int) (trace.endMillis() / WINDOW);
    Hvm chosen = trace.hvms().get(0);
    for (Hvm hvm : trace.hvms()) {
      if (restlessness(hvm, windows) > restlessness(chosen, windows)) {
        chosen = hvm;
      }
    }
    int[] changes = changes(chosen, windows);
    List<Value> cores = new ArrayList<>();
    List<Value> counts = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (int window = 0; window < windows; window++) {
      long from = window * WINDOW;
      cores.add(Value.of(chosen.coreMillis(from, from + WINDOW) / (double) WINDOW));
      counts.add(Value.of(changes[window]));
      groups.add(String.format(Locale.ROOT, "%.2f d", from / (double) DAY));
    }
    long still = Arrays.stream(changes).filter(count -> count == 0).count();
    int most = Arrays.stream(changes).max().orElse(0);
    findings.row(row("figure3", "C2", "windows without a change", 100.0 * still / windows, "%"));
    findings.row(row("figure3", "C2", "changes in the most restless window", most, ""));
    findings.chart(
        new Chart(
            "figure3",
            "figure3",
            "One machine of C2 in windows of 6 hours",
            "cores, changes",
            "time since the beginning",
            Kind.STEPS,
            false,
            groups,
            List.of(new Series("mean cores", cores), new Series("changes", counts))));
  }

  private static double restlessness(Hvm hvm, int windows) {
    int[] changes = changes(hvm, windows);
    return Sample.of(Arrays.stream(changes).asDoubleStream().toArray()).deviation();
  }

  private static int[] changes(Hvm hvm, int windows) {
    int[] changes = new int[windows];
    for (Step step : hvm.steps().subList(1, Math.max(1, hvm.steps().size()))) {
      changes[(int) Math.min(windows - 1L, step.atMillis() / WINDOW)]++;
    }
    return changes;
  }

  private static Row row(String figure, String situation, String metric, double ours, String unit) {
    return Row.of(figure, situation, PROVIDER, metric, ours, unit);
  }

  private void durations() {
    findings.section(
        "figure4",
        "task durations",
        "Published: medians of tens of minutes, tails of over 75 minutes.");
    Map<String, TaskDurations> shapes = new TreeMap<>();
    shapes.put("genomics (bounded Pareto)", TaskDurations.GENOMICS);
    shapes.put("seismic A (uniform)", TaskDurations.SEISMIC_A);
    shapes.put("seismic B (Gaussian)", TaskDurations.SEISMIC_B);
    List<Series> series = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (int percent = 10; percent <= 100; percent += 10) {
      groups.add(percent + " %");
    }
    shapes.forEach(
        (name, shape) -> {
          Sample minutes = minutes(shape);
          findings.row(
              row("figure4", name, "median", minutes.median(), "min")
                  .with(Published.range(10, 60)));
          findings.row(row("figure4", name, "p99", minutes.percentile(99), "min"));
          findings.row(
              row("figure4", name, "longest", minutes.percentile(100), "min")
                  .with(Published.range(75, 120)));
          List<Value> values = new ArrayList<>();
          for (int percent = 10; percent <= 100; percent += 10) {
            values.add(Value.of(minutes.percentile(percent)));
          }
          series.add(new Series(name, values));
        });
    findings.chart(
        new Chart(
            "figure4",
            "figure4",
            "Task durations that so many tasks do not exceed",
            "minutes",
            "share of the tasks",
            Kind.LINES,
            false,
            groups,
            series));
  }

  private static Sample minutes(TaskDurations shape) {
    HarvestWork work = HarvestWork.STANDARD.with(shape);
    HarvestWork.Drawn drawn = work.draw(1, 1000);
    List<Double> minutes = new ArrayList<>();
    for (int job = 1; job <= drawn.submissions().size(); job++) {
      int tasks = drawn.submissions().get(job - 1).spec().taskCount();
      for (int task = 0; task < tasks; task++) {
        minutes.add(drawn.trueMillis(new TaskId(job, task)) / (double) MINUTE);
      }
    }
    return Sample.of(minutes);
  }

  private void stationary(HarvestTrace trace) {
    findings.section(
        "figure7",
        "times between changes, day by day (C2)",
        "Published: the distribution varies only slightly. Farthest: the largest distance between"
            + " the shares of a day and those of all days.");
    double[] all = intervals(trace, 0, trace.endMillis());
    for (int day = 0; day < scope.days(); day++) {
      double[] its = intervals(trace, day * DAY, (day + 1) * DAY);
      String name = "day " + (day + 1);
      findings.row(
          row("figure7", name, "changes within 10 minutes", 100 * share(its, 10 * MINUTE), "%"));
      findings.row(row("figure7", name, "changes within 1 hour", 100 * share(its, HOUR), "%"));
      findings.row(row("figure7", name, "farthest", 100 * farthest(its, all), "points"));
    }
  }

  /** Times between changes that ended between these moments, shortest first. */
  private static double[] intervals(HarvestTrace trace, long fromMillis, long toMillis) {
    List<Double> found = new ArrayList<>();
    for (Hvm hvm : trace.hvms()) {
      List<Step> steps = hvm.steps();
      for (int i = 2; i < steps.size(); i++) {
        long at = steps.get(i).atMillis();
        if (steps.get(i - 1).cores() > 0 && at > fromMillis && at <= toMillis) {
          found.add((double) (at - steps.get(i - 1).atMillis()));
        }
      }
    }
    return found.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  /** The share of the sorted values that are not above a bound. */
  private static double share(double[] sorted, double bound) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= bound) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return sorted.length == 0 ? 0 : (double) low / sorted.length;
  }

  private static double farthest(double[] some, double[] all) {
    double farthest = 0;
    for (double bound : all) {
      farthest = Math.max(farthest, Math.abs(share(some, bound) - share(all, bound)));
    }
    return farthest;
  }

  private void stabilityNeeded(double[] intervals) {
    findings.section(
        "figure13",
        "how long a machine must have been steady for a task to end without a change (C2)",
        "The shortest time since the last change after which no change comes during the task with"
            + " this confidence, over the task's duration. Published: 2.6 for 70 %.");
    for (int confidence : List.of(50, 70, 90)) {
      List<Double> ratios = new ArrayList<>();
      for (int minutes : List.of(5, 10, 20, 30, 45, 60, 75)) {
        double needed = needed(intervals, minutes * (double) MINUTE, confidence / 100.0);
        if (!Double.isNaN(needed)) {
          ratios.add(needed / (minutes * (double) MINUTE));
          findings.row(
              row("figure13", minutes + " min", "steady time needed", needed / MINUTE, "min")
                  .with("confidencePercent", confidence));
        }
      }
      if (!ratios.isEmpty()) {
        findings.row(
            Row.of(
                    "figure13",
                    "5 to 75 min",
                    PROVIDER,
                    "steady time over duration",
                    Sample.of(ratios),
                    "times")
                .with(confidence == 70 ? Published.value(2.6) : Published.NOTHING)
                .with("confidencePercent", confidence));
      }
    }
  }

  /** P(X > e + d) / P(X > e) must reach the confidence; NaN where no sample lasts that long. */
  private static double needed(double[] intervals, double taskMillis, double confidence) {
    for (double elapsed = 0; elapsed <= 10 * DAY; elapsed += MINUTE) {
      double beyond = 1 - share(intervals, elapsed);
      if (beyond * intervals.length < 20) {
        return Double.NaN;
      }
      if ((1 - share(intervals, elapsed + taskMillis)) / beyond >= confidence) {
        return elapsed;
      }
    }
    return Double.NaN;
  }
}
