package io.windhover.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.chance.Chance;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RunLengthTest {
  @Test
  void longRunsAreShort() {
    assertThat(RunLength.encode(1000, i -> i < 900 ? 2 : 0)).isEqualTo("2x900,0x100");
  }

  @Test
  void whatIsWrittenIsReadBack() {
    for (long seed = 1; seed <= 500; seed++) {
      SplittableRandom chance = Chance.stream(seed, "run length", 0);
      int[] values = new int[1 + chance.nextInt(30)];
      for (int i = 0; i < values.length; i++) {
        boolean repeats = i > 0 && chance.nextBoolean();
        values[i] = repeats ? values[i - 1] : chance.nextInt(-3, 1 << chance.nextInt(1, 20));
      }

      String text = RunLength.encode(values.length, i -> values[i]);

      assertThat(RunLength.decode(text, values.length))
          .as("seed %d: %s", seed, text)
          .isEqualTo(values);
    }
  }

  @Test
  void aTextOfAnotherLengthIsRefused() {
    assertThatThrownBy(() -> RunLength.decode("1x3", 4))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> RunLength.decode("1x5", 4)).isInstanceOf(RuntimeException.class);
  }
}
