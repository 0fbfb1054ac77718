package io.windhover.policies.workflow.paths;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.policies.workflow.plan.Dag;
import org.junit.jupiter.api.Test;

/** First; then one that takes 7, or one that takes 2 and another that takes 4; then last. */
class DetoursTest {
  private static final int FIRST = 0;
  private static final int LONG = 1;
  private static final int SHORT = 2;
  private static final int NEXT = 3;
  private static final int LAST = 4;
  private static final Dag DAG =
      Dag.of(
          new int[] {1, 1, 1, 1, 1},
          new int[][] {{}, {FIRST}, {FIRST}, {SHORT}, {LONG, NEXT}},
          new long[][] {{1}, {7}, {2}, {4}, {1}});

  private final Times times = new Times(DAG, 0, 100);

  private long lastMayStart(int[] path, long... ends) {
    return new Detours(path, DAG, times).endMillis(path.length - 1, ends);
  }

  @Test
  void theLaterTheFirstEndsTheLaterTheLastMayStart() {
    int[] path = {FIRST, SHORT, NEXT, LAST};

    assertThat(lastMayStart(path, 10, 12, 16, 0)).isEqualTo(10 + 7);
    assertThat(lastMayStart(path, 30, 32, 36, 0)).isEqualTo(30 + 7);
  }

  @Test
  void aWayBesideMayHaveSeveralNodes() {
    assertThat(lastMayStart(new int[] {FIRST, LONG, LAST}, 10, 17, 0)).isEqualTo(10 + 2 + 4);
  }

  /** Whoever put it there has seen to it that the first ends in time. */
  @Test
  void whatHasItsPlaceIsNoDetour() {
    times.place(LONG, 20, 27);

    assertThat(lastMayStart(new int[] {FIRST, SHORT, NEXT, LAST}, 10, 12, 16, 0)).isZero();
  }

  @Test
  void whatOnlyLeadsAwayIsNone() {
    assertThat(lastMayStart(new int[] {FIRST, SHORT, NEXT}, 10, 12, 0)).isZero();
    assertThat(lastMayStart(new int[] {LAST}, 0)).isZero();
  }
}
