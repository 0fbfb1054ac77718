package io.windhover.experiments.hads;

import io.windhover.experiments.hads.Campaign.Block;
import io.windhover.experiments.hads.Campaign.Case;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Sample;
import io.windhover.policies.bag.Release;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import java.util.ArrayList;
import java.util.List;

/** Table 10's costs when launches are billed, as real providers do. */
final class StartUp {
  /** How much of a launch is billed: nothing, as the paper seems to, a minute, or all of alpha. */
  static final List<Long> BILLED_MILLIS = List.of(0L, 60_000L, 180_000L);

  private static final String FIGURE = "start-up";
  private static final List<Rival> RIVALS = List.of(Rival.HADS, Rival.BAG);

  private final Findings findings;
  private final Campaign campaign;

  StartUp(Findings findings, Campaign campaign) {
    this.findings = findings;
    this.campaign = campaign;
  }

  static List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    for (long billed : BILLED_MILLIS) {
      for (Rival rival : RIVALS) {
        if (billed > 0) {
          blocks.add(
              new Block(
                  "%s, %d s of start-up billed".formatted(rival.name(), billed / 1000),
                  PaperSetting.cells().stream()
                      .map(cell -> new Case(rival, cell, Reading.RUN, billed))
                      .toList()));
        }
      }
    }
    return blocks;
  }

  void run() {
    findings.section(
        FIGURE,
        "the same with start-up billed",
        "Beyond the paper, which does not say whether its costs include the time until a VM is up;"
            + " providers bill it. 0, 60 and 180 s are billed for each launch; a launch takes 60 s,"
            + " or as long as is billed. Baselines and bound pay likewise. Reading run.");
    for (Cell cell : PaperSetting.cells()) {
      BILLED_MILLIS.forEach(billed -> rows(cell, billed));
    }
  }

  private void rows(Cell cell, long billed) {
    for (Rival rival : RIVALS) {
      Case one = new Case(rival, cell, Reading.RUN, billed);
      findings.row(one.row(FIGURE, "cost", campaign.of(one).sample(Measured::dollars), "USD"));
      for (Release baseline : List.of(Release.CYCLE, Release.AT_ONCE)) {
        findings.row(
            one.row(FIGURE, "cost reduction percent", campaign.reduction(one, baseline), "%")
                .with("baseline", Table10.word(baseline)));
      }
    }
    for (Release baseline : List.of(Release.CYCLE, Release.AT_ONCE)) {
      Sample dollars = campaign.onDemand(cell.job(), billed, baseline).sample(Measured::dollars);
      findings.row(
          reference(cell, "on-demand", dollars, billed).with("baseline", Table10.word(baseline)));
    }
    findings.row(reference(cell, "lower-bound", campaign.bound(cell.job(), billed), billed));
  }

  private static Row reference(Cell cell, String policy, Sample dollars, long billed) {
    return Row.of(FIGURE, cell.name(), policy, "cost", dollars, "USD")
        .with("reading", Reading.RUN.text())
        .with("startUpBilledSeconds", billed / 1000);
  }
}
