package io.windhover.experiments.scs;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.experiments.scs.Draws.Room;
import io.windhover.policies.workflow.plan.Dag;
import io.windhover.policies.workflow.plan.VmTypes;
import io.windhover.workload.generate.Application;
import org.junit.jupiter.api.Test;

final class DrawsTest {
  private static final long HALF_AN_HOUR = ScsSetting.HOUR_MILLIS / 2;

  @Test
  void aDrawThatNobodyCouldMeetGivesWayToTheNextSeedAndIsCounted() {
    Draws draws = Draws.of(Application.HYBRID, HALF_AN_HOUR, Room.EXACT, 20);

    VmTypes types = VmTypes.of(ScsSetting.offers(ScsSetting.Meter.HOUR));
    assertThat(draws.seeds()).hasSize(20).isSorted().doesNotHaveDuplicates();
    assertThat(draws.seeds())
        .allSatisfy(
            seed ->
                assertThat(
                        Dag.of(Draws.job(Application.HYBRID, HALF_AN_HOUR, seed), types)
                            .fastestMillis())
                    .isLessThanOrEqualTo(HALF_AN_HOUR - ScsSetting.LAG_MILLIS));
    assertThat(draws.redrawn()).isPositive().isEqualTo(draws.seeds().get(19) - 20);
  }

  @Test
  void drawsForErrorsAreAmongThoseWithout() {
    Draws exact = Draws.of(Application.PIPELINE, HALF_AN_HOUR, Room.EXACT, 40);
    Draws errors = Draws.of(Application.PIPELINE, HALF_AN_HOUR, Room.FOR_ERRORS, 10);

    assertThat(exact.seeds()).containsAll(errors.seeds());
    assertThat(errors.redrawn()).isPositive();
  }

  @Test
  void withTwoHoursNothingIsRedrawn() {
    Draws draws = Draws.of(Application.PIPELINE, 2 * ScsSetting.HOUR_MILLIS, Room.EXACT, 10);
    assertThat(draws.redrawn()).isZero();
    assertThat(draws.seeds()).startsWith(1L, 2L, 3L);
  }
}
