package io.windhover.policies.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.Billing;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.model.RuntimeEstimate;
import io.windhover.core.model.TaskGroup;
import io.windhover.core.step.World;
import io.windhover.policies.PolicyRegistry;
import io.windhover.simulator.Cloud;
import io.windhover.simulator.Fate;
import io.windhover.simulator.Happening;
import io.windhover.simulator.Simulation;
import io.windhover.simulator.Story;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that take longer than they were thought to, by how much nobody knows. */
final class OverrunTest {
  private static final long MINUTE = 60_000;
  private static final int JOBS = 10;
  private static final int STAGES = 3;

  @ParameterizedTest
  @ValueSource(strings = {"greedy", "gain", "gain-wait", "scs", "ic-pcp"})
  void nobodyLooksEveryMillisecondWhetherALateTaskHasEnded(String policy) {
    Fate late = (attempt, group, machine) -> new Fate.Outcome(13 * MINUTE, 0);
    World world =
        new Simulation(
                PolicyRegistry.make(policy, new TreeMap<>(), PolicyRegistry.Machines.COME_AND_GO),
                new Story(arrivals(), late),
                new Simulation.Settings(List.of(offer()), Cloud.steady(5 * MINUTE), 1_000_000),
                (batch, decision, seen) -> {})
            .run();

    assertThat(world.liveJobs()).isEmpty();
    // Three minutes late, looked at each second, for each task of each job, would be 5400.
    assertThat(world.sequence()).isLessThan(JOBS * STAGES * 180L);
  }

  private static List<Happening> arrivals() {
    List<Happening> arrivals = new ArrayList<>();
    for (int job = 0; job < JOBS; job++) {
      arrivals.add(new Happening.JobArrives(7 * MINUTE * job, pipeline()));
    }
    return arrivals;
  }

  private static JobSpec pipeline() {
    List<TaskGroup> groups = new ArrayList<>();
    for (int stage = 0; stage < STAGES; stage++) {
      groups.add(
          SingleTask.of(
              "stage" + stage,
              List.of(),
              stage == 0 ? List.of() : List.of(stage - 1),
              new RuntimeEstimate(10 * MINUTE, new TreeMap<>())));
    }
    return new JobSpec("late", "", new Deadline.Within(60 * MINUTE), false, groups);
  }

  private static Offer offer() {
    MachineSpec machine = new MachineSpec("vm", "vm", List.of(), 1, 1_000, 85_000_000);
    return new Offer(
        "vm", Market.ON_DEMAND, machine, 100, 100, 0, 5 * MINUTE, Billing.perPeriod(60 * MINUTE));
  }
}
