package io.windhover.simulator;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.CheckpointCost;
import io.windhover.core.policy.Action;
import io.windhover.simulator.cloud.MarketProcess;
import io.windhover.simulator.cloud.ModelledCloud;
import io.windhover.simulator.testkit.Plot;
import io.windhover.simulator.testkit.Runs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task of 10 s that is asked for a checkpoint of 2 s at 4 s. */
class CheckpointCoursesTest {
  private static Runs.Run run(Happening... more) {
    List<Happening> happenings = new ArrayList<>(List.of(more));
    happenings.add(new Happening.MachineAppears(0, machine("w", 1)));
    happenings.add(new Happening.JobArrives(0, job(tasks("a", 1).runMillis(10_000))));
    Plot plot =
        new Plot()
            .at(0, new Action.Assign(attempt("1/0#1"), 1))
            .at(4000, new Action.Checkpoint(attempt("1/0#1")));
    var cloud = new ModelledCloud(MarketProcess.calm(), new CheckpointCost(2000, 0));
    return Runs.of(
        plot,
        new Story(happenings, Fate.asEstimated()),
        new Simulation.Settings(List.of(), cloud, 100),
        (batch, decision, world) -> {});
  }

  @Test
  void theTaskStandsStillWhileItWrites() {
    Runs.Run run = run();

    assertThat(run.log()).anyMatch(line -> line.contains("@6000 checkpoint 1/0#1 at 4000"));
    assertThat(run.world().job(1).endedAtMillis()).isEqualTo(12_000);
  }

  /** Frozen from 5 s to 15 s, in the middle of writing: both the checkpoint and the end wait. */
  @Test
  void aFreezeInTheMiddleOfWritingDelaysBoth() {
    Runs.Run run =
        run(new Happening.MachineFreezes(5000, "w"), new Happening.MachineThaws(15_000, "w"));

    assertThat(run.log()).anyMatch(line -> line.contains("@16000 checkpoint 1/0#1 at 4000"));
    assertThat(run.world().job(1).endedAtMillis()).isEqualTo(22_000);
  }

  /** Gone at 5 s: what was being written is not safe. */
  @Test
  void aCheckpointThatIsNotFinishedKeepsNothing() {
    Runs.Run run = run(new Happening.MachineVanishes(5000, "w"));

    assertThat(run.log()).noneMatch(line -> line.contains("checkpoint 1/0#1 at"));
    assertThat(run.world().job(1).groups().get(0).safeParts(0)).isZero();
  }
}
