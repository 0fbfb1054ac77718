package io.windhover.policies.harvest.own;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.Script;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.World;
import io.windhover.policies.harvest.frame.HarvestPolicy;
import io.windhover.policies.harvest.frame.HarvestSettings;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A hundred tasks of half a minute on more machines than are looked at one by one. */
class ShortTasksTest {
  private static final int MACHINES = 80;

  @Test
  void tasksOfLessThanAMinuteAreDoneToo() {
    List<Happening> happenings = new ArrayList<>();
    for (int i = 1; i <= MACHINES; i++) {
      var machine = new MachineSpec("hvm" + i, "", List.of(), 4, 1, 0);
      happenings.add(new Happening.MachineAppears(0, machine));
    }
    var need = new Need(List.of(), 2, 0);
    var half = new RuntimeEstimate(30_000, new TreeMap<>());
    var tasks =
        new TaskGroup("short", 200, Script.NONE, "short", need, List.of(), half, 0, false, 0, 0, 0);
    var job = new JobSpec("short", "", new Deadline.None(), true, List.of(tasks));
    happenings.add(new Happening.JobArrives(1000, job));

    var policy = new HarvestPolicy(new Harvest(true), HarvestSettings.DEFAULT);
    var story = new Story(happenings, Fate.asEstimated());
    World world =
        new Simulation(policy, story, Simulation.Settings.ownMachines(), (b, d, w) -> {}).run();

    assertThat(world.liveJobs()).isEmpty();
    assertThat(world.job(1).endedAtMillis()).isEqualTo(1000 + 2 * 30_000);
  }
}
