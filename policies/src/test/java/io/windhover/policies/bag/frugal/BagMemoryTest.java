package io.windhover.policies.bag.frugal;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.TaskId;
import io.windhover.core.policy.Memory;
import org.junit.jupiter.api.Test;

class BagMemoryTest {
  @Test
  void promisesOutliveARestart() {
    BagMemory memory = new BagMemory();
    PromisedQueue rented = new PromisedQueue("large/on-demand", 7);
    rented.tasks.add(new TaskId(1, 4));
    rented.tasks.add(new TaskId(2, 0));
    PromisedQueue later = new PromisedQueue("small machines/on-demand", 0);
    later.tasks.add(new TaskId(1, 12));
    memory.standby.add(rented);
    memory.standby.add(later);

    BagMemory recalled = (BagMemory) BagMemory.recalled(memory.encoded());
    assertThat(recalled.encoded()).isEqualTo(memory.encoded());
    assertThat(recalled.standby.get(0).machine).isEqualTo(7);
    assertThat(recalled.standby.get(0).tasks).isEqualTo(rented.tasks);
    assertThat(recalled.standby.get(1).offer).isEqualTo("small machines/on-demand");
  }

  /** As builds wrote it before memories had headings: dropped, and the world says enough. */
  @Test
  void aMemoryOfAnEarlierBuildIsNotRead() {
    String written = "d1 on-demand machines in use\ng0 long tasks\nt3 migrations.onDemand\n";
    assertThat(BagMemory.recalled(written)).isSameAs(Memory.NONE);
  }
}
