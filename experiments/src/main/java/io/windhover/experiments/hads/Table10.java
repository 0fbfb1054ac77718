package io.windhover.experiments.hads;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.hads.Campaign.Block;
import io.windhover.experiments.hads.Campaign.Case;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.hads.PaperSetting.Scenario;
import io.windhover.experiments.hads.PublishedTables.Executed;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.policies.bag.Release;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import io.windhover.workload.generate.BagTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Table 10: four jobs in seven scenarios. */
final class Table10 {
  private static final String FIGURE = "table10";
  private static final List<Release> BASELINES = List.of(Release.CYCLE, Release.AT_ONCE);

  private final Findings findings;
  private final Campaign campaign;

  Table10(Findings findings, Campaign campaign) {
    this.findings = findings;
    this.campaign = campaign;
  }

  /** As rows write a baseline. */
  static String word(Release baseline) {
    return baseline == Release.CYCLE ? "cycle" : "release";
  }

  /** Who runs in every cell of the default reading. */
  static List<Rival> rivals() {
    List<Rival> rivals = new ArrayList<>(List.of(Rival.HADS, Rival.HADS_PRINTED));
    rivals.add(Rival.HADS_AUTHORS);
    rivals.add(Rival.BAG);
    return rivals;
  }

  private static List<Rival> rivals(Reading reading) {
    return reading == Reading.RUN ? rivals() : List.of(Rival.HADS, Rival.BAG);
  }

