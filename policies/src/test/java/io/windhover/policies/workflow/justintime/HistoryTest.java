package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private final History history = new History();

  private void come(int jobs) {
    come(jobs, 0, MINUTE);
  }

  private void come(int jobs, long fromMillis, long everyMillis) {
    for (int i = 0; i < jobs; i++) {
      history.note(new Rehearsal.Arrival(0, fromMillis + i * everyMillis));
    }
  }

  /** Whose owner tries it again: time never runs back in a rehearsal. */
  @Test
  void aJobOfLongAgoComesNow() {
    come(10);
    history.note(new Rehearsal.Arrival(0, 2 * MINUTE));
    assertThat(history.arrivals())
        .extracting(Rehearsal.Arrival::atMillis)
        .isSorted()
        .hasSize(11)
        .endsWith(9 * MINUTE, 9 * MINUTE);
  }

  @Test
  void otherRulesAreTriedWithNoMoreTasksThanThereIsTimeFor() {
    come(10);
    assertThat(history.compared(10, 12_000, false)).hasSize(360);
    assertThat(history.compared(1_000, 12_000, false)).hasSize(12);
    come(300);
    assertThat(history.compared(10, 12_000, false)).isEqualTo(history.arrivals());
    assertThat(history.compared(100, 12_000, false)).hasSize(120);
  }

  /** 300 jobs, one an hour, then 300, one a minute. */
  @Test
  void jobsThatComeFasterThanEverAreNotJudgedBySlowerOnes() {
    come(300, 0, HOUR);
    come(300, 300 * HOUR, MINUTE);

    assertThat(history.compared(10, 12_000, false)).isEqualTo(history.arrivals());
    // The newest 300 and, of the eight hours until the last, three more.
    assertThat(history.compared(10, 12_000, true)).isEqualTo(history.arrivals().subList(297, 600));
  }

  @Test
  void fewThatComeFasterAreNotEnoughToJudgeBy() {
    come(300, 0, HOUR);
    come(150, 300 * HOUR, MINUTE);

    assertThat(history.compared(10, 12_000, true)).isEqualTo(history.arrivals());
  }
}
