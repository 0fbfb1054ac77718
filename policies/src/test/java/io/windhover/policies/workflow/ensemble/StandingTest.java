package io.windhover.policies.workflow.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Peaks in which another rule costs a tenth less, and troughs in which it costs a tenth more. */
class StandingTest {
  private final Standing standing = new Standing(1);

  private void audition(boolean changed, double ratio) {
    standing.begin(100, changed);
    standing.add(0, 100, ratio);
  }

  @Test
  void nobodyWhoHasNotBeenTriedIsBetterOrWorse() {
    assertThat(standing.ratio(0)).isEqualTo(1);
  }

  /** 0.7 of the first beside the whole of the second. */
  @Test
  void theNewestCountsMost() {
    audition(false, 0.9);
    audition(false, 1.1);
    assertThat(standing.ratio(0)).isCloseTo((0.7 * 0.9 + 1.1) / 1.7, within(1e-9));
  }

  @Test
  void whatWasFoundAtAnotherRateCountsForLess() {
    audition(false, 0.9);
    audition(true, 1.1);
    assertThat(standing.ratio(0)).isCloseTo((0.5 * 0.9 + 1.1) / 1.5, within(1e-9));
  }

  /** Ours counts as 1.02: who is best in the peaks, two to each trough, is not given up for it. */
  @Test
  void onePassingTroughDoesNotUndoThePeaks() {
    for (int wave = 0; wave < 3; wave++) {
      audition(true, 0.9);
      audition(false, 0.9);
      audition(true, 1.1);
      assertThat(standing.ratio(0)).isLessThan(1.02);
    }
  }
}
