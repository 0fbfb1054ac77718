package io.windhover.experiments.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.experiments.paper.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class MonteCarloTest {
  private static final References COMPARED =
      new References(OptionalDouble.of(9), OptionalDouble.of(1));

  /** Costs its seed plus its deadline. */
  private static Outcome made(long deadline, long seed) {
    int inTime = seed % 2 == 0 ? 1 : 0;
    return new Outcome(
        Optional.empty(), true, true, 1, inTime, deadline + seed, seed, 0, List.of());
  }

  @Test
  void everyDeadlineMeetsTheSameSeeds() {
    List<Point> points =
        new MonteCarlo(5, 4, 3)
            .run(List.of(10L, 20L), MonteCarloTest::made, d -> COMPARED, Progress.NONE);

    // Seeds 5, 6, 7 and 8: 6.5 on average, two of them even.
    assertThat(points).extracting(Point::deadlineMillis).containsExactly(10L, 20L);
    assertThat(points).extracting(Point::costMean).containsExactly(16.5, 26.5);
    assertThat(points).extracting(Point::inTime).containsExactly(2, 2);
    assertThat(points).extracting(Point::references).containsOnly(COMPARED);
  }

  @Test
  void howManyThreadsThereAreDoesNotMatter() {
    List<Point> alone =
        new MonteCarlo(1, 50, 1)
            .run(List.of(1L, 2L, 3L), MonteCarloTest::made, d -> COMPARED, Progress.NONE);
    List<Point> together =
        new MonteCarlo(1, 50, 8)
            .run(List.of(1L, 2L, 3L), MonteCarloTest::made, d -> COMPARED, Progress.NONE);

    assertThat(together).isEqualTo(alone);
  }

  @Test
  void progressRises() {
    List<Integer> told = new ArrayList<>();
    new MonteCarlo(1, 3, 2)
        .run(
            List.of(1L, 2L),
            MonteCarloTest::made,
            d -> COMPARED,
            (done, steps, what) -> told.add(done * 10 + steps));

    assertThat(told).containsExactly(6, 16, 26, 36, 46, 56);
  }

  @Test
  void aRunThatFailsFailsTheWhole() {
    assertThatThrownBy(
            () ->
                new MonteCarlo(1, 3, 2)
                    .run(
                        List.of(1L),
                        (d, s) -> {
                          throw new IllegalStateException("odd");
                        },
                        d -> COMPARED,
                        Progress.NONE))
        .hasMessage("odd");
  }
}
