package io.windhover.core.step;

import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.priced;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.AttemptId;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Limits;
import io.windhover.core.model.MachineSpec;
import io.windhover.core.model.Market;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.MachineView.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is paid, by the provider's clock, and what may be rented at all. */
class LeaseStoriesTest {
  private static final long HOUR = 3_600_000;
  private static final Offer SPOT = new Offer("spot", priced("spot", 2, 60), 3);

  private final Tale tale = new Tale(1, SPOT);

  private Machine machine1() {
    return tale.world().machine(1).orElseThrow();
  }

  private void rent(long atMillis, int machine) {
    tale.at(atMillis, List.of(), new Action.Launch(machine, "spot"));
    tale.at(atMillis, new MachineChange.Ready(machine, SPOT.machine()));
  }

  @Test
  void whatWasGivenBackIsPaidForUntilItsProviderSaysThatItHasEnded() {
    rent(0, 1);
    tale.at(HOUR, List.of(), new Action.Release(1));
    tale.at(2 * HOUR);
    assertThat(tale.world().machines()).isEmpty();
    assertThat(tale.world().endingLeases()).hasSize(1);
    assertThat(tale.world().spentNanos()).isEqualTo(120);

    tale.at(3 * HOUR, new MachineChange.LeaseEnded(1, HOUR + HOUR / 2));
    assertThat(tale.world().endingLeases()).isEmpty();
    assertThat(tale.world().spentNanos()).isEqualTo(90);
  }

  /** Prices and sizes may have changed without a word. */
  @Test
  void whatTheProviderSaysItHasChargedCounts() {
    rent(0, 1);
    tale.at(HOUR, List.of(), new Action.Release(1));
    tale.at(2 * HOUR, new MachineChange.LeaseEnded(1, HOUR / 2, HOUR, 0, 77));
    assertThat(tale.world().spentNanos()).isEqualTo(77);
  }

  /** A launch that was beyond a limit, or was refused when nobody counted on it any more. */
  @Test
  void whatWasNeverRentedCostsNothingThoughItsTermsCountFromTheRequest() {
    Billing hourly = Billing.perPeriod(HOUR);
    Tale tale =
        new Tale(1, new Offer("h", Market.ON_DEMAND, priced("h", 2, 60), 9, 9, 0, 0, hourly));
    tale.at(0, List.of(), new Action.Launch(1, "h"), new Action.Launch(2, "h"));
    tale.at(1, List.of(), new Action.Release(1), new Action.Release(2));
    tale.at(2, MachineChange.LeaseEnded.neverRented(1));
    assertThat(tale.world().spentNanos()).isEqualTo(60);
    tale.at(3, new MachineChange.LeaseEnded(2, 3));
    assertThat(tale.world().spentNanos()).as("one that was asked for").isEqualTo(60);
  }

