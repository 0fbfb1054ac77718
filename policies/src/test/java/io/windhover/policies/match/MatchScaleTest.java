package io.windhover.policies.match;

import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What waits costs nothing: not a million objects, not a million steps. */
class MatchScaleTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int MILLION = 1_000_000;

  private final Match match = new Match(Match.Impossible.WAITS);

  @Test
  void decidingAboutAMillionTasksTouchesOnlyThoseThatStart() {
    Scheduler scheduler = new Scheduler(match, List.of());
    scheduler.step(new Batch(1, 0, List.of(new Event.JobSubmitted(1, job(tasks("a", MILLION))))));
    scheduler.step(new Batch(2, 0, List.of(new MachineChange.Ready(1, machine("w", 4)))));
    scheduler.step(new Batch(3, 0, List.of(new MachineChange.Ready(2, machine("v", 4)))));
    var batch = new Batch(4, 0, List.of(new MachineChange.Ready(3, machine("u", 4))));

    long before = THREADS.getCurrentThreadAllocatedBytes();
    var decision = scheduler.step(batch);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

    assertThat(decision.actions()).hasSize(4);
    assertThat(allocated).isLessThan(100_000);
  }

  @Test
  void aMillionTasksAreAcceptedAsAHandfulOfArrays() {
    Scheduler scheduler = new Scheduler(match, List.of());
    var batch = new Batch(1, 0, List.of(new Event.JobSubmitted(1, job(tasks("a", MILLION)))));

    long before = THREADS.getCurrentThreadAllocatedBytes();
    scheduler.step(batch);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocated).as("ten bytes a task, and little else").isLessThan(11L * MILLION);
  }

  @Test
  void aHundredThousandTasksAreWorkedThrough() {
    World world = workThrough(100_000, 100, match);

    assertThat(world.job(1).count(TaskState.SUCCEEDED)).isEqualTo(100_000);
    // 100 machines of 4 cores, a second each: 250 rounds.
    assertThat(world.job(1).endedAtMillis()).isEqualTo(250_000);
  }

  static World workThrough(int tasks, int machines, Match match) {
    List<Happening> happenings = new ArrayList<>();
    for (int i = 1; i <= machines; i++) {
      happenings.add(new Happening.MachineAppears(0, machine("w" + i, 4)));
    }
    happenings.add(new Happening.JobArrives(0, job(tasks("a", tasks))));
    Story story = new Story(happenings, Fate.asEstimated());
    return new Simulation(match, story, Simulation.Settings.ownMachines(), (b, d, w) -> {}).run();
  }
}
