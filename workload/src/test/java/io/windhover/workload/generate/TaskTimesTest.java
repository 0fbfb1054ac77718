package io.windhover.workload.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.RuntimeEstimate;
import org.junit.jupiter.api.Test;

final class TaskTimesTest {
  @Test
  void tasksOfAKindShareTheirSpeeds() {
    RuntimeEstimate one = TaskTimes.scaled(100_000, 7, "mProject");
    RuntimeEstimate twice = TaskTimes.scaled(200_000, 7, "mProject");

    one.millisByType()
        .forEach(
            (type, millis) ->
                assertThat(twice.millisByType().get(type))
                    .isBetween(2 * millis - 2, 2 * millis + 2));
    assertThat(one.millisByType()).containsEntry(TaskTimes.STANDARD, 100_000L);
  }

  @Test
  void theMicroTypeIsSlowerAndNoTaskTakesNoTimeAtAll() {
    RuntimeEstimate longer = TaskTimes.scaled(60_000, 3, "mAdd");
    assertThat(longer.millisByType().get(TaskTimes.MICRO)).isBetween(120_000L, 360_000L);

    RuntimeEstimate nothing = TaskTimes.scaled(1, 3, "mAdd");
    assertThat(nothing.millisByType().values()).allMatch(millis -> millis >= 1);
  }
}
