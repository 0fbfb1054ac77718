package io.windhover.simulator;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.priced;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.model.MachineSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.simulator.record.Recorder;
import io.windhover.simulator.testkit.Plot;
import io.windhover.simulator.testkit.Watcher;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Three tasks of two cores on a harvest machine: started at 0, 0 and 100, each for a second. */
class ShrinkingTest {
  private static final MachineSpec HVM = priced("h", 6, 3_600_000).harvesting(2, 900_000);
  private static final long MEMORY = gigabytes(16);

  private final List<String> lines = new ArrayList<>();
  private final Recorder recorder = Recorder.everything();

  private World run(KillOrder order, long horizonMillis, Happening... more) {
    List<Happening> happenings = new ArrayList<>(List.of(more));
    happenings.add(new Happening.MachineAppears(0, HVM));
    happenings.add(new Happening.JobArrives(0, job(tasks("a", 3).cores(2).runMillis(1000))));
    Plot plot =
        new Plot()
            .at(0, new Action.Assign(attempt("1/0#1"), 1), new Action.Assign(attempt("1/1#1"), 1))
            .at(100, new Action.Assign(attempt("1/2#1"), 1));
    Watcher watcher = new Watcher(1);
    var settings = new Simulation.Settings(List.of(), Cloud.steady(0), 1000, horizonMillis, order);
    return new Simulation(
            plot,
            new Story(happenings, Fate.asEstimated()),
            settings,
            (batch, decision, world) -> {
              batch.events().forEach(event -> lines.add(batch.atMillis() + " " + event));
              watcher.stepped(batch, decision, world);
              recorder.stepped(batch, decision, world);
            })
        .run();
  }

  private static Happening resized(long atMillis, int cores) {
    return new Happening.MachineIsResized(atMillis, "h", cores, MEMORY);
  }

  private List<String> killed() {
    return lines.stream().filter(line -> line.contains("shrank")).toList();
  }

  @Test
  void theNewestGoFirstUntilTheRestFits() {
    run(KillOrder.NEWEST, 2000, resized(500, 3));

    assertThat(killed())
        .containsExactly(
            "500 failed 1/2#1 (no room: the machine shrank)",
            "500 failed 1/1#1 (no room: the machine shrank)");
  }

  @Test
  void orTheOldest() {
    run(KillOrder.OLDEST, 2000, resized(500, 4));

    assertThat(killed()).containsExactly("500 failed 1/0#1 (no room: the machine shrank)");
  }

  @Test
  void withoutAnOrderEverythingRunsOn() {
    World world = run(KillOrder.NONE, 2000, resized(500, 2));

    assertThat(killed()).isEmpty();
    assertThat(world.job(1).count(TaskState.SUCCEEDED)).isEqualTo(3);
  }

  @Test
  void aKillIsNoFailureOfTheTask() {
    World world = run(KillOrder.NEWEST, 600, resized(500, 4));

    assertThat(world.job(1).count(TaskState.FAILED)).isZero();
    assertThat(world.job(1).count(TaskState.WAITING)).isEqualTo(1);
    assertThat(world.machine(1).orElseThrow().freeCores()).isZero();
  }

  /** At 1000 the first two end and free four cores, so the third keeps its two. */
  @Test
  void whatEndsAtThatInstantHasEnded() {
    World world = run(KillOrder.OLDEST, 2000, resized(1000, 2));

    assertThat(killed()).isEmpty();
    assertThat(world.job(1).count(TaskState.SUCCEEDED)).isEqualTo(3);
  }

  @Test
  void noCoresAtAllIsAnEviction() {
    World world = run(KillOrder.NEWEST, 2000, resized(1000, 0));

    assertThat(lines).contains("1000 lost m1 (evicted)");
    assertThat(world.job(1).count(TaskState.SUCCEEDED)).isEqualTo(2);
    assertThat(world.machines()).isEmpty();
  }

  @Test
  void oneOfTheSameNameMayComeBackAfterAnEviction() {
    World world =
        run(
            KillOrder.NEWEST,
            2000,
            resized(500, 0),
            new Happening.MachineAppears(700, HVM.resized(9, MEMORY)),
            resized(900, 8));

    assertThat(world.machine(2).orElseThrow().spec().cores()).isEqualTo(8);
  }

  /**
   * Four harvested cores for 500 ms, one for 250 ms and none after: 2250 core-ms at 0.25
   * nano-dollars a ms, and the minimum for 1250 ms at 1: 1812.5, rounded up once.
   */
  @Test
  void coresBeyondTheMinimumArePaidWhileTheyAreThere() {
    World world = run(KillOrder.NEWEST, 1250, resized(500, 3), resized(750, 2), resized(1250, 2));

    assertThat(world.spentNanos()).isEqualTo(1813);
    assertThat(recorder.record(world).vms().get(0).costNanos()).isEqualTo(1813);
  }
}
