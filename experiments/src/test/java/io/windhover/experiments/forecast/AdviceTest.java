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
          new Outcome(
              Optional.empty(), true, true, 1, run < inTime ? 1 : 0, dollars, 1, 0, List.of()));
    }
    return Point.of(minutes * 60_000L, outcomes, References.NONE);
  }

  private static Point impossible(int minutes) {
    List<Outcome> runs = List.of(Outcome.impossible("too early", 1));
    return Point.of(minutes * 60_000L, runs, References.NONE);
  }

  @Test
  void theShortestSureDeadlineWithinFivePerCentOfTheCheapestIsAdvised() {
    Point right = point(50, 100, 0.209);
    Advice advice =
        Advice.of(
            Subject.JOB,
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
    assertThat(Advice.of(Subject.JOB, List.of(near, point(60, 100, 1.0))).chosen())
        .containsSame(near);
  }

  @Test
  void justAboveFivePerCentIsNot() {
    Point cheap = point(60, 100, 1.0);
    assertThat(Advice.of(Subject.JOB, List.of(point(30, 100, 1.051), cheap)).chosen())
        .containsSame(cheap);
  }

  @Test
  void whatIsNotSureIsNeitherAdvisedNorTheMeasureOfCheap() {
    Point sure = point(40, 99, 0.5);
    Advice advice = Advice.of(Subject.JOB, List.of(point(30, 98, 0.1), sure, point(50, 100, 0.5)));

    assertThat(advice.chosen()).containsSame(sure);
    assertThat(advice.text()).endsWith("less time is not sure, more time saves nothing.");
  }

  @Test
  void theEndsOfWhatWasLookedAtAreNamed() {
    Point only = point(40, 100, 0.5);
    assertThat(Advice.of(Subject.JOB, List.of(impossible(30), only)).text())
        .endsWith("100 of 100 in time; less time is not enough, more time was not looked at.");
    assertThat(Advice.of(Subject.JOB, List.of(only, point(50, 100, 0.6))).text())
        .endsWith("less time was not looked at, more time saves nothing.");
  }

  @Test
  void whenNoneIsSureTheNearestIsSaid() {
    Point nearest = point(40, 97, 0.3);
    Advice advice =
        Advice.of(Subject.JOB, List.of(point(30, 10, 0.1), nearest, point(50, 96, 0.2)));

    assertThat(advice.chosen()).isEmpty();
    assertThat(advice.about()).contains(nearest);
    assertThat(advice.text())
        .isEqualTo(
            "None of these deadlines is sure: 40m comes nearest, $0.3000 expected, at most"
                + " $0.3000 in 95 of 100, 97 of 100 in time.");
  }

  @Test
  void whenAllAreEquallyHopelessTheLongestIsNamedAndMoreTimeAdvised() {
    Advice advice = Advice.of(Subject.JOB, List.of(point(30, 0, 0.1), point(40, 0, 0.1)));

    assertThat(advice.text()).contains("40m comes nearest").endsWith("; allow more time.");
  }

  @Test
  void aSingleDeadlineIsJudgedByItself() {
    assertThat(Advice.of(Subject.JOB, List.of(point(35, 100, 0.2))).text())
        .isEqualTo(
            "Within 35m: $0.2000 expected, at most $0.2000 in 95 of 100, 100 of 100 in time.");
    assertThat(Advice.of(Subject.JOB, List.of(point(35, 90, 0.2))).text())
        .endsWith("; that is not sure.");
    assertThat(Advice.of(Subject.JOB, List.of(impossible(5))).text()).isEqualTo("too early");
    assertThat(Advice.of(Subject.JOB, List.of(impossible(5), impossible(6))).text())
        .isEqualTo("none of these deadlines can be met: too early");
  }

  /** Two runs of 200 jobs each, of which 3 and 1 are late. */
  @Test
  void ofAStreamJobsAreCountedAndNotRuns() {
    List<Outcome> runs = new ArrayList<>();
    for (int late : List.of(3, 1)) {
      runs.add(new Outcome(Optional.empty(), true, true, 200, 200 - late, 4, 60_000, 0, List.of()));
    }
    Point point = Point.of(60_000, runs, References.NONE);

    assertThat(point.probability()).isEqualTo(0.99);
    assertThat(point.worstShare()).isEqualTo(0.985);
    assertThat(point.costPerJob()).hasValue(0.02);
    assertThat(Advice.of(Subject.STREAM, List.of(point, point(2, 100, 5))).text())
        .startsWith("Promise 1m: $4.0000 expected, at most $4.0000 in 95 of 100, 396 of 400 jobs");
  }

  @Test
  void whatIsDoneLateThoughItCannotBeInTimeHasItsCostAndIsNotEnough() {
    List<Outcome> late =
        List.of(new Outcome(Optional.of("too early"), true, true, 1, 0, 0.1, 60_000, 0, List.of()));
    Point early = Point.of(60_000, late, References.NONE);

    assertThat(early.possible()).isFalse();
    assertThat(early.runs()).isOne();
    assertThat(early.costMean()).isEqualTo(0.1);
    assertThat(Advice.of(Subject.JOB, List.of(early, point(2, 100, 5))).text())
        .startsWith("Give it 2m")
        .contains("less time is not enough");
  }

  @Test
  void whereNothingCouldBeginThereAreNoRuns() {
    assertThat(impossible(10).runs()).isZero();
    assertThat(impossible(10).isSure()).isFalse();
  }
}
