package io.windhover.simulator;

import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.TaskState;
import io.windhover.simulator.testkit.Rota;
import io.windhover.simulator.testkit.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static Runs.Run run(Fate fate, Happening... more) {
    List<Happening> happenings = new ArrayList<>(List.of(more));
    happenings.add(new Happening.MachineAppears(0, machine("w", 1)));
    happenings.add(new Happening.JobArrives(0, job(tasks("a", 1).runMillis(1000))));
    return Runs.of(new Rota(), new Story(happenings, fate));
  }

  private static long endMillis(Runs.Run run) {
    return run.world().job(1).endedAtMillis();
  }

  @Test
  void aTaskTakesItsTime() {
    assertThat(endMillis(run(Fate.asEstimated()))).isEqualTo(1000);
  }

  @Test
  void aFreezeDelaysWhatRunsByItsLength() {
    Runs.Run run =
        run(
            Fate.asEstimated(),
            new Happening.MachineFreezes(300, "w"),
            new Happening.MachineThaws(5300, "w"));

    assertThat(endMillis(run)).isEqualTo(6000);
  }

  @Test
  void whatVanishesWhileFrozenStartsAnew() {
    Runs.Run run =
        run(
            Fate.asEstimated(),
            new Happening.MachineFreezes(300, "w"),
            new Happening.MachineVanishes(400, "w"),
            new Happening.MachineThaws(500, "w"),
            new Happening.MachineAppears(600, machine("w2", 1)));

    assertThat(endMillis(run)).isEqualTo(1600);
  }

  @Test
  void aTaskMayFail() {
    Runs.Run run = run((attempt, group, machine) -> new Fate.Outcome(10, 3));

    assertThat(run.world().job(1).count(TaskState.FAILED)).isEqualTo(1);
    assertThat(run.log()).anyMatch(line -> line.contains("failed 1/0#1 (exit 3)"));
  }

  @Test
  void aStoryThatDoesNotEndIsStopped() {
    Policy policy = new Rota();
    var settings = new Simulation.Settings(List.of(), Cloud.steady(1), 2);

    assertThatThrownBy(() -> Runs.of(policy, RandomStories.of(1), settings, (b, d, w) -> {}))
        .hasMessage("not over after 2 steps");
  }
}
