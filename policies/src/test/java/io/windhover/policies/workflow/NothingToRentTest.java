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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where nothing is sold, or nothing that a plan can count on, a workflow waits for machines that
 * come by themselves: on one's own computer, in a pool, or where only spot machines are on offer.
 */
class NothingToRentTest {
  private static final int STEPS_MAX = 10_000;
  private static final long MINUTE = 60_000;
  private static final long HORIZON_MILLIS = 600 * MINUTE;

  private static final Happening MINE =
      new Happening.MachineAppears(MINUTE, new MachineSpec("mine", "", List.of(), 2, 0, 0));

  static Stream<Policy> policies() {
    return Stream.concat(
        Stream.of(new Workflow(true), new Workflow(false)),
        LimitedCatalogueTest.methods().stream()
            .map(method -> new WorkflowPolicy(method, WorkflowSettings.DEFAULT)));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aMachineThatComesByItselfDoesTheWorkWhereNothingIsSold(Policy policy) {
    assertThat(run(policy, List.of(), fanAnd(MINE)).liveJobs()).isEmpty();
  }

  /** Planned as ten minutes each, they leave no time for all of them one after the other. */
  @ParameterizedTest
  @MethodSource("policies")
  void tasksWhoseRuntimesNobodyKnowsAreAllDone(Policy policy) {
    TaskGroup first = SingleTask.of("a", List.of(), List.of(), RuntimeEstimate.UNKNOWN);
    TaskGroup many =
        SingleTask.of("b", List.of(), List.of(0), RuntimeEstimate.UNKNOWN).withCount(9);
    TaskGroup last = SingleTask.of("c", List.of(), List.of(1), RuntimeEstimate.UNKNOWN);
    JobSpec job =
        new JobSpec("job", "", new Deadline.Within(10 * MINUTE), false, List.of(first, many, last));
    Story story =
        new Story(
            List.of(MINE, new Happening.JobArrives(MINUTE, job)),
            (attempt, group, machine) -> new Fate.Outcome(5, 0));
    World world = run(policy, List.of(), story);
    assertThat(world.liveJobs()).isEmpty();
    // Nothing waits for the end of a task that has ended long ago.
    assertThat(world.jobs().iterator().next().endedAtMillis()).isLessThan(2 * MINUTE);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void spotMachinesAreNotCountedOn(Policy policy) {
    assertThat(run(policy, List.of(spot()), fanAnd(MINE)).liveJobs()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("policies")
  void withoutAnyMachineTheJobWaits(Policy policy) {
    World world = run(policy, List.of(spot()), fanAnd());
    assertThat(world.liveJobs()).hasSize(1);
    assertThat(world.machines()).isEmpty();
  }

  private static World run(Policy policy, List<Offer> offers, Story story) {
    var settings = new Simulation.Settings(offers, Cloud.steady(0), STEPS_MAX, HORIZON_MILLIS);
    return new Simulation(policy, story, settings, (batch, decision, world) -> {}).run();
  }

  private static Story fanAnd(Happening... others) {
    List<Happening> all = new ArrayList<>(List.of(new Happening.JobArrives(0, fan())));
    all.addAll(List.of(others));
    return new Story(all, Fate.asEstimated());
  }

  private static Offer spot() {
    MachineSpec machine = new MachineSpec("s", "s", List.of(), 4, 0, 10_000_000);
    return new Offer("s", Market.SPOT, machine, 5, 5, 0, MINUTE, Billing.BY_USE);
  }

  /** More side by side than the machine has cores. */
  private static JobSpec fan() {
    return new JobSpec(
        "fan",
        "",
        new Deadline.Within(60 * MINUTE),
        false,
        List.of(
            task("first", List.of()),
            task("b0", List.of(0)),
            task("b1", List.of(0)),
            task("b2", List.of(0)),
            task("last", List.of(1, 2, 3))));
  }

  private static TaskGroup task(String name, List<Integer> after) {
    return SingleTask.of(name, List.of(), after, new RuntimeEstimate(2 * MINUTE, new TreeMap<>()));
  }
}
