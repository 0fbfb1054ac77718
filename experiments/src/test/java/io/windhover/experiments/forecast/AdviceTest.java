package io.windhover.experiments.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rule on curves drawn by hand: a deadline in minutes, so many of 100 in time, a cost. */
final class AdviceTest {
  private static Point point(int minutes, int inTime, double dollars) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int run = 0; run < 100; run++) {
      outcomes.add(
          new Outcome(Optional.empty(), true, run < inTime, dollars, 60_000, 0, List.of()));
    }
    return Point.of(minutes * 60_000L, outcomes, References.NONE);
  }

  private static Point impossible(int minutes) {
    return Point.of(minutes * 60_000L, List.of(Outcome.impossible("too early")), References.NONE);
  }

  @Test
  void theShortestSureDeadlineWithinFivePerCentOfTheCheapestIsAdvised() {
    Point right = point(50, 100, 0.209);
    Advice advice =
        Advice.of(
            List.of(
                impossible(10),
                point(20, 100, 0.4),
                point(40, 100, 0.22),
                right,
                point(60, 100, 0.2),
                point(120, 100, 0.2)));

    assertThat(advice.chosen()).containsSame(right);
    assertThat(advice.text())
        .isEqualTo(
            "Give it 50m: $0.2090 expected, at most $0.2090 in 95 of 100, 100 of 100 in time;"
                + " less time costs more, more time saves under 5 %.");
  }

  @Test
  void exactlyFivePerCentAboveIsNearEnough() {
    Point near = point(30, 100, 1.05);
    assertThat(Advice.of(List.of(near, point(60, 100, 1.0))).chosen()).containsSame(near);
  }

  @Test
  void justAboveFivePerCentIsNot() {
    Point cheap = point(60, 100, 1.0);
    assertThat(Advice.of(List.of(point(30, 100, 1.051), cheap)).chosen()).containsSame(cheap);
  }

  @Test
  void whatIsNotSureIsNeitherAdvisedNorTheMeasureOfCheap() {
    Point sure = point(40, 99, 0.5);
    Advice advice = Advice.of(List.of(point(30, 98, 0.1), sure, point(50, 100, 0.5)));

    assertThat(advice.chosen()).containsSame(sure);
    assertThat(advice.text()).endsWith("less time is not sure, more time saves nothing.");
  }

  @Test
  void theEndsOfWhatWasLookedAtAreNamed() {
    Point only = point(40, 100, 0.5);
    assertThat(Advice.of(List.of(impossible(30), only)).text())
        .endsWith("100 of 100 in time; less time is not enough, more time was not looked at.");
    assertThat(Advice.of(List.of(only, point(50, 100, 0.6))).text())
        .endsWith("less time was not looked at, more time saves nothing.");
  }

  @Test
  void whenNoneIsSureTheNearestIsSaid() {
    Advice advice = Advice.of(List.of(point(30, 10, 0.1), point(40, 97, 0.3)));

    assertThat(advice.chosen()).isEmpty();
    assertThat(advice.text())
        .isEqualTo(
            "None of these deadlines is sure: 40m comes nearest, $0.3000 expected, at most"
                + " $0.3000 in 95 of 100, 97 of 100 in time; allow more time.");
  }

  @Test
  void aSingleDeadlineIsJudgedByItself() {
    assertThat(Advice.of(List.of(point(35, 100, 0.2))).text())
        .isEqualTo(
            "Within 35m: $0.2000 expected, at most $0.2000 in 95 of 100, 100 of 100 in time.");
    assertThat(Advice.of(List.of(point(35, 90, 0.2))).text()).endsWith("; that is not sure.");
    assertThat(Advice.of(List.of(impossible(5))).text()).isEqualTo("too early");
    assertThat(Advice.of(List.of(impossible(5), impossible(6))).text())
        .isEqualTo("none of these deadlines can be met: too early");
  }
}
