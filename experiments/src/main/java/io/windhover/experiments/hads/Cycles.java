package io.windhover.experiments.hads;

import io.windhover.experiments.hads.Campaign.Block;
import io.windhover.experiments.hads.Campaign.Case;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Other allocation cycles than 900 s: the paper's future work. */
final class Cycles {
  private static final String FIGURE = "cycle";

  /** HADS by its cycle in seconds. */
  private static final SortedMap<Integer, Rival> BY_CYCLE = byCycle();

  private final Findings findings;
  private final Campaign campaign;

  Cycles(Findings findings, Campaign campaign) {
    this.findings = findings;
    this.campaign = campaign;
  }

  private static SortedMap<Integer, Rival> byCycle() {
    SortedMap<Integer, Rival> rivals = new TreeMap<>();
    for (int seconds : List.of(300, 600, 1800)) {
      rivals.put(seconds, Rival.hadsWithCycle(seconds));
    }
    rivals.put(900, Rival.HADS);
    return rivals;
  }

  static List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    BY_CYCLE.forEach(
        (seconds, rival) -> {
          if (!rival.equals(Rival.HADS)) {
            blocks.add(
                new Block(
                    "hads, cycle of %d s".formatted(seconds),
                    PaperSetting.cells().stream().map(cell -> Case.of(rival, cell)).toList()));
          }
        });
    return blocks;
  }

  void run() {
    findings.section(
        FIGURE,
        "other allocation cycles",
        "Beyond the paper, which names it as future work: hads with cycles of 300, 600, 900 (the"
            + " paper's) and 1800 s, reading run, start-up not billed. An idle VM goes at the end"
            + " of its cycle, and only what would start after a victim's cycle is stolen.");
    BY_CYCLE.forEach(
        (seconds, rival) -> {
          double dollars = 0;
          double calls = 0;
          double steals = 0;
          for (Cell cell : PaperSetting.cells()) {
            Case one = Case.of(rival, cell);
            Runs runs = campaign.of(one);
            findings.row(
                one.row(FIGURE, "cost", runs.sample(Measured::dollars), "USD")
                    .with("cycleSeconds", seconds));
            dollars += runs.mean(Measured::dollars);
            calls += runs.sum(Measured::stealCalls);
            steals += runs.sum(Measured::steals);
          }
          mean("cost", dollars / PaperSetting.cells().size(), "USD", seconds);
          mean("steals succeeded percent", Runs.percent(steals, calls), "%", seconds);
        });
  }

  private void mean(String metric, double value, String unit, int seconds) {
    findings.row(
        Row.of(FIGURE, "mean of 28 cells", Rival.HADS.name(), metric, value, unit)
            .with("reading", "run")
            .with("startUpBilledSeconds", 0)
            .with("spotLimit", Rival.HADS.spotLimit())
            .with("cycleSeconds", seconds));
  }
}
