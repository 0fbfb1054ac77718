package io.windhover.experiments.hads;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.hads.Campaign.Case;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.hads.PaperSetting.Scenario;
import io.windhover.experiments.hads.PublishedTables.Checkpointed;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.workload.generate.BagTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What HADS does when VMs hibernate: Table 11 and Figures 9, 10 and 12. */
final class Mechanisms {
  private static final String TABLE_11 = "table11";
  private static final String FIGURE_12 = "figure12";
  private static final BagTable ED200 = PaperSetting.JOBS.get(3);

  /** In sc3, by the text: more than 25 % of the VMs of J60, J80 and J100, 18 % of ED200's. */
  private static final double MORE_THAN_PERCENT = 25;

  private static final double ED200_PERCENT = 18;

  private final Findings findings;
  private final Campaign campaign;

  Mechanisms(Findings findings, Campaign campaign) {
    this.findings = findings;
    this.campaign = campaign;
  }

  private static List<Rival> rivals() {
    List<Rival> rivals = new ArrayList<>(List.of(Rival.HADS));
    rivals.add(Rival.HADS_AUTHORS);
    return rivals;
  }

  void run() {
    table11();
    procedures("figure9", PaperSetting.JOBS.subList(0, 2));
    procedures("figure10", PaperSetting.JOBS.subList(2, 4));
    figure12();
  }

  private void table11() {
    findings.section(
        TABLE_11,
        "checkpoints, migrations and recoveries of ED200",
        "Reading run. Saved CPU time: what attempts that finished had no need to do again. With"
            + " D_spot as printed hads runs nearly all of ED200 on demand, where there are no"
            + " checkpoints and nothing to migrate, so it stays far below the published counts.");
    for (Scenario scenario : PaperSetting.SCENARIOS) {
      for (Rival rival : Table10.rivals()) {
        if (!rival.equals(Rival.HADS_PRINTED)) {
          table11(Case.of(rival, new Cell(ED200, scenario)));
        }
      }
    }
  }

  private void table11(Case one) {
    String scenario = one.cell().scenario().name();
    Checkpointed published =
        Objects.requireNonNull(PublishedTables.TABLE_11.get(scenario), scenario);
    Runs runs = campaign.of(one);
    row(one, "checkpoints", runs.sample(Measured::checkpoints), published.checkpoints());
    row(one, "migrations", runs.sample(run -> run.moved().all()), published.migrations());
    row(one, "recoveries", runs.sample(Measured::recoveries), published.recoveries());
    Sample saved = runs.sample(Measured::cpuSavedSeconds);
    row(one, "CPU saved seconds", saved, published.cpuSavedSeconds());
  }

  private void row(Case one, String metric, Sample sample, double published) {
    boolean theirs = !one.rival().equals(Rival.BAG);
    findings.row(
        one.row(TABLE_11, metric, sample, "")
            .with(theirs ? Published.value(published) : Published.NOTHING));
  }

  private void procedures(String figure, List<BagTable> jobs) {
    findings.section(
        figure,
        "what is done about hibernations, " + jobs.get(0).name() + " and " + jobs.get(1).name(),
        "Reading run. The paper shows bars without numbers: for how many of a hundred hibernations"
            + " each procedure was used. Its text says that in sc3 more than 25 % of the hibernated"
            + " VMs of J60, J80 and J100 resumed before their trigger, and 18 % of ED200's. Ours"
            + " counts tasks for migrations: a hibernation may use several procedures.");
    for (BagTable job : jobs) {
      for (Scenario scenario : PaperSetting.SCENARIOS) {
        rivals().forEach(rival -> procedures(figure, Case.of(rival, new Cell(job, scenario))));
      }
      findings.chart(procedureChart(figure, job));
    }
  }

  private void procedures(String figure, Case one) {
    Runs runs = campaign.of(one);
    double moved = runs.sum(run -> run.moved().all());
    findings.row(
        share(figure, one, "resumed before the trigger, of hibernations", resumed(runs))
            .with(publishedResumes(one.cell())));
    findings.row(share(figure, one, "moved to idle VMs, of tasks moved", idle(runs, moved)));
    findings.row(share(figure, one, "moved to busy VMs, of tasks moved", busy(runs, moved)));
    findings.row(
        share(figure, one, "moved to new on-demand VMs, of tasks moved", onDemand(runs, moved)));
  }

  private static double resumed(Runs runs) {
    return Runs.percent(runs.sum(Measured::resumesBeforeTrigger), runs.sum(Measured::hibernations));
  }

