package io.windhover.policies.harvest.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windhover.core.chance.Chance;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TermsTest {
  private static final long MINUTE = 60_000;
  private static final Harvest.Weights LATENESS = new Harvest.Weights(0, 0, 0, 0);

  private static double ifKilledMinutes(long durationMinutes, long targetMinutes) {
    return new Terms(LATENESS, durationMinutes * MINUTE, targetMinutes * MINUTE).cost(0, 1, 0, 0)
        / MINUTE;
  }

  /** Killed at any moment alike, a fifth of the time twice. */
  @Test
  void latenessIsThatOfManyKills() {
    for (long target = 60; target <= 200; target += 20) {
      SplittableRandom chance = Chance.stream(target, "kills", 0);
      double late = 0;
      int kills = 200_000;
      for (int i = 0; i < kills; i++) {
        double lost = chance.nextDouble();
        lost += chance.nextInt(5) == 0 ? chance.nextDouble() : 0;
        late += Math.max(0, 60 * (1 + lost) - target);
      }
      assertThat(ifKilledMinutes(60, target)).isCloseTo(late / kills, within(0.2));
    }
  }

  /** 40 of 60 minutes: done again in time when killed early, not when killed near the end. */
  @Test
  void aTaskOfOverHalfTheJobMayNotBeThrownAway() {
    assertThat(ifKilledMinutes(40, 60)).isGreaterThan(4);
    assertThat(ifKilledMinutes(20, 60)).isLessThan(1);
  }
}