  static List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (Reading reading : Reading.values()) {
      for (Rival rival : rivals(reading)) {
        blocks.add(
            new Block(
                "table 10, %s, reading %s".formatted(rival.name(), reading.text()),
                PaperSetting.cells().stream()
                    .map(cell -> new Case(rival, cell, reading, 0))
                    .toList()));
      }
    }
    return blocks;
  }

  static Executed published(Cell cell) {
    return Objects.requireNonNull(PublishedTables.TABLE_10.get(cell.name()), cell.name());
  }

  void run() {
    findings.section(
        FIGURE,
        "four jobs in seven scenarios",
        "Published values are HADS's, the mean of three runs on EC2; ours are the mean over seeds,"
            + " with the 10th and the 90th percentile. They stand beside bag too, for comparison.",
        "Reduction: seed by seed against on-demand VMs only, paid to the end of their cycle"
            + " (baseline cycle) or released at once (baseline release).",
        "Readings of the hibernation process: run (one process; an event picks one type in use, a"
            + " resume a frozen type), run-blind (a resume picks any type in use), type (a process"
            + " per type). run is the default; readings says how far each is from what was"
            + " published; none is settled.",
        "spotLimit is the reading of D_spot: printed (Algorithm 1: the n longest tasks on the"
            + " slowest VM). For ED200 it leaves about 200 s of spot time at D = 2100 s, so hads"
            + " runs nearly all of ED200 on demand, where the paper ran it on 16 spot VMs.",
        "hibernations are of single VMs; freezes count a type's VMs that hibernate at one moment"
            + " as one. lower-bound knows all hibernations in advance; tasks may be cut and moved"
            + " at will, machines are paid only while all their cores work. Start-up is not billed"
            + " here; see start-up.");
    for (Cell cell : PaperSetting.cells()) {
      for (Reading reading : Reading.values()) {
        rivals(reading).forEach(rival -> rows(new Case(rival, cell, reading, 0)));
      }
      references(cell);
    }
    PaperSetting.JOBS.forEach(job -> findings.chart(costs(job)));
  }

  private void rows(Case one) {
    Executed published = published(one.cell());
    Runs runs = campaign.of(one);
    row(one, "cost", runs.sample(Measured::dollars), "USD", published.dollars());
    for (Release baseline : BASELINES) {
      Sample reduction = campaign.reduction(one, baseline);
      findings.row(
          one.row(FIGURE, "cost reduction percent", reduction, "%")
              .with(Published.value(published.reductionPercent()))
              .with("baseline", word(baseline)));
    }
    Sample makespan = runs.sample(Measured::makespanSeconds);
    row(one, "makespan seconds", makespan, "", published.makespanSeconds());
    Sample hibernations = runs.sample(Measured::hibernations);
    row(one, "hibernations", hibernations, "", published.hibernations());
    Sample onDemand = runs.sample(Measured::onDemandVms);
    row(one, "on-demand VMs", onDemand, "", published.onDemandVms());
    findings.row(one.row(FIGURE, "freezes", runs.sample(Measured::freezes), ""));
    findings.row(
        one.keyed(
            Row.of(FIGURE, one.cell().name(), one.rival().name(), "late runs", runs.late(), "")));
  }

  private void row(Case one, String metric, Sample sample, String unit, double published) {
    findings.row(one.row(FIGURE, metric, sample, unit).with(Published.value(published)));
  }

  /** What does not depend on the scenario, beside every cell all the same. */
  private void references(Cell cell) {
    BagTable job = cell.job();
    for (Release baseline : BASELINES) {
      Runs onDemand = campaign.onDemand(job, 0, baseline);
      reference(cell, "on-demand", "cost", onDemand.sample(Measured::dollars), "USD", baseline);
      Sample makespan = onDemand.sample(Measured::makespanSeconds);
      reference(cell, "on-demand", "makespan seconds", makespan, "", baseline);
      Sample machines = onDemand.sample(Measured::onDemandVms);
      reference(cell, "on-demand", "on-demand VMs", machines, "", baseline);
    }
    for (Release baseline : BASELINES) {
      Rival rival = baseline == Release.CYCLE ? Rival.SPOT_CYCLE : Rival.SPOT_RELEASE;
      Case spot = Case.calm(rival, job, 0);
      String name = rival.name();
      Runs runs = campaign.of(spot);
      reference(cell, name, "cost", runs.sample(Measured::dollars), "USD", baseline);
      reference(
          cell, name, "cost reduction percent", campaign.reduction(spot, baseline), "%", baseline);
      Sample makespan = runs.sample(Measured::makespanSeconds);
      reference(cell, name, "makespan seconds", makespan, "", baseline);
    }
    findings.row(
        Row.of(FIGURE, cell.name(), "lower-bound", "cost", campaign.bound(job, 0), "USD")
            .with("reading", Reading.RUN.text())
            .with("startUpBilledSeconds", 0));
    for (Release baseline : BASELINES) {
      Sample reduction = campaign.boundReduction(job, 0, baseline);
      reference(cell, "lower-bound", "cost reduction percent", reduction, "%", baseline);
    }
  }

  private void reference(
      Cell cell, String policy, String metric, Sample sample, String unit, Release baseline) {
    boolean calm = policy.equals(Rival.SPOT_CYCLE.name());
    findings.row(
        Row.of(FIGURE, cell.name(), policy, metric, sample, unit)
            .with("reading", calm ? Campaign.CALM.name() : Reading.RUN.text())
            .with("startUpBilledSeconds", 0)
            .with("baseline", word(baseline)));
  }

  private Chart costs(BagTable job) {
    List<Series> series = new ArrayList<>();
    series.add(series("HADS, published", cell -> Value.of(published(cell).dollars()), job));
    for (Rival rival : rivals()) {
      series.add(
          series(
              rival.name(),
              cell -> value(campaign.of(Case.of(rival, cell)).sample(Measured::dollars)),
              job));
    }
    series.add(
        series(
            "on-demand, cycle",
            cell -> value(campaign.onDemand(job, 0, Release.CYCLE).sample(Measured::dollars)),
            job));
    series.add(series("lower bound", cell -> value(campaign.bound(job, 0)), job));
    return new Chart(
        FIGURE + "-" + job.name(),
        FIGURE,
        "%s: cost by scenario, reading run, start-up not billed (mean, 10th to 90th percentile)"
            .formatted(job.name()),
        "dollars",
        "scenario",
        Kind.BARS,
        false,
        PaperSetting.SCENARIOS.stream().map(Scenario::name).toList(),
        series);
  }

  private static Series series(String name, Function<Cell, Value> value, BagTable job) {
    return new Series(
        name,
        PaperSetting.SCENARIOS.stream()
            .map(scenario -> value.apply(new Cell(job, scenario)))
            .toList());
  }

  static Value value(Sample sample) {
    return new Value(sample.mean(), sample.percentile(10), sample.percentile(90));
  }
}
