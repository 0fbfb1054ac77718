package io.windhover.core.step;

import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.lost;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.step.Tale.stop;
import static io.windhover.core.testkit.Specs.gigabytes;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.machine;
import static io.windhover.core.testkit.Specs.priced;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Machines that come, freeze, shrink and go, and what they cost. */
class MachineStoriesTest {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final Offer SPOT = new Offer("spot", priced("spot", 2, 60), 2);

  private final Tale tale = new Tale(1, SPOT);

  private Machine machine1() {
    return tale.world().machine(1).orElseThrow();
  }

  @Test
  void hibernationPausesTheLease() {
    tale.at(0, new MachineChange.Ready(1, priced("w", 1, 60)));
    tale.at(HOUR_MILLIS, new MachineChange.Hibernated(1));
    tale.at(4 * HOUR_MILLIS, new MachineChange.Hibernated(1));
    assertThat(tale.world().spentNanos()).isEqualTo(60);

    tale.at(5 * HOUR_MILLIS, new MachineChange.Resumed(1));
    tale.at(6 * HOUR_MILLIS);
    assertThat(tale.world().spentNanos()).isEqualTo(120);
  }

  /** A doubled report of the thaw set the meter back. */
  @Test
  void aDoubledResumeCostsWhatASingleOneDoes() {
    tale.at(0, new MachineChange.Ready(1, priced("w", 1, 60)));
    tale.at(HOUR_MILLIS, new MachineChange.Resumed(1));
    tale.at(2 * HOUR_MILLIS);

    assertThat(tale.world().spentNanos()).isEqualTo(120);
  }

  @Test
  void spendingIsTheSumOfLeasesEndedOrRunning() {
    tale.at(0, new MachineChange.Ready(1, priced("w1", 1, 60)));
    tale.at(HOUR_MILLIS, new MachineChange.Ready(2, priced("w2", 1, 100)));
    tale.at(2 * HOUR_MILLIS, lost(1));
    tale.at(3 * HOUR_MILLIS, lost(1));
    tale.at(3 * HOUR_MILLIS + 1);

    // 2 hours at 60, and 2 hours and a millisecond at 100, rounded up to the nano-dollar.
    assertThat(tale.world().spentNanos()).isEqualTo(120 + 201);
  }

  @Test
  void aRentedMachineIsPaidForFromTheMomentItIsReadyUntilItsLeaseEnds() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    assertThat(machine1().state()).isEqualTo(State.REQUESTED);
    tale.at(HOUR_MILLIS, new MachineChange.Ready(1, SPOT.machine()));
    tale.at(2 * HOUR_MILLIS, List.of(), new Action.Release(1));
    tale.at(2 * HOUR_MILLIS, new MachineChange.LeaseEnded(1, 0));
    tale.at(9 * HOUR_MILLIS);

