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
  private static final long[] A_MOMENT = {1, 1};

  private static Dag dag(int[][] parents, long[]... millis) {
    int[] counts = new int[parents.length];
    Arrays.fill(counts, 1);
    return Dag.of(counts, parents, millis);
  }

  @Test
  void eachNodeKnowsTheLongestWayToTheEnd() {
    Dag fork = dag(new int[][] {{}, {0}, {0}, {1}}, ANYWHERE, ANYWHERE, ON_THE_FIRST, ON_THE_FIRST);

    Chains chains = Chains.onFastest(fork);

    assertThat(chains.millis()).containsExactly(1200, 900, 600, 600);
    assertThat(chains.squares()[1]).isEqualTo(300.0 * 300 + 600.0 * 600);
  }

  @Test
  void aSingleTaskKeepsBackAllThatItMayErr() {
    assertThat(Chains.share(dag(new int[][] {{}}, ANYWHERE))).isEqualTo(1);
  }

  @Test
  void ofAlikeTasksInARowEachKeepsBackLess() {
    Dag four = dag(new int[][] {{}, {0}, {1}, {2}}, ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE);

    assertThat(Chains.share(four)).isEqualTo(1.3 / 2, within(1e-9));
  }

  @Test
  void oneLongTaskAmongShortOnesIsNearlyAlone() {
    assertThat(Chains.share(dag(new int[][] {{}, {0}, {1}}, A_MOMENT, ANYWHERE, A_MOMENT)))
        .isEqualTo(1);
  }

  /** Of many that wait for each other one is nearly always as late as can be. */
  @Test
  void arraysKeepBackAllThatTheyMayErr() {
    int[][] inARow = {{}, {0}, {1}, {2}};
    long[][] millis = {ANYWHERE, ANYWHERE, ANYWHERE, ANYWHERE};

    assertThat(Chains.share(Dag.of(new int[] {9, 9, 9, 9}, inARow, millis))).isEqualTo(1);
    assertThat(Chains.share(Dag.of(new int[] {1, 9, 1, 1}, inARow, millis)))
        .isEqualTo((1 + 1.3 * Math.sqrt(3)) / 4, within(1e-9));
  }

  /** Six branches of one task each count as an array of six would, four do not. */
  @Test
  void soDoManyBranchesSideBySide() {
    assertThat(Chains.share(fan(6))).isGreaterThan(Chains.share(fan(4)));
  }

  private static Dag fan(int branches) {
    int[][] parents = new int[branches + 2][];
    long[][] millis = new long[branches + 2][];
    Arrays.fill(millis, ANYWHERE);
    Arrays.fill(parents, new int[] {0});
    parents[0] = new int[0];
    parents[branches + 1] = new int[branches];
    Arrays.setAll(parents[branches + 1], i -> i + 1);
    return dag(parents, millis);
  }

  @Test
  void whatRunsNowhereTakesNoTime() {
    Dag none = dag(new int[][] {{}}, NOWHERE);

    assertThat(Chains.onFastest(none).millis()).containsExactly(0);
    assertThat(Chains.share(none)).isEqualTo(1);
  }
}
