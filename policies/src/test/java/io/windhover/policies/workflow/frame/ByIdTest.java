package io.windhover.policies.workflow.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ByIdTest {
  @Test
  void keepsWhatASortedMapWouldKeep() {
    SplittableRandom chance = Chance.stream(1, "ids", 0);
    ById<String> ours = new ById<>();
    TreeMap<Integer, String> sorted = new TreeMap<>();
    for (int round = 0; round < 20_000; round++) {
      // Ids move on as things come and go, so that whole stretches of them end up empty.
      int id = round / 2 + chance.nextInt(200);
      if (chance.nextInt(5) < 2) {
        ours.put(id, "at " + round);
        sorted.put(id, "at " + round);
      } else {
        ours.remove(sorted.isEmpty() ? id : sorted.firstKey());
        sorted.pollFirstEntry();
      }
      assertThat(ours.get(id)).isEqualTo(sorted.get(id));
    }
    assertThat(ours.values()).containsExactlyElementsOf(sorted.values());
    assertThat(ours.size()).isEqualTo(sorted.size());
    assertThat(ours.get(1_000_000)).isNull();
  }
}
