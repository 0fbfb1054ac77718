package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A clock of which everything can be set by hand. */
final class SteadyClockTest {
  private static final long HOUR = 3_600_000;

  private long wallMillis = 1_800_000_000_000L;
  private long ranMillis = 77;
  private long bootMillis = 5_000;
  private final SteadyClock clock =
      new SteadyClock(
          () -> wallMillis, () -> ranMillis * 1_000_000, () -> OptionalLong.of(bootMillis));
  private final long startMillis = clock.getAsLong();

  private void pass(long millis) {
    ranMillis += millis;
    bootMillis += millis;
    wallMillis += millis;
  }

  private long sinceStart() {
    return clock.getAsLong() - startMillis;
  }

  @Test
  void beginsWithTheSystemsClockAndGoesOn() {
    assertThat(startMillis).isEqualTo(1_800_000_000_000L);
    pass(17_000);
    assertThat(sinceStart()).isEqualTo(17_000);
  }

  @Test
  void steppedBackAndForthItCountsOnlyWhatHasPassed() {
    for (long step : new long[] {-2 * HOUR, 3 * HOUR, -HOUR, 10 * HOUR, -10 * HOUR}) {
      pass(1_000);
      wallMillis += step;
      long before = sinceStart();
      pass(2_000);
      assertThat(sinceStart()).isEqualTo(before + 2_000);
    }
    assertThat(sinceStart()).isEqualTo(15_000);
  }

  @Test
  void timeThatTheMachineSleptHasPassed() {
    pass(1_000);
    bootMillis += 8 * HOUR;
    wallMillis += 8 * HOUR;
    assertThat(sinceStart()).isEqualTo(8 * HOUR + 1_000);
    wallMillis -= 2 * HOUR;
    pass(1_000);
    assertThat(sinceStart()).isEqualTo(8 * HOUR + 2_000);
    bootMillis += HOUR;
    wallMillis += HOUR;
    assertThat(sinceStart()).isEqualTo(9 * HOUR + 2_000);
  }
}
