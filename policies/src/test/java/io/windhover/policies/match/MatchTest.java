package io.windhover.policies.match;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Need;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.Memory;
import io.windhover.core.policy.Reason;
import io.windhover.core.step.Scheduler;
import io.windhover.core.testkit.Tasks;
import io.windhover.simulator.RandomStories;
import io.windhover.simulator.testkit.Runs;
import io.windhover.simulator.testkit.Seeds;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchTest {
  private final Match match = new Match(Match.Impossible.WAITS);
  private Scheduler scheduler = new Scheduler(match, List.of());

  private Decision happens(Event... events) {
    return scheduler.step(new Batch(scheduler.world().sequence() + 1, 0, List.of(events)));
  }

  private List<String> starts(Event... events) {
    return happens(events).actions().stream().map(Action::toString).toList();
  }

  private Event joins(MachineSpec spec) {
    return new MachineChange.Ready(scheduler.world().nextMachineId(), spec);
  }

  private static Event submitted(int id, Tasks... groups) {
    return new Event.JobSubmitted(id, job(groups));
  }

  private static Event finished(String attempt) {
    return new Event.AttemptFinished(attempt(attempt), 1);
  }

  private void refusesTheImpossible() {
    scheduler = new Scheduler(new Match(Match.Impossible.IS_REFUSED), List.of());
  }

  @Test
  void firstComeIsFirstServed() {
    happens(submitted(1, tasks("a", 2)));
    happens(submitted(2, tasks("a", 2)));

    assertThat(starts(joins(machine("w", 3))))
        .containsExactly("assign 1/0#1 m1", "assign 1/1#1 m1", "assign 2/0#1 m1");
  }

  @Test
  void higherPriorityGoesFirst() {
    happens(submitted(1, tasks("a", 2), tasks("b", 1).priority(1)));
    happens(submitted(2, tasks("a", 1).priority(5), tasks("b", 1).priority(1)));

    assertThat(starts(joins(machine("w", 4))))
        .containsExactly(
            "assign 2/0#1 m1", "assign 1/2#1 m1", "assign 2/1#1 m1", "assign 1/0#1 m1");
  }

  @Test
  void whatIsRequiredMustBeOffered() {
    happens(joins(machine("plain", 4)));
    happens(joins(machine("gpu", 1, "gpu", "linux")));

    assertThat(starts(submitted(1, tasks("a", 2).requires("linux", "gpu"), tasks("b", 1))))
        .containsExactly("assign 1/0#1 m2", "assign 1/2#1 m1");
  }

  @Test
  void coresAndMemoryMustFit() {
    happens(joins(machine("small", 1)));
    happens(joins(machine("large", 4)));

    // The large machine has 16 GB: room for one task of 10 GB, whatever cores are left.
    assertThat(
            starts(
                submitted(
                    1, tasks("wide", 1).cores(2), tasks("fat", 3).memoryBytes(gigabytes(10)))))
        .containsExactly("assign 1/0#1 m2", "assign 1/1#1 m1", "assign 1/2#1 m2");
  }

  /** The place of the last task was tried first, whatever that task had needed. */
  @Test
  void eachTaskGoesToTheFirstMachineThatFits() {
    happens(joins(machine("small", 1)));
    happens(joins(machine("large", 4)));

    assertThat(starts(submitted(1, tasks("wide", 1).cores(2), tasks("narrow", 2))))
        .containsExactly("assign 1/0#1 m2", "assign 1/1#1 m1", "assign 1/2#1 m2");
  }

  @Test
  void aLargeTaskIsNotPassedOverForEver() {
    happens(joins(machine("w", 2)));
    happens(submitted(1, tasks("small", 2)));
    happens(submitted(2, tasks("large", 1).cores(2)));
    happens(submitted(3, tasks("small", 9)));

    assertThat(starts(finished("1/0#1"))).as("the free core is kept for the large task").isEmpty();
    assertThat(starts(finished("1/1#1"))).containsExactly("assign 2/0#1 m1");
    assertThat(starts(finished("2/0#1"))).containsExactly("assign 3/0#1 m1", "assign 3/1#1 m1");
  }

  /** Each of many jobs alike kept a machine of its own from everybody. */
  @Test
  void largeTasksOfOneSizeClaimOneMachineBetweenThem() {
    happens(joins(machine("w1", 2)), new MachineChange.Ready(2, machine("w2", 2)));
    happens(submitted(1, tasks("small", 1)));
    happens(submitted(2, tasks("filler", 1)));
    happens(submitted(3, tasks("filler", 2)));
    assertThat(scheduler.world().machinesWithRoom()).isEmpty();
    happens(submitted(4, tasks("large", 1).cores(2)), submitted(5, tasks("large", 1).cores(2)));
    happens(submitted(6, tasks("small", 5)));

    assertThat(starts(finished("1/0#1"), finished("3/0#1")))
        .as("machine 1 is claimed, machine 2 is not")
        .containsExactly("assign 6/0#1 m2");
  }

  @Test
  void aTaskThatFitsNoMachineHereHoldsUpNobody() {
    happens(joins(machine("w", 2)));

    assertThat(starts(submitted(1, tasks("huge", 1).cores(9), tasks("small", 1))))
        .containsExactly("assign 1/1#1 m1");
  }

  @Test
  void anImpossibleJobIsRefusedAtOnceWhenMachinesAreFixed() {
    refusesTheImpossible();
    happens(joins(machine("w1", 2, "linux")));
    happens(joins(machine("w2", 4)));

    var gpu = new Reason.NobodyOffers(1, 1, 3, List.of("gpu"));
    assertThat(happens(submitted(1, tasks("fine", 1), tasks("odd", 3).requires("gpu", "linux"))))
        .isEqualTo(new Decision(List.of(new Action.Reject(1, gpu)), List.of(gpu), Memory.NONE));
    var large = new Reason.TooLarge(2, 0, 1, new Need(List.of("linux"), 3, 0), 2, gigabytes(16));
    assertThat(happens(submitted(2, tasks("wide", 1).requires("linux").cores(3))).reasons())
        .containsExactly(large);
    assertThat(large.text()).isEqualTo("needs 3 cores; the largest machine that would do has 2");
  }

  @Test
  void anImpossibleJobWaitsInAPoolUntilAMachineForItJoins() {
    happens(joins(machine("w", 2)));
    assertThat(starts(submitted(1, tasks("odd", 1).requires("gpu")))).isEmpty();

    assertThat(starts(joins(machine("g", 1, "gpu")))).containsExactly("assign 1/0#1 m2");
  }

  /** The refusal of a job that was over already tripped the guard. */
  @Test
  void aJobCancelledAsItArrivesIsNotRefused() {
    refusesTheImpossible();
    happens(joins(machine("w", 1)));

    assertThat(starts(submitted(1, tasks("odd", 1).requires("gpu")), new Event.JobCancelled(1)))
        .isEmpty();
  }

  @Test
  void explainsTenThousandWaitingTasksInOneReason() {
    happens(joins(machine("w", 1, "linux")));
    happens(
        submitted(
            1,
            tasks("many", 10_001),
            tasks("odd", 10_000).requires("gpu"),
            tasks("later", 10_000).after(0, 1)));

    assertThat(match.explain(scheduler.world()))
        .containsExactly(
            new Reason.NoRoomNow(1, 0, 10_000, 1),
            new Reason.NobodyOffers(1, 1, 10_000, List.of("gpu")),
            new Reason.ComesAfter(1, 2, 10_000, List.of("many", "odd")));
  }

  @Test
  void explainsThatNobodyHasJoined() {
    happens(submitted(1, tasks("a", 2)));

    assertThat(match.explain(scheduler.world())).containsExactly(new Reason.NoMachines(1, 0, 2));
  }

  /** What {@code changesNoRoom} in the policy rests on. */
  @Test
  void decidingAgainAtOnceAddsNothing() {
    Seeds.each(
        300,
        seed ->
            Runs.of(
                match,
                RandomStories.restless(seed),
                Runs.RENTABLE,
                (batch, decision, world) -> {
                  Event again = new Event.JobCancelled(world.jobs().size() + 1);
                  assertThat(match.decide(world, List.of(again)).actions()).isEmpty();
                }));
  }
}
