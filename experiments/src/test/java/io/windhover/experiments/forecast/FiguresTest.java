package io.windhover.experiments.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FiguresTest {
  private static Outcome outcome(double dollars, Use... uses) {
    return new Outcome(
        Optional.empty(), true, true, 1, 1, dollars, 1000 * dollars, 2, List.of(uses));
  }

  /** z squared is 3.8415. 8 of 10: (0.8 + 0.19207) / 1.38415 = 0.71674, half 0.22658. */
  @Test
  void wilsonByHand() {
    Interval eight = Interval.wilson(8, 10);
    assertThat(eight.low()).isCloseTo(0.4902, within(1e-4));
    assertThat(eight.high()).isCloseTo(0.9433, within(1e-4));
    // All of them: 1 / (1 + z squared / n).
    assertThat(Interval.wilson(100, 100).low()).isCloseTo(1 / 1.038415, within(1e-6));
    assertThat(Interval.wilson(100, 100).high()).isEqualTo(1);
    assertThat(Interval.wilson(0, 100).low()).isZero();
    assertThat(Interval.wilson(0, 100).high()).isCloseTo(1 - 1 / 1.038415, within(1e-6));
    assertThatThrownBy(() -> Interval.wilson(2, 1)).hasMessage("2 of 1 runs");
  }

  /** Of 1 to 100 the 95th percentile lies at place 0.95 x 99 = 94.05, so at 95.05. */
  @Test
  void percentilesByHand() {
    List<Outcome> done = new ArrayList<>();
    for (int cost = 100; cost >= 1; cost--) {
      done.add(outcome(cost));
    }
    Figures figures = Figures.of(done);

    assertThat(figures.costMean()).isEqualTo(50.5);
    assertThat(figures.costP5()).isCloseTo(5.95, within(1e-9));
    assertThat(figures.costMedian()).isEqualTo(50.5);
    assertThat(figures.costP95()).isCloseTo(95.05, within(1e-9));
    assertThat(figures.costMax()).isEqualTo(100);
    assertThat(figures.makespanP95Millis()).isCloseTo(95_050, within(1e-6));
    // Variance of 1 to n: n (n + 1) / 12 = 841.67; its root over the root of 100.
    assertThat(figures.costError()).isCloseTo(2.9011, within(1e-4));
  }

  @Test
  void theMixIsAnAverageOverAllRuns() {
    List<Use> mix =
        Figures.of(
                List.of(
                    outcome(1, new Use("a", "spot", 3, 1.5, 0.6)),
                    outcome(
                        1, new Use("a", "on-demand", 1, 1, 1), new Use("a", "spot", 1, 0.5, 0.2))))
            .mix();

    assertThat(mix)
        .containsExactly(new Use("a", "on-demand", 0.5, 0.5, 0.5), new Use("a", "spot", 2, 1, 0.4));
  }

  @Test
  void lateRunsCostAndUndoneOnesDoNot() {
    var late = new Outcome(Optional.empty(), true, true, 1, 0, 3, 1, 0, List.of());
    var undone = new Outcome(Optional.empty(), true, false, 1, 0, 99, -1, 0, List.of());
    Point point = Point.of(60_000, List.of(outcome(1), late, undone), References.NONE);

    assertThat(point.runs()).isEqualTo(3);
    assertThat(point.done()).isEqualTo(2);
    assertThat(point.inTime()).isEqualTo(1);
    assertThat(point.costMean()).isEqualTo(2);
    assertThat(point.possible()).isTrue();
  }
}
