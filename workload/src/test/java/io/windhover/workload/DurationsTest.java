package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "250ms, 250",
    "90s, 90000",
    "35m, 2100000",
    "1h30m, 5400000",
    "1h 30m, 5400000",
    "2d, 172800000",
    "1.5h, 5400000",
    "0.001s, 1",
    "1d2h3m4s5ms, 93784005",
    "0h5m, 300000",
    "36500d, 3153600000000",
  })
  void spansAreExact(String text, long millis) {
    assertThat(Durations.parseMillis(text)).isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "5", "m", "5 m", "-5m", "5m5h", "5m5m", "0s", "0h0m", "5min", "5M", "1.5ms", " 5m",
        "5m ", "5m  5s", "1e3s", "0.0001s", "٥m"
      })
  void anythingElseIsNoSpan(String text) {
    assertThatThrownBy(() -> Durations.parseMillis(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"" + text + "\" is not a time span; expected one like 90s, 35m or 1h30m");
  }

  @Test
  void aCenturyIsTheLimit() {
    assertThatThrownBy(() -> Durations.parseMillis("9999999999s"))
        .hasMessage("\"9999999999s\" has too many digits; expected at most 36500d");
    assertThatThrownBy(() -> Durations.parseMillis("36500d1ms"))
        .hasMessage("\"36500d1ms\" is too long; expected at most 36500d");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0ms",
    "999, 999ms",
    "1000, 1s",
    "4249, 4.2s",
    "59949, 59.9s",
    "59950, 1m",
    "200000, 3m 20s",
    "3599499, 59m 59s",
    "3599500, 1h",
    "5400000, 1h 30m",
    "86399999, 1d",
    "187200000, 2d 4h",
    "-200000, -3m 20s",
  })
  void peopleSeeTwoUnitsAtMost(long millis, String text) {
    assertThat(Durations.format(millis)).isEqualTo(text);
  }

  @Test
  void whatIsShownCanBeReadAgain() {
    for (long millis = 1; millis < Durations.MILLIS_MAX; millis = millis * 3 + 1) {
      long read = Durations.parseMillis(Durations.format(millis));
      assertThat(Math.abs(read - millis)).isLessThanOrEqualTo(millis / 20);
    }
  }
}