  @Test
  void aLeaseBeginsWhenTheProviderSaysNotWhenTheWorkerJoins() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    tale.at(2 * HOUR, new MachineChange.Ready(1, SPOT.machine(), HOUR));
    tale.at(3 * HOUR);
    assertThat(tale.world().spentNanos()).isEqualTo(120);
    assertThat(machine1().readyAtMillis()).isEqualTo(2 * HOUR);
  }

  /** Two cores of it are paid for one by one, at 1000 an hour each, and nothing else. */
  private static Tale harvesting() {
    MachineSpec machine = priced("v", 4, 0).harvesting(2, 1000);
    return new Tale(1, new Offer("v", machine, 9));
  }

  private static MachineChange.Ready harvests(Tale tale, long sinceMillis) {
    return new MachineChange.Ready(1, tale.world().offers().get(0).machine(), sinceMillis);
  }

  @Test
  void harvestedCoresAreNotPaidForWhileTheMachineIsFrozenIfItNeverThaws() {
    Tale frozen = harvesting();
    frozen.at(0, List.of(), new Action.Launch(1, "v"));
    frozen.at(HOUR, harvests(frozen, HOUR));
    frozen.at(2 * HOUR, new MachineChange.Hibernated(1, 2 * HOUR));
    frozen.at(4 * HOUR, List.of(), new Action.Release(1));
    assertThat(frozen.world().spentNanos()).isEqualTo(2000);
    frozen.at(4 * HOUR, new MachineChange.LeaseEnded(1, HOUR, 4 * HOUR, 2 * HOUR));
    assertThat(frozen.world().spentNanos()).isEqualTo(2000);
  }

  @Test
  void harvestedCoresArePaidForFromBeforeTheJoinAndNotAfterTheEnd() {
    Tale early = harvesting();
    early.at(0, List.of(), new Action.Launch(1, "v"));
    early.at(2 * HOUR, harvests(early, 0));
    early.at(5 * HOUR, List.of(), new Action.Release(1));
    assertThat(early.world().spentNanos()).isEqualTo(6000);
    early.at(5 * HOUR, new MachineChange.LeaseEnded(1, HOUR, 3 * HOUR, 0));
    assertThat(early.world().spentNanos()).isEqualTo(4000);
  }

  @Test
  void harvestedCoresOfAMachineThatNeverJoinedArePaidFor() {
    Tale never = harvesting();
    never.at(0, List.of(), new Action.Launch(1, "v"));
    never.at(3 * HOUR, List.of(), new Action.Release(1));
    never.at(4 * HOUR, new MachineChange.LeaseEnded(1, HOUR, 3 * HOUR, 0));
    assertThat(never.world().spentNanos()).isEqualTo(4000);
  }

  @Test
  void whatIsChargedForBeforeItJoinsCostsMoneyAtOnceAndGrowsTooOld() {
    tale.at(0, new Event.LimitsChanged(new Limits(0, 0, 0, 3 * HOUR)));
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    tale.at(HOUR + 1, new MachineChange.MeterStarted(1, HOUR));
    tale.at(HOUR + 2, new MachineChange.MeterStarted(1, HOUR + 2));
    assertThat(tale.world().wakeTimesMillis()).containsExactly(3 * HOUR);
    tale.at(2 * HOUR);
    assertThat(machine1().state()).isEqualTo(State.REQUESTED);
    assertThat(tale.world().spentNanos()).isEqualTo(60);
    tale.at(2 * HOUR, new MachineChange.Ready(1, SPOT.machine()));
    tale.at(3 * HOUR - 1, new MachineChange.Hibernated(1, 2 * HOUR + HOUR / 2));
    assertThat(tale.world().spentNanos()).isEqualTo(90);
    tale.at(3 * HOUR, new Event.TimerFired(3 * HOUR));
    assertThat(tale.world().machines()).isEmpty();
  }

  @Test
  void aMachineThatNeverJoinedIsPaidForAllTheSame() {
    tale.at(0, List.of(), new Action.Launch(1, "spot"));
    tale.at(3 * HOUR, List.of(), new Action.Release(1));
    assertThat(tale.world().spentNanos()).isZero();
    tale.at(4 * HOUR, new MachineChange.LeaseEnded(1, HOUR, 3 * HOUR, 0));
    assertThat(tale.world().spentNanos()).isEqualTo(120);
  }

  @Test
  void hibernationCountsFromTheProvidersMoment() {
    rent(0, 1);
    tale.at(2 * HOUR, new MachineChange.Hibernated(1, HOUR));
    tale.at(5 * HOUR, new MachineChange.Resumed(1, 4 * HOUR));
    assertThat(tale.world().spentNanos()).isEqualTo(120);
    // A clock that tells a moment before the last one, or one that is still to come, is not obeyed.
    tale.at(6 * HOUR, new MachineChange.Hibernated(1, HOUR));
    tale.at(6 * HOUR, new MachineChange.Resumed(1, 9 * HOUR));
    assertThat(tale.world().spentNanos()).isBetween(60L, 180L);
  }

  @Test
  void aLostMachineWhoseLeaseGoesOnCostsUntilItEnds() {
    rent(0, 1);
    tale.at(HOUR, new MachineChange.Lost(1, "silent", true));
    assertThat(tale.world().machines()).isEmpty();
    tale.at(2 * HOUR);
    assertThat(tale.world().spentNanos()).isEqualTo(120);
    tale.at(2 * HOUR, new MachineChange.LeaseEnded(1, 2 * HOUR));
    tale.at(4 * HOUR, new MachineChange.LeaseEnded(1, 4 * HOUR));
    assertThat(tale.world().spentNanos()).isEqualTo(120);
  }

  @Test
  void aLeaseThatEndsUnderAMachineTakesItAway() {
    rent(0, 1);
    tale.at(1, new Event.JobSubmitted(1, job(tasks("a", 1))));
    tale.assign(2, 1, "1/0#1");
    tale.at(HOUR, new MachineChange.LeaseEnded(1, HOUR));
    assertThat(tale.state("1/0")).isEqualTo(TaskState.WAITING);
    assertThat(tale.world().spentNanos()).isEqualTo(60);
  }

  @Test
  void runningLeasesFollowThePriceOnlyWhereTheTermsSaySo() {
    Offer following =
        new Offer(
            "following", Market.SPOT, priced("f", 1, 60), 3, 3, 0, 0, Billing.BY_USE.repricing());
    Tale two = new Tale(1, SPOT, following);
    two.at(0, List.of(), new Action.Launch(1, "spot"), new Action.Launch(2, "following"));
    two.at(0, new MachineChange.Ready(1, SPOT.machine()));
    two.at(0, new MachineChange.Ready(2, following.machine()));
    two.at(HOUR, new Event.PriceChanged("spot", 600), new Event.PriceChanged("following", 600));
    two.at(2 * HOUR);
    assertThat(two.world().machine(1).orElseThrow().costNanos(2 * HOUR)).isEqualTo(120);
    assertThat(two.world().machine(2).orElseThrow().costNanos(2 * HOUR)).isEqualTo(660);

    two.at(2 * HOUR, List.of(), new Action.Release(1), new Action.Release(2));
    two.at(2 * HOUR, new Event.PriceChanged("spot", 60), new Event.PriceChanged("following", 60));
    two.at(3 * HOUR, new MachineChange.LeaseEnded(1, 3 * HOUR));
    two.at(3 * HOUR, new MachineChange.LeaseEnded(2, 3 * HOUR));
    assertThat(two.world().spentNanos()).as("also while they end").isEqualTo(180 + 720);
  }

  @Test
  void whatIsNoLongerOfferedCannotBeRentedAndKeepsItsTerms() {
    rent(0, 1);
    Offer other = new Offer("other", priced("o", 1, 10), 1);
    tale.at(1, new Event.OffersChanged(List.of(other)));
    assertThat(tale.world().offers()).map(Offer::limit).containsExactly(0, 1);
    assertThat(tale.world().offer("spot")).isPresent();
    assertThatThrownBy(() -> tale.at(2, List.of(), new Action.Launch(2, "spot")))
        .isInstanceOf(GuardViolation.class);
  }

  /** The market of a pool lets so many cores be rented; its offer has other machines since. */
  @Test
  void aLeaseIsCountedAsItWasOfferedAlsoAfterARestart() {
    Offer four = limitedTo12Cores(4);
    Offer eight = limitedTo12Cores(8);
    Tale live = new Tale(1, four);
    live.at(0, List.of(), new Action.Launch(1, "o"));
    live.at(1, new Event.OffersChanged(List.of(eight)));
    Snapshot before = Snapshots.of(live.world());
    live.at(2, List.of(), new Action.Launch(2, "o"));
    assertThat(live.world().leases().rentedCores(Market.SPOT)).isEqualTo(12);

    Tale again = new Tale(1);
    Scheduler restarted = new Scheduler(again, Snapshots.restore(before, again));
    restarted.redo(new Batch(3, 2, List.of()), List.of(new Action.Launch(2, "o")));
    assertThat(restarted.world().leases().rentedCores(Market.SPOT)).isEqualTo(12);

    live.at(3, new MachineChange.Lost(1, "x"), new MachineChange.Lost(2, "x"));
    assertThat(live.world().leases().rentedCores(Market.SPOT)).isZero();
  }

  private static Offer limitedTo12Cores(int cores) {
    return new Offer("o", Market.SPOT, priced("o", cores, 60), 9, 9, 12, 0, 0, Billing.BY_USE);
  }

  /** Older snapshots have not said what their machines were counted as. */
  @Test
  void whatWasRentedOnceStopsNoRestartWhateverTheLimitIsNow() {
    Tale again = new Tale(1, SPOT.limited(0));
    again.scheduler().redo(new Batch(1, 0, List.of()), List.of(new Action.Launch(1, "spot")));
    assertThat(again.world().machines()).hasSize(1);
  }

  @Test
  void theLastNoticeCountsAndMayBeWithdrawn() {
    rent(0, 1);
    tale.at(1, new MachineChange.Notice(1, 100, Coming.HIBERNATED));
    tale.at(2, new MachineChange.Notice(1, 2, Coming.ENDED));
    assertThat(machine1().coming()).isEqualTo(Coming.ENDED);
    assertThat(machine1().state()).as("its moment has come").isEqualTo(State.DRAINING);
    World restored = Snapshots.restore(Snapshots.of(tale.world()), tale);
    assertThat(restored.machine(1).orElseThrow().state()).isEqualTo(State.DRAINING);
    tale.at(3, MachineChange.Notice.withdrawn(1));
    assertThat(machine1().noticeMillis()).isEqualTo(Long.MAX_VALUE);
    assertThat(machine1().state()).isEqualTo(State.READY);
    assertThat(tale.world().machinesWithRoom()).hasSize(1);
  }

  @Test
  void whatIsAwayIsGivenNothingAndWhatRunsThereGoesOn() {
    tale.at(0, ready(1, 2), new Event.JobSubmitted(1, job(tasks("a", 2))));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, new MachineChange.Away(1));
    assertThat(machine1().state()).isEqualTo(State.AWAY);
    assertThat(tale.world().machinesWithRoom()).isEmpty();
    tale.at(3, finished("1/0#1"));
    assertThat(tale.state("1/0")).isEqualTo(TaskState.SUCCEEDED);
    assertThatThrownBy(() -> tale.assign(4, 1, "1/1#1")).isInstanceOf(GuardViolation.class);
    tale.at(5, new MachineChange.Back(1));
    assertThat(machine1().state()).isEqualTo(State.READY);
  }

  @Test
  void awayAndHibernatedAreToldApartWhicheverEndsFirst() {
    tale.at(0, ready(1, 2));
    tale.at(1, new MachineChange.Away(1), new MachineChange.Hibernated(1));
    assertThat(machine1().state()).isEqualTo(State.HIBERNATED);
    tale.at(2, new MachineChange.Resumed(1));
    assertThat(machine1().state()).isEqualTo(State.AWAY);
    tale.at(3, new MachineChange.Back(1));
    assertThat(machine1().state()).isEqualTo(State.READY);
  }

  @Test
  void aJobThatIsOverLeavesAndItsNumberIsNotGivenAgain() {
    tale.at(0, ready(1, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    tale.at(1, new Event.JobForgotten(1));
    assertThat(tale.world().hasJob(1)).as("it is not over").isTrue();
    tale.assign(2, 1, "1/0#1");
    tale.at(3, finished("1/0#1"));
    tale.at(4, new Event.JobForgotten(1), new Event.JobForgotten(1));
    assertThat(tale.world().jobs()).isEmpty();
    assertThatThrownBy(() -> tale.world().job(1)).hasMessageContaining("has left");
    tale.at(5, new Event.JobSubmitted(2, job(tasks("b", 1))));

    World restored = Snapshots.restore(Snapshots.of(tale.world()), tale);
    assertThat(restored.jobs()).map(Job::id).containsExactly(2);
    assertThat(restored.nextJobId()).isEqualTo(3);
  }

  @Test
  void jobsThatEditsHaveTiedTogetherLeaveTogetherWhenAllAreOver() {
    tale.at(0, ready(1, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    tale.at(1, new Event.JobAmended(1, 2, job(tasks("a", 2))));
    tale.at(2, new Event.JobAmended(2, 3, job(tasks("a", 3))));
    tale.at(3, new Event.JobForgotten(1), new Event.JobForgotten(2));
    assertThat(tale.world().jobs()).as("the newest is not over").hasSize(3);
    assertThat(tale.world().leaving(1)).isEmpty();
    tale.at(4, new Event.JobCancelled(3));
    assertThat(tale.world().leaving(2)).map(Job::id).containsExactly(1, 2, 3);
    List<Snapshot.JobPart> kept = tale.world().leaving(2).stream().map(Snapshots::of).toList();
    tale.at(5, new Event.JobForgotten(2));
    assertThat(tale.world().jobs()).isEmpty();

    World shown = Snapshots.restore(kept, 5);
    assertThat(shown.newest(shown.job(1)).id()).isEqualTo(3);
    assertThat(shown.job(3).count(TaskState.CANCELLED)).isEqualTo(3);
    assertThat(shown.liveJobs()).isEmpty();
  }

  @Test
  void aJobStaysWhileAMachineCleansUpAfterIt() {
    tale.at(0, ready(1, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    tale.assign(1, 1, "1/0#1");
    AttemptId attempt = attempt("1/0#1");
    tale.at(2, new Event.AttemptCleansUp(attempt), finished("1/0#1"));
    tale.at(3, new Event.JobForgotten(1));
    assertThat(tale.world().hasJob(1)).isTrue();
    tale.at(4, new MachineChange.CleanupEnded(1, attempt), new Event.JobForgotten(1));
    assertThat(tale.world().hasJob(1)).isFalse();
  }

  @Test
  void aSnapshotKeepsWhatIsStillPaidForAndTheLimits() {
    rent(0, 1);
    rent(1, 2);
    tale.at(HOUR, new Event.LimitsChanged(new Limits(1, 2, 3, 4 * HOUR)));
    tale.at(HOUR, List.of(), new Action.Release(1));
    tale.at(HOUR, new MachineChange.Away(2));
    World restored = Snapshots.restore(Snapshots.of(tale.world()), tale);
    assertThat(restored.limits()).isEqualTo(tale.world().limits());
    assertThat(restored.endingLeases()).map(Machine::id).containsExactly(1);
    assertThat(restored.machine(2).orElseThrow().state()).isEqualTo(State.AWAY);
    assertThat(restored.spentNanos()).isEqualTo(tale.world().spentNanos());
  }
}
