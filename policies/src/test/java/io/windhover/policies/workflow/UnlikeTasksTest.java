package io.windhover.policies.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.JobSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.policy.Policy;
import io.windhover.core.step.World;
import io.windhover.policies.workflow.frame.WorkflowPolicy;
import io.windhover.policies.workflow.frame.WorkflowSettings;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Some tasks take a machine for themselves, others a quarter of one. */
class UnlikeTasksTest {
  private static final int CORES = 4;
  private static final int SEEDS = 2;
  private static final int STEPS_MAX = 1_000_000;

  /** Four narrow tasks fit on the machine that the wide one needs anyway. */
  @Test
  void narrowTasksShareTheMachineOfAWideOne() {
    TaskGroup first = Stream.task("a", List.of(), 3, 3, 3, 3);
    List<TaskGroup> tasks = new ArrayList<>(List.of(first));
    for (int i = 0; i < 4; i++) {
      tasks.add(Stream.task("b" + i, List.of(0), 3, 3, 3, 3));
    }
    tasks.add(wide(Stream.task("c", List.of(1, 2, 3, 4), 3, 3, 3, 3)));
    JobSpec job = Stream.job(Stream.HOUR, tasks.toArray(TaskGroup[]::new));
    Story one = Stream.story(new Happening.JobArrives(0, job));
    World ours = run(new Workflow(true), one, 1000);
    World scs = run(new WorkflowPolicy(new Scs(), WorkflowSettings.DEFAULT), one, 1000);

    assertThat(Stream.late(ours)).isZero();
    assertThat(ours.spentNanos()).isLessThanOrEqualTo(scs.spentNanos());
  }

  @Test
  void noJobIsLateWithExactInputs() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Story even = Stream.drawnStory(seed, 3, 1 + seed / 2.0, 24, 3 * Stream.HOUR);
      Story story =
          new Story(
              even.happenings().stream().map(UnlikeTasksTest::unlike).toList(), Fate.asEstimated());
      for (long period : List.of(Stream.HOUR, 1000L)) {
        World world = run(new Workflow(true), story, period);
        assertThat(Stream.late(world)).as("seed %d", seed).isZero();
        assertThat(world.machines()).as("seed %d", seed).isEmpty();
      }
    }
  }

  private static Happening unlike(Happening happening) {
    Happening.JobArrives arrives = (Happening.JobArrives) happening;
    JobSpec spec = arrives.spec();
    List<TaskGroup> tasks = new ArrayList<>();
    for (TaskGroup group : spec.groups()) {
      tasks.add(tasks.size() % 3 == 1 ? wide(group) : group);
    }
    JobSpec unlike =
        new JobSpec(spec.name(), spec.folder(), spec.deadline(), spec.keepGoing(), tasks);
    return new Happening.JobArrives(arrives.atMillis(), unlike);
  }

  private static TaskGroup wide(TaskGroup group) {
    return group.withNeed(new Need(List.of(), CORES, 0));
  }

  private static World run(Policy policy, Story story, long periodMillis) {
    var settings =
        new Simulation.Settings(
            Stream.offers(periodMillis, CORES, 10_000), Cloud.steady(Stream.LAG), STEPS_MAX);
    return new Simulation(policy, story, settings, (batch, decision, world) -> {}).run();
  }
}
