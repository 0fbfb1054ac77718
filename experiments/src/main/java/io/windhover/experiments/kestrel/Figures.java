package io.windhover.experiments.kestrel;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Figures 10 to 12: workers, tasks and events over the month. */
final class Figures {
  static final String WORKERS = "figure10";
  static final String TASKS = "figure11";
  static final String EVENTS = "figure12";

  private static final List<Phase> HALVES = List.of(Phase.FIRST, Phase.TUNED);
  private static final long STEP_MILLIS = 3 * Month.HOUR;

  private final Findings findings;
  private final List<Measured> months;

  Figures(Findings findings, List<Measured> months) {
    this.findings = findings;
    this.months = months;
  }

  void run() {
    workers();
    tasks();
    events();
  }

  private void workers() {
    findings.section(
        WORKERS,
        "online, available and busy workers according to the manager",
        "The paper prints a curve and no numbers: marginal successes at first, an immediate"
            + " increase with the tuning, 1,000 workers never sustained, a second surge a week"
            + " later. Ours are in the picture and its CSV; rows are means over a phase;"
            + " after tuning: until nothing waits any more.",
        "A worker is online from its Join until its connection closes or it has been silent for"
            + " twenty minutes, so VMs that ended without a word count a while longer.");
    for (Phase phase : Phase.values()) {
      row(WORKERS, phase, "workers online", Watch.Look::online)
          .ifMain(phase, Published.value(800 * scale()));
      row(WORKERS, phase, "workers busy", Watch.Look::busy).add();
      row(WORKERS, phase, "workers available", Watch.Look::available).add();
    }
    chart(
        WORKERS,
        "Workers according to the manager",
        "workers",
        List.of(
            curve("online", Watch.Look::online),
            curve("available", Watch.Look::available),
            curve("busy", Watch.Look::busy)));
  }

  private void tasks() {
    findings.section(
        TASKS,
        "tasks executing, as the VMs know it",
        "The paper: bursts in the first half from over-subscribed hardware, then steady. The"
            + " variation is the standard deviation over the mean of all looks of a phase.");
    for (Phase phase : HALVES) {
      row(TASKS, phase, "tasks executing", Watch.Look::executing).add();
      findings.row(
          Row.of(
              TASKS,
              phase.text,
              KestrelPaper.OURS,
              "variation of tasks executing",
              over(month -> variation(phase, month)),
              "%"));
      findings.row(
          Row.of(
              TASKS,
              phase.text,
              KestrelPaper.OURS,
              "tasks recorded",
              over(phase::tasksPerDay),
              "a day"));
    }
    chart(
        TASKS,
        "Tasks executing on VMs",
        "tasks",
        List.of(curve("executing", Watch.Look::executing)));
  }

  static double variation(Phase phase, Measured month) {
    Sample executing = phase.looks(month, Watch.Look::executing);
    return 100 * executing.deviation() / executing.mean();
  }

  private void events() {
    findings.section(
        EVENTS,
        "PYTHIA events generated",
        "A task makes 150,000 events on average (the paper's 12 billion over 80,000 tasks), in"
            + " proportion to its CPU time; they count when the task is recorded. The paper: the"
            + " spike in the rate is the moment the tuning was complete.");
    for (Phase phase : Phase.values()) {
      findings.row(
          Row.of(
              EVENTS,
              phase.text,
              KestrelPaper.OURS,
              "events",
              over(month -> phase.eventsPerDay(month) / 1e6),
              "million a day"));
    }
    findings.row(
        Row.of(
            EVENTS,
            "tuning",
            KestrelPaper.OURS,
            "two days after over two days before",
            over(Phase::rise),
            "times"));
    chart(EVENTS, "Events generated", "million an hour", List.of(eventCurve()));
  }

  private double scale() {
    return months.get(0).month().goal() / (double) Month.WHOLE.goal();
  }

  private Sample over(ToDoubleFunction<Measured> what) {
    return Sample.of(months.stream().mapToDouble(what).toArray());
  }

  /** A row that may still get a published value. */
  private record Draft(Findings findings, Row row) {
    void add() {
      findings.row(row);
    }

    void ifMain(Phase phase, Published published) {
      findings.row(phase == Phase.MAIN ? row.with(published) : row);
    }
  }

  private Draft row(String figure, Phase phase, String metric, ToDoubleFunction<Watch.Look> what) {
    Sample means = over(month -> phase.looks(month, what).mean());
    return new Draft(findings, Row.of(figure, phase.text, KestrelPaper.OURS, metric, means, ""));
  }

  // Pictures are of the first seed.

  private int steps() {
    return (int) (months.get(0).endedMillis() / STEP_MILLIS) + 1;
  }

  private Series curve(String name, ToDoubleFunction<Watch.Look> what) {
    double[] sums = new double[steps()];
    int[] counts = new int[steps()];
    for (Watch.Look look : months.get(0).looks()) {
      int step = (int) (look.atMillis() / STEP_MILLIS);
      if (step < sums.length) {
        sums[step] += what.applyAsDouble(look);
        counts[step]++;
      }
    }
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < sums.length; i++) {
      values.add(Value.of(counts[i] == 0 ? 0 : sums[i] / counts[i]));
    }
    return new Series(name, values);
  }

  private Series eventCurve() {
    Measured first = months.get(0);
    double[] sums = new double[steps()];
    for (Ledger.Success success : first.ledger().successes()) {
      int step = (int) (success.atMillis() / STEP_MILLIS);
      sums[Math.min(step, sums.length - 1)] += first.work().events(success.job(), success.task());
    }
    List<Value> values = new ArrayList<>();
    for (double sum : sums) {
      values.add(Value.of(sum / 1e6 / (STEP_MILLIS / (double) Month.HOUR)));
    }
    return new Series("recorded", values);
  }

  private void chart(String figure, String title, String yLabel, List<Series> series) {
    List<String> groups = new ArrayList<>();
    for (int i = 0; i < steps(); i++) {
      groups.add(days(i * STEP_MILLIS));
    }
    String tuned = days(months.get(0).month().tunedAtMillis());
    findings.chart(
        new Chart(
            figure,
            figure,
            "%s, by day; tuned on day %s".formatted(title, tuned),
            yLabel,
            "days",
            Kind.STEPS,
            false,
            groups,
            series));
  }

  private static String days(long millis) {
    return new BigDecimal(millis / (double) Month.DAY).stripTrailingZeros().toPlainString();
  }
}
