package io.windhover.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ScaledClockTest {
  private static final long ORIGIN = 1_800_000_000_000L;

  @Test
  void anHourOfItIsAMinute() {
    var clock = new ScaledClock(ORIGIN, 60);
    assertThat(clock.atReal(ORIGIN)).isEqualTo(ORIGIN);
    assertThat(clock.atReal(ORIGIN + 60_000)).isEqualTo(ORIGIN + 3_600_000);
    assertThat(clock.realAt(3_600_000)).isEqualTo(ORIGIN + 60_000);
    assertThat(clock.span(1_000)).isEqualTo(60_000);
    assertThat(clock.realSpan(60_000)).isEqualTo(1_000);
    assertThat(clock.realSpan(1)).as("never too early").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 60, 0.5, 12.25, 3_600, 100_000})
  void aMachineIsToldInItsEnvironment(double factor) {
    var clock = new ScaledClock(ORIGIN, factor);
    Map<String, String> environment = new TreeMap<>();
    clock.put(environment);
    assertThat(ScaledClock.in(environment)).contains(clock);
  }

  @Test
  void whoIsToldNothingGoesByTheSystemsClock() {
    assertThat(ScaledClock.in(Map.of())).isEmpty();
    assertThat(ScaledClock.in(Map.of("WINDHOVER_SPEED", "60"))).as("a task of another").isEmpty();
    assertThat(ScaledClock.REAL.atReal(ORIGIN)).isEqualTo(ORIGIN);
    assertThat(ScaledClock.REAL.realSpan(ORIGIN)).isEqualTo(ORIGIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "fast", "-1", "1e3"})
  void whatMakesNoSenseIsSaid(String speed) {
    assertThatThrownBy(
            () ->
                ScaledClock.in(
                    Map.of("WINDHOVER_SPEED", speed, "WINDHOVER_SPEED_SINCE", "" + ORIGIN)))
        .hasMessageContaining("WINDHOVER_SPEED=" + speed)
        .hasMessageContaining("expected epoch milliseconds and a factor");
  }
}
