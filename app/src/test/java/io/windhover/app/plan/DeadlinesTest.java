package io.windhover.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.workload.Durations;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeadlinesTest {
  private static String shown(List<Long> deadlines) {
    return deadlines.stream().map(Durations::format).collect(Collectors.joining(", "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "35m | 35m",
        "1h,20m, 30m ,20m | 20m, 30m, 1h",
        "20m..2h | 20m, 30m, 40m, 50m, 1h, 1h 10m, 1h 20m, 1h 30m, 1h 40m, 1h 50m, 2h",
        "17m..2h | 17m, 24m, 36m, 48m, 1h, 1h 12m, 1h 24m, 1h 36m, 1h 48m, 2h",
        "10m..12m | 10m, 10m 12s, 10m 24s, 10m 36s, 10m 48s, 11m, 11m 12s, 11m 24s, 11m 36s,"
            + " 11m 48s, 12m",
        "10m .. 2d | 10m, 19m, 35m, 1h 5m, 2h, 3h 50m, 7h 30m, 14h, 1d 2h, 2d",
        "1s..2s | 1s, 2s",
      })
  void areReadAndSpacedRoundly(String text, String expected) {
    assertThat(shown(Deadlines.parse(text))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "soon | \"soon\" is not a time span; expected one like 90s, 35m or 1h30m",
        "20m.. | \"\" is not a time span; expected one like 90s, 35m or 1h30m",
        "20m,,1h | \"\" is not a time span; expected one like 90s, 35m or 1h30m",
        "2h..20m | \"2h..20m\" does not rise; expected the shorter one first, as in 20m..2h",
        "1h..60m | \"1h..60m\" does not rise; expected the shorter one first, as in 20m..2h",
      })
  void whatIsNoneIsSaid(String text, String why) {
    assertThatThrownBy(() -> Deadlines.parse(text)).hasMessage(why);
  }

  @Test
  void aLongListIsRefused() {
    String text =
        java.util.stream.IntStream.rangeClosed(1, 51)
            .mapToObj(i -> i + "m")
            .collect(Collectors.joining(","));
    assertThatThrownBy(() -> Deadlines.parse(text))
        .hasMessage("51 deadlines are too many; expected at most 50");
  }

  @Test
  void anyRangeOfMinutesAndMoreHasEightToTwelvePointsWithBothEnds() {
    var chance = new SplittableRandom(7);
    for (int i = 0; i < 5_000; i++) {
      long from = chance.nextLong(60_000, 100_000_000) / 1000 * 1000;
      long until = from + chance.nextLong(60_000, 1_000_000_000) / 1000 * 1000;
      List<Long> points = Deadlines.range(from, until);
      assertThat(points).as("%d..%d", from, until).isSorted().doesNotHaveDuplicates();
      assertThat(points.size()).as("%d..%d: %s", from, until, points).isBetween(7, 12);
      assertThat(points.get(0)).isEqualTo(from);
      assertThat(points.get(points.size() - 1)).isEqualTo(until);
    }
  }

  @Test
  void aJobWithoutOneIsLookedAtFromItsEarliestEndOn() {
    List<Long> points = Deadlines.after(600_000);

    assertThat(points.get(0)).isBetween(750_000L, 840_000L);
    assertThat(points.get(points.size() - 1)).isBetween(3_600_000L, 4_000_000L);
  }

  @ParameterizedTest
  @CsvSource({"3/h, 3", "5/35m, 8.571428571428571", "0, 0", "0.5/1d, 0.020833333333333332"})
  void ratesAreByTheHour(String text, double perHour) {
    assertThat(Rate.perHour(text)).isEqualTo(perHour);
  }

  @ParameterizedTest
  @CsvSource({"3", "/h", "3/", "3/x", "-1/h", "3 per h"})
  void aRateNeedsASpan(String text) {
    assertThatThrownBy(() -> Rate.perHour(text))
        .hasMessage("\"" + text + "\" is not a rate; expected one like 3/h or 5/35m");
  }

  @Test
  void aRateHasALimit() {
    assertThatThrownBy(() -> Rate.perHour("2000000/s"))
        .hasMessage("\"2000000/s\" is too often; expected at most 1,000,000 in a span");
  }
}
