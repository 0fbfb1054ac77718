package io.windhover.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.ToManager.Slept;
import org.junit.jupiter.api.Test;

/** A machine that was frozen finds out by its clocks. */
class StandstillTest {
  private long wallMillis = 1_000_000;
  private long steadyMillis = 50;
  private final Standstill standstill = new Standstill(() -> wallMillis, () -> steadyMillis);

  private void tickAfter(long byTheWall, long bySteadyClock) {
    wallMillis += byTheWall;
    steadyMillis += bySteadyClock;
    standstill.tick();
  }

  @Test
  void aMachineThatIsOnlySlowWasNotFrozen() {
    tickAfter(1_000, 1_000);
    tickAfter(6_000, 6_000);
    tickAfter(-3_600_000, 1_000);
    assertThat(standstill.toSay()).isNull();
  }

  @Test
  void eitherClockTells() {
    tickAfter(1_000, 1_000);
    tickAfter(60_000, 900);
    assertThat(standstill.toSay()).isEqualTo(new Slept(1_001_000, 60_000));
    standstill.answered();
    tickAfter(0, 30_000);
    assertThat(standstill.toSay()).isEqualTo(new Slept(1_031_000, 30_000));
  }

  @Test
  void itIsSaidUntilItIsAnswered() {
    tickAfter(60_000, 60_000);
    standstill.answered();
    assertThat(standstill.toSay()).as("what was answered came before").isNotNull();
    assertThat(standstill.toSay()).isNotNull();
    standstill.answered();
    assertThat(standstill.toSay()).isNull();
  }
}
