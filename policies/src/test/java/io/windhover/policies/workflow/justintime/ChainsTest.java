package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.windhover.policies.workflow.plan.Dag;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Two types; the second is twice as fast but cannot run everything. */
class ChainsTest {
  private static final long[] ANYWHERE = {600, 300};
  private static final long[] ON_THE_FIRST = {600, Dag.NEVER_MILLIS};
  private static final long[] NOWHERE = {Dag.NEVER_MILLIS, Dag.NEVER_MILLIS};

  private static Chains chains(int[][] parents, long[]... millis) {
    int[] counts = new int[parents.length];
    Arrays.fill(counts, 1);
    return Chains.onFastest(Dag.of(counts, parents, millis));
  }

  @Test
  void eachNodeKnowsTheLongestWayToTheEnd() {
    Chains fork =
        chains(new int[][] {{}, {0}, {0}, {1}}, ANYWHERE, ANYWHERE, ON_THE_FIRST, ON_THE_FIRST);

    assertThat(fork.millis()).containsExactly(1200, 900, 600, 600);
    assertThat(fork.squares()[1]).isEqualTo(300.0 * 300 + 600.0 * 600);
  }

  @Test
  void aSingleTaskKeepsBackAllThatItMayErr() {
    assertThat(chains(new int[][] {{}}, ANYWHERE).share()).isEqualTo(1);
  }

  @Test
  void ofAlikeTasksInARowEachKeepsBackLess() {
    Chains four = chains(new int[][] {{}, {0}, {1}, {2}}, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE);

    assertThat(four.share()).isEqualTo(0.65, within(1e-9));
  }

  @Test
  void oneLongTaskAmongShortOnesIsNearlyAlone() {
    long[] second = {1, 1};

    assertThat(chains(new int[][] {{}, {0}, {1}}, second, ANYWHERE, second).share()).isEqualTo(1);
  }

  @Test
  void whatRunsNowhereTakesNoTime() {
    Chains none = chains(new int[][] {{}}, NOWHERE);

    assertThat(none.millis()).containsExactly(0);
    assertThat(none.share()).isEqualTo(1);
  }
}
