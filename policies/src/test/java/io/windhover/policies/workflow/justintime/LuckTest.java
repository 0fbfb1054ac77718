package io.windhover.policies.workflow.justintime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LuckTest {
  @Test
  void whoeverIsComparedHasTheSameLuckAndTheNextSearchAnother() {
    Luck luck = new Luck(0.2, 7);

    assertThat(luck.millis(1000, 3, 1)).isEqualTo(new Luck(0.2, 7).millis(1000, 3, 1));
    assertThat(luck.millis(1000, 3, 1)).isNotEqualTo(new Luck(0.2, 8).millis(1000, 3, 1));
    for (int job = 0; job < 100; job++) {
      assertThat(luck.millis(1000, job, 1)).isBetween(800L, 1200L);
    }
  }

  @Test
  void whereNothingErrsThereIsNone() {
    assertThat(Luck.NONE.millis(1000, 3, 1)).isEqualTo(1000);
  }
}
