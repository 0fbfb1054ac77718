package io.windhover.simulator.testkit;

import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.priced;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Decision;
import io.windhover.core.step.World;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The watcher is told of runs that the guard would never have let happen. */
class WatcherTest {
  private final World empty = new World(Runs.OFFERS);
  private final Watcher watcher = new Watcher(1);
  private long sequence;

  /** Told with an empty world, which has spent nothing: the machines here are free, except one. */
  private void told(long atMillis, List<Event> events, Action... actions) {
    watcher.stepped(new Batch(++sequence, atMillis, events), Decision.of(List.of(actions)), empty);
  }

  @BeforeEach
  void twoMachinesAndAJob() {
    told(
        0,
        List.of(
            new MachineChange.Ready(1, priced("w1", 2, 0)),
            new MachineChange.Ready(2, priced("w2", 2, 0)),
            new Event.JobSubmitted(
                1,
                job(tasks("a", 4), tasks("large", 1).cores(3), tasks("gpu", 1).requires("gpu")))));
  }

  private static Action assign(String attempt, int machine) {
    return new Action.Assign(attempt(attempt), machine);
  }

  private void complains(String why, List<Event> events, Action... actions) {
    assertThatThrownBy(() -> told(9, events, actions))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(why);
  }

  @Test
  void acceptsAnOrdinaryRun() {
    assertThatCode(
            () -> {
              told(1, List.of(), assign("1/0#1", 1), assign("1/1#1", 1), assign("1/2#1", 2));
              told(2, List.of(new Event.AttemptFinished(attempt("1/0#1"), 1)), assign("1/3#1", 1));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void complainsOfALostMachine() {
    complains("lost or never came", List.of(new MachineChange.Lost(1, "")), assign("1/0#1", 1));
  }

  @Test
  void complainsOfAFrozenMachine() {
    complains("not up", List.of(new MachineChange.Hibernated(1)), assign("1/0#1", 1));
  }

  @Test
  void complainsOfADrainingMachineEvenAfterAThaw() {
    told(1, List.of(), new Action.Drain(1));
    told(2, List.of(new MachineChange.Hibernated(1), new MachineChange.Resumed(1)));
    complains("draining", List.of(), assign("1/0#1", 1));
  }

  @Test
  void complainsOfAMachineThatIsNotThereYet() {
    complains("not up", List.of(), new Action.Launch(3, "spot"), assign("1/0#1", 3));
  }

  @Test
  void complainsOfASecondLiveAttempt() {
    complains("too many live attempts", List.of(), assign("1/0#1", 1), assign("1/0#2", 2));
  }

  @Test
  void complainsOfARunAfterSuccess() {
    told(1, List.of(), assign("1/0#1", 1));
    complains(
        "has succeeded",
        List.of(new Event.AttemptFinished(attempt("1/0#1"), 1)),
        assign("1/0#2", 1));
  }

  @Test
  void complainsOfANumberUsedTwice() {
    told(1, List.of(), assign("1/0#1", 1));
    told(2, List.of(new MachineChange.Lost(1, "")));
    complains("that number before", List.of(), assign("1/0#1", 2));
  }

  @Test
  void complainsOfTooLittleRoom() {
    complains("not the cores", List.of(), assign("1/4#1", 1));
    complains("not the labels", List.of(), assign("1/5#1", 2));
  }

  @Test
  void complainsOfMoneyUnaccountedFor() {
    told(0, List.of(new MachineChange.Ready(3, priced("w3", 1, 3_600_000))));
    complains("the leases make 9", List.of());
  }

  @Test
  void complainsOfWhatIsLeftRunning() {
    told(1, List.of(), assign("1/0#1", 1));
    assertThatThrownBy(watcher::demandNothingRuns).hasMessageContaining("1/0#1");
  }
}
