package io.windhover.simulator.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.testkit.Renter;
import io.windhover.simulator.testkit.Rota;
import io.windhover.simulator.testkit.Runs;
import io.windhover.simulator.testkit.Seeds;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random stories with freezes, cancels, retries and vanishing machines. */
class RecorderStoriesTest {
  @Test
  void theRecordAgreesWithTheWorld() {
    Seeds.each(300, RecorderStoriesTest::check);
  }

  /** Machines that freeze, thaw and are refused; and whole minutes from the request on. */
  @Test
  void theRecordAgreesWithTheWorldWhereMachinesAreRented() {
    Seeds.each(
        60,
        seed -> {
          check(seed, new Renter(1), Runs.freezing(seed));
          check(seed, new Renter(1), Runs.BY_THE_MINUTE);
          check(seed, new Renter(1), Runs.REFUSING);
        });
  }

  private static void check(long seed) {
    check(seed, new Rota(), Runs.RENTABLE);
  }

  private static void check(long seed, Policy policy, Simulation.Settings settings) {
    Recorder recorder = Recorder.everything();
    World world = new Simulation(policy, RandomStories.of(seed), settings, recorder).run();
    RunRecord run = recorder.record(world);

    assertThat(run.vms().stream().mapToLong(VmRecord::costNanos).sum())
        .isEqualTo(world.spentNanos());
    List<VmRecord> rented = run.vms().stream().filter(vm -> vm.market().isPresent()).toList();
    assertThat(run.use().stream().mapToLong(TypeUse::costNanos).sum())
        .isEqualTo(rented.stream().mapToLong(VmRecord::costNanos).sum());
    assertThat(run.launches())
        .isEqualTo((int) rented.stream().filter(vm -> vm.end() != VmRecord.End.REFUSED).count());
    assertThat(run.utilisation()).isBetween(0.0, 1.0);
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