    assertThat(tale.world().spentNanos()).isEqualTo(60);
    assertThat(tale.world().machines()).isEmpty();
  }

  @Test
  void aRefusedLaunchCostsNothingAndFreesThePlace() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"), new Action.Launch(2, "spot"));
    tale.at(
        1, List.of(new MachineChange.LaunchRefused(1, "none left")), new Action.Launch(3, "spot"));

    assertThat(tale.world().machines()).map(Machine::id).containsExactly(2, 3);
    assertThat(tale.world().spentNanos()).isZero();
  }

  /** It took the machine away, with all that ran there. */
  @Test
  void aLateRefusalOfAMachineThatIsUpChangesNothing() {
    tale.at(0, ready(1, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, new MachineChange.LaunchRefused(1, "late"));

    assertThat(tale.state("1/0")).isEqualTo(TaskState.RUNNING);
    assertThat(machine1().state()).isEqualTo(State.READY);
  }

  /** The machine came up after it had been given back, and the step failed. */
  @Test
  void aMachineThatIsReadyTooLateIsHistory() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    tale.at(1, List.of(), new Action.Release(1));
    tale.at(2, new MachineChange.Ready(1, SPOT.machine()));

    assertThat(tale.world().machines()).isEmpty();
    assertThat(tale.world().nextMachineId()).isEqualTo(2);
  }

  /** A doubled report that a machine is ready made the step fail. */
  @Test
  void aDoubledReadyChangesNothing() {
    tale.at(0, new MachineChange.Ready(1, priced("w", 1, 60)));
    tale.at(HOUR_MILLIS, new MachineChange.Hibernated(1));
    tale.at(HOUR_MILLIS, new MachineChange.Ready(1, priced("w", 1, 60)));

    assertThat(machine1().state()).isEqualTo(State.HIBERNATED);
    assertThat(tale.world().spentNanos()).isEqualTo(60);
  }

  @Test
  void machinesAreNumberedWithoutGaps() {
    assertThatThrownBy(() -> tale.at(0, ready(2, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("machine 2, expected 1");
  }

  @Test
  void onlyWhatIsFrozenThawsAndOnlyWhatIsUpFreezes() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    tale.at(1, new MachineChange.Resumed(1));
    assertThat(machine1().state()).isEqualTo(State.REQUESTED);
    tale.at(2, new MachineChange.Hibernated(1));
    assertThat(machine1().state()).isEqualTo(State.REQUESTED);
  }

  @Test
  void aDrainingMachineThatFreezesIsDrainingWhenItThaws() {
    tale.at(0, List.of(ready(1, 2)), new Action.Drain(1));
    assertThat(machine1().state()).isEqualTo(State.DRAINING);
    tale.at(1, new MachineChange.Hibernated(1));
    assertThat(machine1().state()).isEqualTo(State.HIBERNATED);
    tale.at(2, new MachineChange.Resumed(1));

    assertThat(machine1().state()).isEqualTo(State.DRAINING);
    assertThat(tale.world().machinesWithRoom()).isEmpty();
  }

  @Test
  void aMachineDrainedBeforeItIsReadyTakesNothing() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"), new Action.Drain(1));
    tale.at(1, new MachineChange.Ready(1, SPOT.machine()));

    assertThat(machine1().state()).isEqualTo(State.DRAINING);
    assertThat(tale.world().machinesWithRoom()).isEmpty();
  }

  @Test
  void aMachineMayShrinkUnderItsTasks() {
    tale.at(0, ready(1, 4), new Event.JobSubmitted(1, job(tasks("a", 3))));
    tale.assign(1, 1, "1/0#1", "1/1#1", "1/2#1");
    assertThat(tale.world().machinesWithRoom()).containsExactly(machine1());

    tale.at(2, new MachineChange.Resized(1, 2, gigabytes(1)));
    assertThat(machine1().freeCores()).isEqualTo(-1);
    assertThat(tale.world().machinesWithRoom()).isEmpty();

    tale.at(3, finished("1/0#1"), finished("1/1#1"));
    assertThat(tale.world().machinesWithRoom()).containsExactly(machine1());
    assertThat(machine1().freeCores()).isEqualTo(1);
  }

  @Test
  void whatRunsOnAFrozenMachineRunsOnWhenItThaws() {
    tale.at(0, ready(1, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, new MachineChange.Hibernated(1));
    assertThat(tale.state("1/0")).isEqualTo(TaskState.RUNNING);
    tale.at(3, new MachineChange.Resumed(1));
    tale.at(4, finished("1/0#1"));

    assertThat(tale.state("1/0")).isEqualTo(TaskState.SUCCEEDED);
  }

  @Test
  void stoppingAFrozenAttemptFreesItsTaskAtOnce() {
    tale.at(0, ready(1, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, List.of(new MachineChange.Hibernated(1)), stop("1/0#1"));

    assertThat(tale.ready()).containsExactly("1/0");
    assertThat(machine1().attempts()).isEmpty();
  }

  @Test
  void releasingAMachinePutsItsTasksBack() {
    tale.at(0, ready(1, 2), new Event.JobSubmitted(1, job(tasks("a", 2))));
    tale.assign(1, 1, "1/0#1", "1/1#1");
    tale.at(2, List.of(), new Action.Release(1));

    assertThat(tale.ready()).containsExactly("1/0", "1/1");
    assertThat(tale.world().attempts()).isEmpty();
    assertThat(tale.world().machinesWithRoom()).isEmpty();
  }

  @Test
  void aPriceChangesForNewLeasesOnly() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    tale.at(0, new MachineChange.Ready(1, SPOT.machine()));
    tale.at(1, new Event.PriceChanged("spot", 500), new Event.PriceChanged("unheard of", 1));
    tale.at(HOUR_MILLIS);

    assertThat(tale.world().spentNanos()).isEqualTo(60);
    assertThat(tale.world().offers()).containsExactly(SPOT.priced(500));
  }

  @Test
  void aNoticeShowsAndChangesNothingElse() {
    tale.at(0, new MachineChange.Ready(1, machine("w", 1)));
    assertThat(machine1().noticeMillis()).isEqualTo(Long.MAX_VALUE);
    tale.at(1, new MachineChange.Notice(1, 120_000));

    assertThat(machine1().noticeMillis()).isEqualTo(120_000);
    assertThat(tale.world().machinesWithRoom()).containsExactly(machine1());
  }
}
