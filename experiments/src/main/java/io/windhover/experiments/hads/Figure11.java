package io.windhover.experiments.hads;

import io.windhover.experiments.chart.Chart;
import io.windhover.experiments.chart.Chart.Kind;
import io.windhover.experiments.chart.Chart.Series;
import io.windhover.experiments.chart.Chart.Value;
import io.windhover.experiments.hads.Campaign.Block;
import io.windhover.experiments.hads.Campaign.Case;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.hads.PaperSetting.Scenario;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Published;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.policies.bag.Release;
import io.windhover.workload.generate.BagTable;
import java.util.ArrayList;
import java.util.List;

/** Figure 11: what ED200 costs as hibernations become more frequent. */
final class Figure11 {
  private static final String FIGURE = "figure11";
  private static final BagTable ED200 = PaperSetting.JOBS.get(3);
  private static final int HIBERNATIONS_MAX = 7;
  private static final List<Integer> RESUMES = List.of(0, 3, 7);

  private final Findings findings;
  private final Campaign campaign;

  Figure11(Findings findings, Campaign campaign) {
    this.findings = findings;
    this.campaign = campaign;
  }

  private static List<Rival> rivals() {
    List<Rival> rivals = new ArrayList<>(List.of(Rival.HADS));
    rivals.add(Rival.HADS_AUTHORS);
    rivals.add(Rival.BAG);
    return rivals;
  }

  private static Case at(Rival rival, int hibernations, int resumes) {
    Scenario scenario =
        new Scenario("kh%d/kr%d".formatted(hibernations, resumes), hibernations, resumes);
    return Case.of(rival, new Cell(ED200, scenario));
  }

  static List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (Rival rival : rivals()) {
      List<Case> cases = new ArrayList<>();
      for (int resumes : RESUMES) {
        for (int hibernations = 1; hibernations <= HIBERNATIONS_MAX; hibernations++) {
          cases.add(at(rival, hibernations, resumes));
        }
      }
      blocks.add(new Block("figure 11, " + rival.name(), cases));
    }
    return blocks;
  }

  void run() {
    findings.section(
        FIGURE,
        "cost of ED200 as hibernations become more frequent",
        "k_h expected hibernations and k_r expected resumes until the deadline; reading run. The"
            + " paper shows lines without numbers and says that at k_h = 7, k_r = 0 HADS costs more"
            + " than on-demand VMs only.",
        "With D_spot as printed hads runs nearly all of ED200 on demand whatever k_h is, so its"
            + " cost hardly depends on it.");
    for (Rival rival : rivals()) {
      for (int resumes : RESUMES) {
        for (int hibernations = 1; hibernations <= HIBERNATIONS_MAX; hibernations++) {
          Case one = at(rival, hibernations, resumes);
          Sample dollars = campaign.of(one).sample(Measured::dollars);
          findings.row(one.row(FIGURE, "cost", dollars, "USD"));
        }
      }
      dearer(rival);
      findings.chart(chart(rival));
    }
  }

  private void dearer(Rival rival) {
    Case one = at(rival, HIBERNATIONS_MAX, 0);
    double dollars = campaign.of(one).mean(Measured::dollars);
    for (Release baseline : List.of(Release.CYCLE, Release.AT_ONCE)) {
      double onDemand = campaign.onDemand(ED200, 0, baseline).mean(Measured::dollars);
      String metric = "dearer than on-demand (1: yes)";
      Row row =
          Row.of(FIGURE, one.cell().name(), rival.name(), metric, dollars > onDemand ? 1 : 0, "");
      findings.row(
          one.keyed(rival.equals(Rival.BAG) ? row : row.with(Published.value(1)))
              .with("baseline", Table10.word(baseline))
              .with("timesOnDemand", dollars / onDemand));
    }
  }

  private Chart chart(Rival rival) {
    List<Series> series = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    for (int hibernations = 1; hibernations <= HIBERNATIONS_MAX; hibernations++) {
      groups.add("k_h = " + hibernations);
    }
    for (int resumes : RESUMES) {
      List<Value> values = new ArrayList<>();
      for (int hibernations = 1; hibernations <= HIBERNATIONS_MAX; hibernations++) {
        Runs runs = campaign.of(at(rival, hibernations, resumes));
        values.add(Table10.value(runs.sample(Measured::dollars)));
      }
      series.add(new Series("k_r = " + resumes, values));
    }
    series.add(flat("on-demand, cycle", campaign.onDemand(ED200, 0, Release.CYCLE)));
    series.add(flat("on-demand, release", campaign.onDemand(ED200, 0, Release.AT_ONCE)));
    series.add(
        flat("spot without hibernation", campaign.of(Case.calm(Rival.SPOT_CYCLE, ED200, 0))));
    return new Chart(
        FIGURE + "-" + rival.name(),
        FIGURE,
        "ED200, %s: cost by expected hibernations (mean, 10th to 90th percentile)"
            .formatted(rival.name()),
        "dollars",
        "expected hibernations, k_h",
        Kind.LINES,
        false,
        groups,
        series);
  }

  private static Series flat(String name, Runs runs) {
    Value value = Value.of(runs.mean(Measured::dollars));
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < HIBERNATIONS_MAX; i++) {
      values.add(value);
    }
    return new Series(name, values);
  }
}
