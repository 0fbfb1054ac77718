package io.windhover.experiments.scs;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.workload.generate.Application;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** What SCS saves against the others in every cell of Figures 8 to 10. */
final class Savings {
  private static final String FIGURE = "savings";
  private static final String DEARER = "dearer";
  private static final Published PUBLISHED = Published.range(9.8, 40.4);
  private static final int LEAST_AGAINST_GREEDY = 15;
  private static final int LEAST_AGAINST_GAIN_WAIT = 10;

  private final Findings findings;
  private final Campaign campaign;
  private final Scope scope;

  Savings(Findings findings, Campaign campaign, Scope scope) {
    this.findings = findings;
    this.campaign = campaign;
    this.scope = scope;
  }

  private static List<String> rivals() {
    return List.of(Policies.GREEDY, Policies.GAIN, Policies.GAIN_WAIT);
  }

  void run() {
    findings.section(
        FIGURE,
        "what scs saves, cell by cell",
        "A cell's saving compares the means of cost over its draws; p10 to p90 and the least, the"
            + " median and the most are of single draws. The paper: 9.8 % to 40.4 % against Greedy"
            + " and GAIN, and more with longer deadlines.",
        "gain never lets a task wait for a busy VM, as Algorithm 4 has it, which makes it dearer"
            + " than it need be; gain-wait queues within a task's window and is the fairer rival.");
    for (String rival : rivals()) {
      summary("all cells", rival, cell -> true);
      for (Application one : Application.values()) {
        summary(one.text(), rival, cell -> cell.application() == one);
      }
      for (long deadline : scope.deadlinesMillis()) {
        String name = "deadline " + ScsSetting.deadlineText(deadline);
        summary(name, rival, cell -> cell.deadlineMillis() == deadline);
      }
      scope.cells().forEach(cell -> row(cell, rival));
    }
    findings.chart(distribution());
    dearer();
    if (scope.quick()) {
      // Of these few cells the median is 8 to 12 % with one to six draws, by luck.
      findings.note("What scs saves on the median over the cells: NOT JUDGED with --quick.");
    } else {
      check(Policies.GREEDY, LEAST_AGAINST_GREEDY);
      check(Policies.GAIN_WAIT, LEAST_AGAINST_GAIN_WAIT);
    }
  }

  /** In percent of what the rival costs. */
  private double saving(Cell cell, String rival) {
    Runs theirs = of(rival, cell);
    return 100 * (1 - of(Policies.SCS, cell).dollars() / theirs.dollars());
  }

  private Runs of(String policy, Cell cell) {
    return campaign.of(Case.usual(policy, cell));
  }

  private Sample savings(String rival, Predicate<Cell> which) {
    return Sample.of(
        scope.cells().stream().filter(which).mapToDouble(cell -> saving(cell, rival)).toArray());
  }

  private void summary(String name, String rival, Predicate<Cell> which) {
    Sample savings = savings(rival, which);
    findings.row(
        Row.of(FIGURE, name, Policies.SCS, "median saving percent", savings.median(), "%")
            .with(savings.spread())
            .with(PUBLISHED)
            .with("rival", rival)
            .with("least", savings.percentile(0))
            .with("most", savings.percentile(100)));
  }

  private void row(Cell cell, String rival) {
    List<Measured> scs = of(Policies.SCS, cell).all();
    List<Measured> others = of(rival, cell).all();
    double[] byDraw = new double[others.size()];
    for (int i = 0; i < byDraw.length; i++) {
      byDraw[i] = 100 * (1 - scs.get(i).dollars() / others.get(i).dollars());
    }
    Sample draws = Sample.of(byDraw);
    findings.row(
        Row.of(FIGURE, cell.name(), Policies.SCS, "saving percent", saving(cell, rival), "%")
            .with(draws.spread())
            .with(PUBLISHED)
            .with("rival", rival)
            .with("least", draws.percentile(0))
            .with("medianOfDraws", draws.median())
            .with("most", draws.percentile(100)));
  }

  private void dearer() {
    findings.section(
        DEARER,
        "cells in which scs is dearer, and what for",
        "Differences of the mean cost in dollars, by where they arise: the work itself (which type"
            + " runs what), and the time of each type that was paid for and not used.");
    for (String rival : rivals()) {
      for (Cell cell : scope.cells()) {
        double saving = saving(cell, rival);
        if (saving < 0) {
          findings.row(
              Row.of(DEARER, cell.name(), Policies.SCS, "dearer by percent", -saving, "%")
                  .with("rival", rival)
                  .with("because", Why.of(of(Policies.SCS, cell), of(rival, cell))));
        }
      }
    }
  }

  private Chart distribution() {
    List<Cell> cells = scope.cells();
    List<Series> series = new ArrayList<>();
    for (String rival : rivals()) {
      List<Value> values =
          cells.stream().map(cell -> saving(cell, rival)).sorted().map(Value::of).toList();
      series.add(new Series("scs against " + rival, values));
    }
    series.add(flat("published, least", 9.8, cells.size()));
    series.add(flat("published, most", 40.4, cells.size()));
    List<String> groups = new ArrayList<>();
    for (int i = 1; i <= cells.size(); i++) {
      groups.add(Integer.toString(i));
    }
    return new Chart(
        FIGURE,
        FIGURE,
        "What scs saves in each of %d cells, sorted".formatted(cells.size()),
        "percent",
        "cells, by what is saved",
        Kind.LINES,
        false,
        groups,
        series);
  }

  private static Series flat(String name, double percent, int groups) {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < groups; i++) {
      values.add(Value.of(percent));
    }
    return new Series(name, values);
  }

  private void check(String rival, int least) {
    Sample savings = savings(rival, cell -> true);
    findings.check(
        "scs at least %d %% below %s on the median over the cells".formatted(least, rival),
        savings.median() >= least,
        String.format(
            Locale.ROOT,
            "median %.1f %%, from %.1f to %.1f %% in %d cells",
            savings.median(),
            savings.percentile(0),
            savings.percentile(100),
            savings.size()));
  }
}
