package io.windhover.workload.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArrivalPatternTest {
  private static final long HOUR_MILLIS = 3_600_000;

  @ParameterizedTest
  @EnumSource
  void everyPatternHasTheSameMeanRate(ArrivalPattern pattern) {
    long[] arrivals = pattern.arrivalsMillis(60, 720, 1);
    assertThat(arrivals).isSorted();
    // 43,200 expected, of standard deviation 208.
    assertThat(arrivals.length).isBetween(42_400, 44_000);
    assertThat(arrivals[arrivals.length - 1]).isLessThan(720 * HOUR_MILLIS);
  }

  @ParameterizedTest
  @EnumSource
  void theSameSeedGivesTheSameStream(ArrivalPattern pattern) {
    long[] stream = pattern.arrivalsMillis(6, 72, 7);
    assertThat(stream).isEqualTo(pattern.arrivalsMillis(6, 72, 7));
    assertThat(stream).isNotEqualTo(pattern.arrivalsMillis(6, 72, 8));
  }

  @Test
  void growingEndsBusierThanItBegins() {
    long[] arrivals = ArrivalPattern.GROWING.arrivalsMillis(60, 72, 1);
    long firstThird = Arrays.stream(arrivals).filter(at -> at < 24 * HOUR_MILLIS).count();
    long lastThird = Arrays.stream(arrivals).filter(at -> at >= 48 * HOUR_MILLIS).count();
    assertThat(lastThird).isGreaterThan(2 * firstThird);
  }

  @Test
  void offMeansThatNobodyComes() {
    assertThat(Arrays.stream(ArrivalPattern.ON_OFF.arrivalsMillis(60, 72, 1)))
        .allMatch(at -> at % (6 * HOUR_MILLIS) < 2 * HOUR_MILLIS);
  }
}
