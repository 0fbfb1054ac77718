package io.windhover.policies.bag;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.TaskId;
import org.junit.jupiter.api.Test;

final class PlanQueuesTest {
  @Test
  void whatIsWrittenDownIsRecalled() {
    PlanQueues queues = new PlanQueues("on-demand");
    queues.open(3, "c3.large on demand");
    queues.add(3, new TaskId(1, 7));
    queues.add(3, new TaskId(2, 0));
    queues.open(4, "");
    queues.open(5, "c4.large spot");
    queues.refused(5, 60_000);
    PlanQueues recalled = (PlanQueues) PlanQueues.recalled("on-demand", queues.encoded());
    assertThat(recalled.encoded()).isEqualTo(queues.encoded());
    assertThat(recalled.machines()).containsExactly(3, 4, 5);
    assertThat(recalled.tasks(3)).containsExactly(new TaskId(1, 7), new TaskId(2, 0));
    assertThat(recalled.tasks(4)).isEmpty();
    assertThat(recalled.isShut("c4.large spot", 59_999)).isTrue();
    assertThat(recalled.isShut("c4.large spot", 60_000)).isFalse();
  }
}
