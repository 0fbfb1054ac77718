package io.windhover.core.step;

import static io.windhover.core.step.Tale.assign;
import static io.windhover.core.step.Tale.failed;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.step.Tale.stop;
import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Reason;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wishes that may not be done, each in one world in which nearly everything is wrong somewhere. */
class GuardTest {
  private static final Reason REASON = new Reason.NoMachines(1, 0, 1);

  private final Tale tale = new Tale(1, new Offer("spot", machine("spot", 1), 1));

  /**
   * Machine 1 is up with 3 of 4 cores free, 2 is frozen, 3 drains, 4 is asked for, 5 is lost.
   *
   * <p>Job 1: task 0 runs, 1 waits, 2 comes after them; 3 wants 5 cores, 4 too much memory, 5 a
   * gpu. Job 2 has failed, job 3 is untouched.
   */
  @BeforeEach
  void aWorldFullOfTraps() {
    tale.at(0, List.of(ready(1, 4), ready(2, 4), ready(3, 4)), new Action.Launch(4, "spot"));
    tale.at(0, ready(5, 1));
    tale.at(
        0,
        new MachineChange.Lost(5, "gone"),
        new Event.JobSubmitted(
            1,
            job(
                tasks("a", 2),
                tasks("b", 1).after(0),
                tasks("large", 1).cores(5),
                tasks("fat", 1).memoryBytes(gigabytes(17)),
                tasks("gpu", 1).requires("gpu"))),
        new Event.JobSubmitted(2, job(tasks("a", 1))),
        new Event.JobSubmitted(3, job(tasks("a", 1))));
    tale.at(1, List.of(), assign("1/0#1", 1), assign("2/0#1", 1), new Action.Drain(3));
    tale.at(2, failed("2/0#1"), new MachineChange.Hibernated(2));
  }

  static List<Arguments> wrong() {
    return List.of(
        Arguments.of(assign("1/2#1", 1), "what it comes after has not succeeded"),
        Arguments.of(assign("2/0#2", 1), "the task is FAILED"),
        Arguments.of(assign("1/1#2", 1), "not the next attempt"),
        Arguments.of(assign("1/0#1", 1), "not the next attempt"),
        Arguments.of(assign("1/0#2", 1), "too many live attempts"),
        Arguments.of(assign("1/1#1", 9), "no such machine"),
        Arguments.of(assign("1/1#1", 5), "no such machine"),
        Arguments.of(assign("1/1#1", 2), "machine is HIBERNATED"),
        Arguments.of(assign("1/1#1", 3), "machine is DRAINING"),
        Arguments.of(assign("1/1#1", 4), "machine is REQUESTED"),
        Arguments.of(assign("1/3#1", 1), "needs Need[requires=[], cores=5"),
        Arguments.of(
            assign("1/4#1", 1), "needs Need[requires=[], cores=1, memoryBytes=17000000000"),
        Arguments.of(assign("1/5#1", 1), "needs Need[requires=[gpu]"),
        Arguments.of(assign("9/0#1", 1), "no such task"),
        Arguments.of(assign("1/6#1", 1), "no such task"),
        Arguments.of(stop("1/1#1"), "no such live attempt"),
        Arguments.of(stop("2/0#1"), "no such live attempt"),
        Arguments.of(new Action.Checkpoint(attempt("2/0#1")), "no such live attempt"),
        Arguments.of(new Action.Release(5), "no such machine"),
        Arguments.of(new Action.Drain(6), "no such machine"),
        Arguments.of(new Action.WakeAt(3), "not in the future"),
        Arguments.of(new Action.WakeAt(2), "not in the future"),
        Arguments.of(new Action.Launch(5, "spot"), "ids follow on"),
        Arguments.of(new Action.Launch(7, "spot"), "ids follow on"),
        Arguments.of(new Action.Launch(6, "gold"), "there is no such offer"),
        Arguments.of(new Action.Launch(6, "spot"), "the limit is 1"),
        Arguments.of(new Action.Reject(1, REASON), "the job has live attempts"),
        Arguments.of(new Action.Reject(2, REASON), "the job is over"),
        Arguments.of(new Action.Reject(4, REASON), "no such job"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void refuses(Action action, String why) {
    assertThatThrownBy(() -> tale.at(3, List.of(), action))
        .isInstanceOf(GuardViolation.class)
        .hasMessageContaining("batch 6 at 3 ms: " + action + ": ")
        .hasMessageContaining(why);
  }

  /** Two machines of 4 cores have room among 10, a third has not. */
  @Test
  void refusesMoreCoresThanTheMarketAllows() {
    var offer = new Offer("wide", Market.SPOT, machine("wide", 4), 9, 9, 10, 0, 0, Billing.BY_USE);
    var cores = new Tale(1, offer);
    cores.at(0, List.of(), new Action.Launch(1, "wide"), new Action.Launch(2, "wide"));

    assertThatThrownBy(() -> cores.at(1, List.of(), new Action.Launch(3, "wide")))
        .isInstanceOf(GuardViolation.class)
        .hasMessageContaining("the limit of its market is 10 cores");
  }

  /** Each wish is judged in the world that the wishes before it have made. */
  @Test
  void refusesWhatTheSameDecisionMadeWrong() {
    assertThatThrownBy(
            () -> tale.at(3, List.of(), new Action.Reject(3, REASON), assign("3/0#1", 1)))
        .isInstanceOf(GuardViolation.class)
        .hasMessageContaining("the task is CANCELLED");
  }

  @Test
  void allowsAllOfThis() {
    tale.at(
        3,
        List.of(),
        assign("1/1#1", 1),
        new Action.Checkpoint(attempt("1/0#1")),
        stop("1/0#1"),
        new Action.Release(4),
        new Action.Launch(6, "spot"),
        new Action.Drain(2),
        new Action.WakeAt(4),
        new Action.Reject(3, REASON));

    assertThat(tale.state("1/1")).isEqualTo(TaskState.RUNNING);
  }

  @Test
  void batchesComeInOrderWithoutGapsAndTimeDoesNotGoBack() {
    Scheduler scheduler = new Scheduler(tale, List.of());
    scheduler.step(new Batch(1, 10, List.of()));

    for (Batch wrong :
        List.of(
            new Batch(1, 10, List.of()), new Batch(3, 10, List.of()), new Batch(2, 9, List.of()))) {
      assertThatThrownBy(() -> scheduler.step(wrong))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("after batch 1 at 10 ms");
    }
    scheduler.step(new Batch(2, 10, List.of()));
  }
}
