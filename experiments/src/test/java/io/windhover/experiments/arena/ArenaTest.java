package io.windhover.experiments.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.Offer;
import io.windhover.experiments.paper.BadData;
import io.windhover.experiments.paper.Length;
import io.windhover.experiments.paper.PastRuns;
import io.windhover.experiments.paper.Progress;
import io.windhover.experiments.paper.Report;
import io.windhover.experiments.paper.Row;
import io.windhover.experiments.paper.Setup;
import io.windhover.experiments.paper.Steps;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArenaTest {
  private static final List<ArenaFamily> FAMILIES = ArenaDraw.families(Optional.empty());

  private static Report run(ArenaChoice choice) {
    return new Arena(choice, FAMILIES, 1).run(Setup.of(Length.QUICK, 1));
  }

  private static List<ArenaFamily> bags() {
    return FAMILIES.stream().filter(family -> family.name().startsWith("bag-")).toList();
  }

  @Test
  void aCaseIsTheSameAloneAndAmongOthers() {
    ArenaDraw draw = ArenaDraw.of(bags(), 40, ArenaChoice.DEVELOPMENT);
    for (ArenaCase one : draw.cases()) {
      ArenaCase alone = ArenaDraw.named(one.id(), FAMILIES).orElseThrow();
      assertThat(alone.world().words(1)).isEqualTo(one.world().words(1));
      assertThat(ArenaTrial.run(alone.world(), Contestants.make("bag"), alone.marketSeed(0)))
          .as(one.id())
          .isEqualTo(ArenaTrial.run(one.world(), Contestants.make("bag"), one.marketSeed(0)));
    }
  }

  @Test
  void developmentAndFinalDrawsHaveNoCaseInCommon() {
    Set<String> words = new HashSet<>();
    for (long first : List.of(ArenaChoice.DEVELOPMENT, ArenaChoice.FINAL)) {
      ArenaDraw draw = ArenaDraw.of(bags(), 80, first);
      assertThat(draw.cases()).hasSize(80).allMatch(one -> one.seed() % 2 == first % 2);
      draw.cases().forEach(one -> words.add(one.world().words(1)));
    }
    assertThat(words).hasSize(160);
  }

  @Test
  void everyFamilyHasItsShareAndCanBeMetOnDemand() {
    ArenaDraw draw = ArenaDraw.of(FAMILIES, 200, ArenaChoice.FINAL);
    assertThat(draw.cases()).hasSize(200);
    assertThat(draw.cases().stream().map(one -> one.family().name()).distinct())
        .hasSize(FAMILIES.size());
    for (ArenaCase one : draw.cases()) {
      assertThat(one.world().offers()).as(one.id()).anyMatch(offer -> !offer.isSpot());
      if (!one.world().dag() && one.world().exact()) {
        SmallWorld world = one.world();
        assertThat(SafePlan.endMillis(world.arrivals().apply(1).get(0).spec(), world.offers()))
            .as(one.id())
            .isPresent();
      }
    }
  }

  @Test
  void thePolicyThatIsJudgedStandsBesideTheBestOfTheOthers() {
    ArenaCase one = ArenaDraw.named("bag-tail-14", FAMILIES).orElseThrow();
    CaseResults result =
        new Contest(2, PastRuns.NONE).run(List.of(one), List.of("bag"), steps()).get(0);
    assertThat(result.byPolicy()).containsOnlyKeys("bag", "hads", "on-demand");
    assertThat(result.bestRival("hads")).contains("bag");
    assertThat(result.bestRival("bag")).contains("hads");
    assertThat(result.overBest("bag").orElseThrow())
        .isEqualTo(result.dollars("bag") / result.dollars("hads"));
    assertThat(result.boundDollars()).isPositive().isLessThan(result.dollars("bag"));
    // Nothing befalls who rents no spot machine, so it is run once.
    assertThat(result.of("on-demand")).hasSize(1);
    assertThat(result.of("bag")).hasSize(2);
  }

  private static Steps steps() {
    return new Steps(Progress.NONE, 1);
  }

  /** Rivals of bags and of workflows, each judged where it can take part. */
  @Test
  void theReportHasARowForEachFamilyAPolicyTakesPartIn() {
    List<ArenaFamily> some =
        FAMILIES.stream().filter(one -> one.name().matches("bag-t.*|flow-(second|wrong)")).toList();
    var choice = new ArenaChoice(ArenaChoice.FINAL, Optional.empty(), List.of("hads", "greedy"));
    Report report = new Arena(choice, some, 8).run(Setup.of(Length.QUICK, 1));
    assertThat(report.rows())
        .filteredOn(row -> row.figure().equals("families"))
        .extracting(row -> row.policy() + " " + row.situation())
        .containsExactly(
            "hads bag-tail",
            "hads bag-tight",
            "hads all",
            "greedy flow-second",
            "greedy flow-wrong",
            "greedy all");
    assertThat(report.rows())
        .filteredOn(row -> row.figure().equals("worst"))
        .flatExtracting(Row::keys)
        .anyMatch(key -> key.value().toString().startsWith("windhover reproduce arena --case "));
    assertThat(report.checks())
        .filteredOn(check -> check.name().startsWith("the lower bound"))
        .allMatch(check -> check.ok());
    assertThat(report.charts()).hasSize(2).noneMatch(chart -> chart.isEmpty());
  }

  @Test
  void aSingleCaseShowsEverybody() {
    var choice = new ArenaChoice(2, Optional.of("flow-second-4"), List.of("greedy"));
    Report report = run(choice);
    assertThat(report.rows()).extracting(Row::policy).contains("bound", "greedy", "scs", "ic-pcp");
    assertThat(report.rows()).allMatch(row -> row.situation().equals("flow-second-4"));
  }

  @Test
  void whatIsNoCaseAndNoPolicyIsNamed() {
    var choice = new ArenaChoice(2, Optional.of("bag-tial-14"), List.of());
    assertThatThrownBy(() -> run(choice))
        .isInstanceOf(BadData.class)
        .hasMessageContaining("bag-tial-14")
        .hasMessageContaining("bag-tail");
    assertThatThrownBy(() -> new ArenaChoice(2, Optional.empty(), List.of("gready")))
        .hasMessageContaining("greedy");
  }

  @Test
  void aResultIsReadAsItWasWritten() {
    var result = new ArenaResult(0.125, 7, 2, "a bug\tin\ntwo lines");
    assertThat(ArenaResult.parse(result.text()))
        .contains(new ArenaResult(0.125, 7, 2, "a bug in two lines"));
    assertThat(ArenaResult.parse("0.125\t7")).isEmpty();
  }

  @Test
  void moreMachinesMakeASafePlanEndSooner() {
    ArenaCase one = ArenaDraw.named("market-calm-2", FAMILIES).orElseThrow();
    var job = one.world().arrivals().apply(1).get(0).spec();
    List<Offer> offers = one.world().offers();
    long many = SafePlan.endMillis(job, offers).orElseThrow();
    long few =
        SafePlan.endMillis(job, offers.stream().map(offer -> offer.limited(1)).toList())
            .orElseThrow();
    assertThat(many).isLessThanOrEqualTo(few).isPositive();
    assertThat(SafePlan.endMillis(job, List.of())).isEmpty();
  }
}
