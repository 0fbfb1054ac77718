package io.windhover.experiments.scs;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figure 11: the pipeline with an hour's time, under light and heavy load. */
final class Figure11 {
  private static final String FIGURE = "figure11";

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Figure11(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  private List<Cell> cells(int jobsPerHour) {
    return scope.cells(Meter.HOUR, jobsPerHour).stream()
        .filter(cell -> cell.application() == Application.PIPELINE)
        .filter(cell -> cell.deadlineMillis() == ScsSetting.HOUR_MILLIS)
        .toList();
  }

  void run() {
    findings.section(
        FIGURE,
        "light and heavy load: the pipeline with a deadline of 1h",
        "The paper has X and 10 X jobs without saying what X is; here 1, 6 and 60 an hour. It says"
            + " that Greedy costs less than GAIN when there is little to do and more when there is"
            + " much, and SCS least in both. greedyOverGain above 1: Greedy is the dearer.",
        "gain, as Algorithm 4 has it, lets no task wait and so is dearer than greedy at any load"
            + " of ours; the claim is checked on gain-wait, to which it applies.");
    for (int jobsPerHour : ScsSetting.VOLUMES) {
      for (Cell cell : cells(jobsPerHour)) {
        for (String policy : scope.policies(jobsPerHour)) {
          Case one = Case.exact(policy, cell, Meter.HOUR, jobsPerHour);
          Runs runs = campaign.of(one);
          findings.row(
              one.row(FIGURE, "cost per job", runs.sample(Measured::dollarsPerJob), "USD")
                  .with("draws", runs.all().size()));
        }
      }
    }
    crossing(Policies.GAIN);
    boolean crosses = crossing(Policies.GAIN_WAIT);
    findings.check(
        "greedy beats gain-wait at low volume and loses at high",
        crosses,
        String.format(
            Locale.ROOT,
            "%.2f of its cost at %d job an hour, %.2f at %d",
            ratio(Policies.GAIN_WAIT, ScsSetting.LIGHT),
            ScsSetting.LIGHT,
            ratio(Policies.GAIN_WAIT, ScsSetting.HEAVY),
            ScsSetting.HEAVY));
    findings.chart(chart());
  }

  /** Whether Greedy is the cheaper under light and the dearer under heavy load. */
  private boolean crossing(String gain) {
    boolean both = true;
    for (int jobsPerHour : List.of(ScsSetting.LIGHT, ScsSetting.HEAVY)) {
      double ratio = ratio(gain, jobsPerHour);
      boolean light = jobsPerHour == ScsSetting.LIGHT;
      boolean asPublished = light ? ratio < 1 : ratio > 1;
      String metric = light ? "cheaper than GAIN (1: yes)" : "dearer than GAIN (1: yes)";
      findings.row(
          Row.of(FIGURE, "pipeline/all/1h", Policies.GREEDY, metric, asPublished ? 1 : 0, "")
              .with(Published.value(1))
              .with("jobsPerHour", jobsPerHour)
              .with("rival", gain)
              .with("greedyOverGain", ratio));
      both &= asPublished;
    }
    return both;
  }

  private double ratio(String gain, int jobsPerHour) {
    return perJob(Policies.GREEDY, jobsPerHour) / perJob(gain, jobsPerHour);
  }

  private double perJob(String policy, int jobsPerHour) {
    return cells(jobsPerHour).stream()
        .map(cell -> campaign.of(Case.exact(policy, cell, Meter.HOUR, jobsPerHour)))
        .mapToDouble(runs -> runs.mean(Measured::dollarsPerJob))
        .average()
        .orElse(0);
  }

  /** Of those who were run under every load: a series has a value in each group. */
  private Chart chart() {
    List<String> groups = new ArrayList<>();
    for (int jobsPerHour : ScsSetting.VOLUMES) {
      cells(jobsPerHour)
          .forEach(cell -> groups.add("%d an hour/%s".formatted(jobsPerHour, word(cell))));
    }
    List<Series> series = new ArrayList<>();
    for (String policy : scope.policies(ScsSetting.HEAVY)) {
      List<Value> values = new ArrayList<>();
      for (int jobsPerHour : ScsSetting.VOLUMES) {
        for (Cell cell : cells(jobsPerHour)) {
          Case one = Case.exact(policy, cell, Meter.HOUR, jobsPerHour);
          Runs runs = campaign.of(one);
          values.add(Value.of(runs.mean(Measured::dollarsPerJob)));
        }
      }
      series.add(new Series(policy, values));
    }
    return new Chart(
        FIGURE,
        FIGURE,
        "Pipeline, deadline 1h: cost per job by load and arrival pattern",
        "dollars",
        "arrival pattern, jobs an hour",
        Kind.BARS,
        false,
        groups,
        series);
  }

  private static String word(Cell cell) {
    return cell.pattern().text();
  }
}
