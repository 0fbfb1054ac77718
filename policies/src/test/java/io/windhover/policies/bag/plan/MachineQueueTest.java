package io.windhover.policies.bag.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.chance.Chance;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MachineQueueTest {
  private static final MachineSpec MACHINE = new MachineSpec("m", "m", List.of(), 4, 10, 0);

  private static Need need(int cores, long memoryBytes) {
    return new Need(List.of(), cores, memoryBytes);
  }

  @Test
  void tasksBeginInOrderAsSoonAsThereIsRoom() {
    MachineQueue queue = new MachineQueue(MACHINE, 100);
    assertThat(queue.add(need(1, 6), 50)).isEqualTo(150);
    assertThat(queue.add(need(3, 4), 20)).isEqualTo(120);
    assertThat(queue.startMillis(need(1, 5))).as("cores at 120, memory at 150").isEqualTo(150);
    assertThat(queue.add(need(1, 5), 10)).isEqualTo(160);
    assertThat(queue.add(need(1, 1), 10)).as("overtakes nobody").isEqualTo(160);
    assertThat(queue.startMillis(need(5, 0))).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void nothingEndsLaterWhenATaskGoesAway() {
    for (int seed = 1; seed <= 500; seed++) {
      SplittableRandom chance = Chance.stream(seed, "queue", 0);
      List<Need> needs = new ArrayList<>();
      List<Long> runs = new ArrayList<>();
      int count = 2 + chance.nextInt(15);
      for (int i = 0; i < count; i++) {
        needs.add(need(1 + chance.nextInt(4), chance.nextLong(11)));
        runs.add(1 + chance.nextLong(50));
      }
      int gone = chance.nextInt(count);
      MachineQueue whole = new MachineQueue(MACHINE, 0);
      MachineQueue less = new MachineQueue(MACHINE, 0);
      for (int i = 0; i < count; i++) {
        long end = whole.add(needs.get(i), runs.get(i));
        if (i != gone) {
          assertThat(less.add(needs.get(i), runs.get(i)))
              .as("seed %d", seed)
              .isLessThanOrEqualTo(end);
        }
      }
    }
  }
}
