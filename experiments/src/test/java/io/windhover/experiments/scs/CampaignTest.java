package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.paper.PastRuns;
import io.windhover.experiments.paper.Progress;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.experiments.scs.ScsSetting.Meter;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** A cheap policy in one cell, with jobs for a day. */
final class CampaignTest {
  private static final Case ONE =
      Case.usual(
          Policies.GREEDY,
          new Cell(Application.PIPELINE, ArrivalPattern.STABLE, ScsSetting.HOUR_MILLIS));

  private final Campaign campaign = new Campaign(Scope.quick(4, 24), PastRuns.NONE);

  private void run(Block... blocks) {
    campaign.run(List.of(blocks), new Steps(Progress.NONE, blocks.length));
  }

  @Test
  void whoWantsFewDrawsOfACaseDoesNotTakeThemFromWhoWantsMany() {
    run(
        Block.of("few", List.of(ONE), 1),
        Block.of("many", List.of(ONE), 4),
        Block.of("few", List.of(ONE), 2));

    assertThat(campaign.of(ONE).all()).hasSize(4);
    assertThat(campaign.of(ONE, 2).all()).isEqualTo(campaign.of(ONE).all().subList(0, 2));
  }

  @Test
  void blocksTogetherAreTheSameRuns() {
    List<Block> blocks =
        List.of(Block.of("many", List.of(ONE), 3), Block.of("few", List.of(ONE), 1));
    run(Block.together("both", blocks));

    assertThat(campaign.of(ONE).seeds()).hasSize(3);
    assertThat(campaign.bounds(ONE)).hasSize(3);
  }

  @Test
  void whatWasRunBeforeIsNotRunAgain() {
    var past = new Memory();
    Campaign first = campaign(past, 2);
    assertThat(past.results).hasSize(4); // With a bound for each draw.

    past.added.clear();
    Campaign second = campaign(past, 3);

    assertThat(past.added).hasSize(2).allMatch(name -> name.contains("seed 3"));
    assertThat(second.of(ONE).all().subList(0, 2)).isEqualTo(first.of(ONE).all());
    assertThat(second.bounds(ONE).subList(0, 2)).isEqualTo(first.bounds(ONE));
    assertThat(second.of(ONE).all().get(0).use()).isNotEmpty();
  }

  @Test
  void whatCannotBeReadIsRunAgain() {
    var past = new Memory();
    Campaign first = campaign(past, 1);

    past.results.replaceAll((name, result) -> result.replaceAll("[0-9]$", "?"));
    Campaign second = campaign(past, 1);

    assertThat(second.of(ONE)).isEqualTo(first.of(ONE));
    assertThat(second.bounds(ONE)).isEqualTo(first.bounds(ONE));
  }

  /** Whatever a run's result depends on must be in the name that it is found by. */
  @Test
  void noRunIsTakenForAnother() {
    Case greedy = ErrorKind.exact(ONE.cell(), Policies.GREEDY);
    Case gain = ErrorKind.RUNTIMES.in(ONE.cell(), Policies.GAIN_WAIT);
    Cell growing = new Cell(Application.PIPELINE, ArrivalPattern.GROWING, ScsSetting.HOUR_MILLIS);
    List<Case> cases =
        List.of(
            ONE,
            Case.usual(Policies.GREEDY, growing),
            Case.exact(Policies.GREEDY, ONE.cell(), Meter.SECOND, ScsSetting.USUAL),
            Case.exact(Policies.GREEDY, ONE.cell(), Meter.HOUR, ScsSetting.LIGHT),
            greedy.withLessTime(10),
            ErrorKind.exact(ONE.cell(), Policies.GAIN_WAIT),
            gain,
            gain.withMargins(10),
            ErrorKind.LAG.in(ONE.cell(), Policies.GAIN_WAIT),
            ErrorKind.BOTH.in(ONE.cell(), Policies.GAIN_WAIT));
    var past = new Memory();
    for (double hours : new double[] {1, 2}) {
      new Campaign(Scope.quick(1, hours), past)
          .run(List.of(Block.of("all", cases, 1)), new Steps(Progress.NONE, 1));
    }

    assertThat(past.added.stream().filter(name -> !name.startsWith("lower-bound")))
        .hasSize(2 * cases.size())
        .doesNotHaveDuplicates();
  }

  private static Campaign campaign(PastRuns past, int draws) {
    var made = new Campaign(Scope.quick(4, 24), past);
    made.run(List.of(Block.of("some", List.of(ONE), draws)), new Steps(Progress.NONE, 1));
    return made;
  }

  private static final class Memory implements PastRuns {
    private final Map<String, String> results = new ConcurrentHashMap<>();
    private final List<String> added = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Optional<String> result(String run) {
      return Optional.ofNullable(results.get(run));
    }

    @Override
    public void add(String run, String result) {
      added.add(run);
      results.put(run, result);
    }
  }
}
