package io.windhover.policies.harvest.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScaleTest {
  @Test
  void everyTimeLiesBetweenTheBoundsOfItsKeyAndKeysGrow() {
    SplittableRandom chance = Chance.stream(1, "scale", 0);
    for (int i = 0; i < 20_000; i++) {
      Scale scale = new Scale(chance.nextInt(1, 9));
      long millis = chance.nextLong(Long.MAX_VALUE) >>> chance.nextInt(63);
      int key = scale.key(millis);
      assertThat(key).isBetween(0, scale.size() - 1);
      assertThat(millis).isBetween(scale.leastMillis(key), scale.mostMillis(key));
      assertThat(scale.key(scale.mostMillis(key))).isEqualTo(key);
      assertThat(scale.key(scale.leastMillis(key))).isEqualTo(key);
    }
    assertThat(new Scale(5).key(Long.MAX_VALUE)).isEqualTo(new Scale(5).size() - 1);
  }
}
