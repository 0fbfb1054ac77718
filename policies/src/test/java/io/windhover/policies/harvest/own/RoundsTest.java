package io.windhover.policies.harvest.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.policies.harvest.predict.Drops;
import org.junit.jupiter.api.Test;

class RoundsTest {
  private static final long SECOND = 1000;
  private static final long[] LONGEST = {1, SECOND, 59 * SECOND, 4500 * SECOND, 43_200 * SECOND};

  @Test
  void everyDurationLiesBetweenItsRoundOneAndTheNext() {
    for (long longest : LONGEST) {
      Rounds rounds = new Rounds(longest);
      for (long duration = 1; duration <= longest; duration += 1 + longest / 997) {
        int round = rounds.upTo(duration);
        assertThat(duration)
            .as("of %d", longest)
            .isBetween(rounds.millis()[round], rounds.endMillis(round));
      }
    }
  }

  @Test
  void noHorizonLiesBetweenTwoNeighbours() {
    for (long longest : LONGEST) {
      Rounds rounds = new Rounds(longest);
      for (long horizon : Drops.horizonsBelow(longest)) {
        assertThat(rounds.millis()).contains(horizon);
      }
    }
  }
}
