package io.windhover.policies.harvest.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.policies.harvest.predict.Drops;
import org.junit.jupiter.api.Test;

final class OctavesTest {
  private static final long LONGEST = 24 * 3_600_000L;

  @Test
  void everyDurationLiesInOneAndNoHorizonOfTheDropsWithinAny() {
    Octaves octaves = new Octaves(LONGEST);
    for (long millis = 0; millis <= LONGEST; millis += 25_000) {
      int octave = octaves.of(millis);
      assertThat(octave).isBetween(0, octaves.size() - 1);
      assertThat(millis).isBetween(octaves.leastMillis(octave), octaves.mostMillis(octave) - 1);
    }
    for (long horizon : Drops.horizonsBelow(LONGEST)) {
      assertThat(octaves.leastMillis(octaves.of(horizon))).isEqualTo(horizon);
    }
  }
}
