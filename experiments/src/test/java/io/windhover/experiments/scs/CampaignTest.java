package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.paper.Progress;
import io.windhover.experiments.paper.Steps;
import io.windhover.experiments.scs.Campaign.Block;
import io.windhover.experiments.scs.ScsSetting.Cell;
import io.windhover.workload.generate.Application;
import io.windhover.workload.generate.ArrivalPattern;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cheap policy in one cell, with jobs for a day. */
final class CampaignTest {
  private static final Case ONE =
      Case.usual(
          Policies.GREEDY,
          new Cell(Application.PIPELINE, ArrivalPattern.STABLE, ScsSetting.HOUR_MILLIS));

  private final Campaign campaign = new Campaign(Scope.quick(4, 24));

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
}
