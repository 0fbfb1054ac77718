package io.windhover.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Half past twelve in Berlin, on a day in winter. */
class ClockTimesTest {
  private final ClockTimes noon =
      new ClockTimes(
          Instant.parse("2026-11-18T11:30:00Z").toEpochMilli(), ZoneId.of("Europe/Berlin"));

  @ParameterizedTest
  @CsvSource({
    "18:00, 2026-11-18T18:00:00+01:00",
    "9:15, 2026-11-19T09:15:00+01:00",
    "12:30, 2026-11-19T12:30:00+01:00",
    "12:30:01, 2026-11-18T12:30:01+01:00",
    "2026-11-20T18:00, 2026-11-20T18:00:00+01:00",
    "2026-11-20 18:00, 2026-11-20T18:00:00+01:00",
    "2026-11-20T18:00Z, 2026-11-20T19:00:00+01:00",
    "2026-07-01T18:00, 2026-07-01T18:00:00+02:00"
  })
  void aTimeOfDayThatHasPassedIsTomorrows(String typed, String meant) {
    assertThat(ClockTimes.isMoment(typed)).isTrue();
    assertThat(noon.text(noon.nextMillis(typed))).isEqualTo(meant);
  }

  @Test
  void theBeginningMayLieInThePast() {
    assertThat(noon.text(noon.millis("09:00"))).isEqualTo("2026-11-18T09:00:00+01:00");
  }

  @ParameterizedTest
  @ValueSource(strings = {"25:00", "2026-13-01T10:00", "2026-11-20T18:00+1", "soon"})
  void whatIsNoTimeIsNamed(String typed) {
    assertThatThrownBy(() -> noon.nextMillis(typed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "\"%s\" is no time; expected one like 18:00, 2026-11-20T18:00 or 2026-11-20T18:00Z",
            typed);
  }
}
