package io.windhover.experiments.hads;

import io.windhover.core.policy.Policy;
import io.windhover.experiments.hads.PaperSetting.Cell;
import io.windhover.experiments.paper.Findings;
import io.windhover.experiments.paper.Row;
import io.windhover.policies.bag.Hads;
import io.windhover.policies.bag.hads.HadsSettings;
import io.windhover.policies.bag.hads.Mend;
import io.windhover.simulator.cloud.PoissonMarket.Reading;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Who keeps the deadline, whatever happens, and where HADS as printed does not. */
final class Promises {
  private static final String FIGURE = "holes";

  /** A market, by its seed, in which HADS as printed is late, and in time with this mend alone. */
  private record Pin(Mend mend, int seed) {}

  private static final List<Pin> PINS =
      List.of(
          new Pin(Mend.CHECK_ON_RESUME, 44),
          new Pin(Mend.COUNT_UNPLACED, 75),
          new Pin(Mend.INCLUSIVE_TRIGGER, 18),
          new Pin(Mend.FREEZE_ALL_FIRST, 18));

  private final Findings findings;

  Promises(Findings findings) {
    this.findings = findings;
  }

  /** In every run there was, also of other readings, start-ups and settings. */
  void inEveryCell(Rival rival, Campaign campaign) {
    long runs = 0;
    long late = 0;
    for (Runs some : campaign.allOf(rival.name())) {
      runs += some.all().size();
      late += some.late();
    }
    int cells = PaperSetting.cells().size();
    findings.check(
        "no deadline missed by %s: %d cells x %d seeds"
            .formatted(rival.name(), cells, campaign.seeds()),
        late == 0,
        "%d runs, all readings, start-ups billed and settings included, %d late"
            .formatted(runs, late));
  }

  /** A market that freezes and thaws at the worst moments it can find. */
  void underHarm(Rival rival, int patterns) {
    List<Trial.Outcome> outcomes =
        IntStream.rangeClosed(1, patterns)
            .parallel()
            .mapToObj(seed -> harmed(rival.policy().get(), seed))
            .toList();
    List<String> late = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      if (!outcomes.get(i).inTime()) {
        late.add("seed " + (i + 1));
      }
    }
    findings.check(
        String.format(
            Locale.ROOT,
            "no deadline missed by %s under %,d adversarial patterns",
            rival.name(),
            patterns),
        late.isEmpty(),
        "%d patterns over the 28 cells, %d late%s"
            .formatted(outcomes.size(), late.size(), late.isEmpty() ? "" : ": " + late.get(0)));
  }

  private static Trial.Outcome harmed(Policy policy, int seed) {
    List<Cell> cells = PaperSetting.cells();
    Cell cell = cells.get(seed % cells.size());
    return new Trial(cell, Reading.RUN, 0, seed)
        .run(policy, PaperSetting.cloud(new AdversarialMarket(seed)), (batch, decision, w) -> {});
  }

  void holes() {
    findings.section(
        FIGURE,
        "where HADS as printed ends late",
        "With a seed: an adversarial pattern in which hads-printed ends late, and in time once this"
            + " one place is mended. Without: a run in which hads with this one place left as"
            + " printed ends late, and in time with all four mended.");
    List<Trial.Outcome> late =
        PINS.parallelStream()
            .map(pin -> harmed(Rival.HADS_PRINTED.policy().get(), pin.seed()))
            .toList();
    List<Trial.Outcome> mended =
        PINS.parallelStream()
            .map(pin -> harmed(new Hads(HadsSettings.PAPER, EnumSet.of(pin.mend())), pin.seed()))
            .toList();
    List<String> shown = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < PINS.size(); i++) {
      Pin pin = PINS.get(i);
      row(pin, "hads-printed", late.get(i));
      row(pin, "hads-printed with this place mended", mended.get(i));
      boolean ok = !late.get(i).inTime() && mended.get(i).inTime();
      (ok ? shown : failed).add("%s with seed %d".formatted(word(pin.mend()), pin.seed()));
    }
    for (Holes.Hole hole : Holes.all()) {
      boolean without = hole.lateWithout();
      boolean with = hole.inTimeWith();
      late(hole, "hads with this place as printed", without);
      late(hole, "hads", !with);
      (without && with ? shown : failed).add(word(hole.mend()) + " alone");
    }
    findings.check(
        "hads-printed shows each hole with a seed",
        failed.isEmpty(),
        "shown: %s%s"
            .formatted(
                String.join("; ", shown),
                failed.isEmpty() ? "" : "; NOT shown: " + String.join("; ", failed)));
  }

  private void late(Holes.Hole hole, String policy, boolean late) {
    findings.row(
        Row.of(FIGURE, hole.job().name(), policy, "late (1: yes)", late ? 1 : 0, "")
            .with("hole", word(hole.mend())));
  }

  private void row(Pin pin, String policy, Trial.Outcome outcome) {
    Cell cell = PaperSetting.cells().get(pin.seed() % PaperSetting.cells().size());
    long end = outcome.done() ? outcome.makespanMillis() : outcome.world().nowMillis();
    double late = (end - PaperSetting.DEADLINE_MILLIS) / 1000.0;
    findings.row(
        Row.of(FIGURE, cell.name(), policy, "seconds after the deadline", late, "")
            .with("hole", word(pin.mend()))
            .with("seed", pin.seed()));
  }

  private static String word(Mend mend) {
    return switch (mend) {
      case CHECK_ON_RESUME -> "carries on unchecked after a resume";
      case COUNT_UNPLACED -> "trigger without tasks that fit nowhere";
      case INCLUSIVE_TRIGGER -> "strict < at the trigger";
      case FREEZE_ALL_FIRST -> "counts on VMs that freeze at the same instant";
    };
  }
}
