package io.windhover.simulator.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.testkit.Rota;
import io.windhover.simulator.testkit.Runs;
import io.windhover.simulator.testkit.Seeds;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random stories with freezes, cancels, retries and vanishing machines. */
class RecorderStoriesTest {
  @Test
  void theRecordAgreesWithTheWorld() {
    Seeds.each(300, RecorderStoriesTest::check);
  }

  private static void check(long seed) {
    Recorder recorder = Recorder.everything();
    World world = new Simulation(new Rota(), RandomStories.of(seed), Runs.RENTABLE, recorder).run();
    RunRecord run = recorder.record(world);

    assertThat(run.vms().stream().mapToLong(VmRecord::costNanos).sum())
        .isEqualTo(world.spentNanos());
    long finished =
        run.tasks().stream()
            .filter(
                t ->
                    t.attempts().stream()
                        .anyMatch(a -> a.outcome() == AttemptRecord.Outcome.FINISHED))
            .count();
    long succeeded = world.jobs().stream().mapToLong(j -> j.count(TaskState.SUCCEEDED)).sum();
    assertThat(finished).isEqualTo(succeeded);
    assertThat(run.vms().stream().mapToInt(vm -> vm.frozen().size()).sum())
        .isGreaterThanOrEqualTo(run.hibernations());
    noRowIsTakenTwice(run);
  }

  private static void noRowIsTakenTwice(RunRecord run) {
    Set<String> starts = new HashSet<>();
    for (TaskRecord task : run.tasks()) {
      for (AttemptRecord attempt : task.attempts()) {
        assertThat(attempt.endedAtMillis()).isGreaterThanOrEqualTo(attempt.startedAtMillis());
        for (int row : attempt.rows()) {
          String place = attempt.machine() + "." + row + " @" + attempt.startedAtMillis();
          if (attempt.endedAtMillis() > attempt.startedAtMillis()) {
            assertThat(starts.add(place)).as(place).isTrue();
          }
        }
      }
    }
  }
}
