package io.windhover.policies.workflow.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DagTest {
  /** A diamond: 0, then 1 and 2, then 3; two types, the second twice as fast but for node 2. */
  private static final Dag DIAMOND =
      Dag.of(
          new int[] {1, 3, 1, 1},
          new int[][] {{}, {0}, {0}, {1, 2}},
          new long[][] {{10, 5}, {20, 10}, {8, Dag.NEVER_MILLIS}, {4, 2}});

  @Test
  void theLongestChainIsTheMakespan() {
    assertThat(DIAMOND.makespanMillis(new int[] {0, 0, 0, 0})).isEqualTo(10 + 20 + 4);
    assertThat(DIAMOND.makespanMillis(new int[] {1, 1, 0, 1})).isEqualTo(5 + 10 + 2);
    assertThat(DIAMOND.fastestMillis()).isEqualTo(17);
  }

  @Test
  void latestStartsCountBackFromTheDeadline() {
    assertThat(DIAMOND.latestStarts(new int[] {0, 0, 0, 0}, 40)).containsExactly(6, 16, 28, 36);
  }

  @Test
  void anAlikeTaskCountsAsOftenAsThereAreOfIt() {
    assertThat(DIAMOND.children(0)).containsExactly(1, 2);
    assertThat(DIAMOND.count(1)).isEqualTo(3);
    assertThat(DIAMOND.runsOn(2, 1)).isFalse();
    assertThat(DIAMOND.plannable()).isTrue();
  }
}