  private static double idle(Runs runs, double moved) {
    return Runs.percent(runs.sum(run -> run.moved().idle()), moved);
  }

  private static double busy(Runs runs, double moved) {
    return Runs.percent(runs.sum(run -> run.moved().busy()), moved);
  }

  private static double onDemand(Runs runs, double moved) {
    return Runs.percent(runs.sum(run -> run.moved().onDemand()), moved);
  }

  private static Row share(String figure, Case one, String metric, double percent) {
    return one.keyed(Row.of(figure, one.cell().name(), one.rival().name(), metric, percent, "%"));
  }

  private static Published publishedResumes(Cell cell) {
    if (!cell.scenario().name().equals("sc3")) {
      return Published.NOTHING;
    }
    return cell.job().equals(ED200)
        ? Published.value(ED200_PERCENT)
        : Published.range(MORE_THAN_PERCENT, 100);
  }

  private Chart procedureChart(String figure, BagTable job) {
    List<List<Value>> shares =
        List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (Scenario scenario : PaperSetting.SCENARIOS) {
      Runs runs = campaign.of(Case.of(Rival.HADS, new Cell(job, scenario)));
      double moved = runs.sum(run -> run.moved().all());
      shares.get(0).add(Value.of(resumed(runs)));
      shares.get(1).add(Value.of(idle(runs, moved)));
      shares.get(2).add(Value.of(busy(runs, moved)));
      shares.get(3).add(Value.of(onDemand(runs, moved)));
    }
    return new Chart(
        figure + "-" + job.name(),
        figure,
        "%s, hads: what is done about hibernations".formatted(job.name()),
        "percent",
        "scenario",
        Kind.BARS,
        false,
        PaperSetting.SCENARIOS.stream().map(Scenario::name).toList(),
        List.of(
            new Series("resumed, of hibernations", shares.get(0)),
            new Series("to idle, of tasks moved", shares.get(1)),
            new Series("to busy, of tasks moved", shares.get(2)),
            new Series("to on-demand, of tasks moved", shares.get(3))));
  }

  private void figure12() {
    findings.section(
        FIGURE_12,
        "how often work stealing steals",
        "Reading run; calls of all seeds together. The text gives numbers for sc1, sc2 and sc5."
            + " With D_spot as printed hads has next to no spot VM in ED200 that could steal;"
            + " the other jobs stand beside it.");
    List<Series> series = new ArrayList<>();
    List<Value> published = new ArrayList<>();
    for (Scenario scenario : PaperSetting.SCENARIOS) {
      Double value = PublishedTables.FIGURE_12.get(scenario.name());
      published.add(value == null ? Value.MISSING : Value.of(value));
    }
    series.add(new Series("published (sc1, sc2, sc5 only)", published));
    for (Rival rival : rivals()) {
      List<Value> ours = new ArrayList<>();
      for (Scenario scenario : PaperSetting.SCENARIOS) {
        ours.add(Value.of(steals(Case.of(rival, new Cell(ED200, scenario)))));
      }
      series.add(new Series(rival.name() + ", ED200", ours));
    }
    for (BagTable job : PaperSetting.JOBS.subList(0, 3)) {
      List<Value> ours = new ArrayList<>();
      for (Scenario scenario : PaperSetting.SCENARIOS) {
        ours.add(Value.of(steals(Case.of(Rival.HADS, new Cell(job, scenario)))));
      }
      series.add(new Series("hads, " + job.name(), ours));
    }
    findings.chart(
        new Chart(
            FIGURE_12,
            FIGURE_12,
            "Calls of work stealing that stole at least one task",
            "percent",
            "scenario",
            Kind.BARS,
            false,
            PaperSetting.SCENARIOS.stream().map(Scenario::name).toList(),
            series));
  }

  private double steals(Case one) {
    Runs runs = campaign.of(one);
    double percent = Runs.percent(runs.sum(Measured::steals), runs.sum(Measured::stealCalls));
    Double value =
        one.cell().job().equals(ED200)
            ? PublishedTables.FIGURE_12.get(one.cell().scenario().name())
            : null;
    findings.row(
        one.keyed(
                Row.of(
                        FIGURE_12,
                        one.cell().name(),
                        one.rival().name(),
                        "steals succeeded percent",
                        percent,
                        "%")
                    .with(value == null ? Published.NOTHING : Published.value(value)))
            .with("calls", runs.mean(Measured::stealCalls)));
    return percent;
  }
}
