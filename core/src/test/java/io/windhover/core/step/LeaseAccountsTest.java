package io.windhover.core.step;

import static io.windhover.core.step.Tale.started;
import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.priced;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Billing;
import io.windhover.core.model.Market;
import io.windhover.core.model.Money;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.Action;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the hours of rented machines went to: two cores each, at 60 nano-dollars an hour. */
class LeaseAccountsTest {
  private static final long HOUR = 3_600_000;

  private static Offer spot(Billing billing) {
    return new Offer("spot", Market.SPOT, priced("spot", 2, 60), 9, 9, 0, 0, billing);
  }

  private static Tale tale(Billing billing) {
    Tale tale = new Tale(1, spot(billing));
    tale.scheduler().keepAccounts();
    return tale;
  }

  private static LeaseAccounts accounts(Tale tale) {
    return tale.scheduler().keepAccounts();
  }

  private static LeaseBill onlyEnded(Tale tale) {
    List<LeaseBill> ended = accounts(tale).takeEnded();
    assertThat(ended).hasSize(1);
    addsUp(ended.get(0));
    return ended.get(0);
  }

  private static void addsUp(LeaseBill bill) {
    long parts = bill.boot().nanos() + bill.idle().nanos() + bill.hibernated().nanos();
    for (LeaseBill.JobShare share : bill.jobs()) {
      parts += share.useful().nanos() + share.lost().nanos();
    }
    assertThat(parts).isEqualTo(bill.costNanos());
  }

  private static Event finishedAfter(String attempt, long ranMillis) {
    return new Event.AttemptFinished(attempt(attempt), ranMillis);
  }

  /** Charged from the first hour on, there from the second, with a job of four tasks. */
  private static Tale rented(Billing billing) {
    Tale tale = tale(billing);
    tale.at(0, List.of(new Event.JobSubmitted(1, job(tasks("t", 4)))), launch(1));
    tale.at(2 * HOUR, new MachineChange.Ready(1, spot(billing).machine(), HOUR));
    return tale;
  }

  private static Action launch(int machine) {
    return new Action.Launch(machine, "spot");
  }

  private static void end(Tale tale, long atMillis) {
    tale.at(atMillis, List.of(), new Action.Release(1));
    tale.at(atMillis, new MachineChange.LeaseEnded(1, atMillis));
  }

  @Test
  void anHourOfEachKindIsPaidForInProportion() {
    Tale tale = rented(Billing.BY_USE);
    tale.assign(2 * HOUR, 1, "1/0#1", "1/1#1");
    tale.at(2 * HOUR, started("1/0#1"), started("1/1#1"));
    tale.at(3 * HOUR, finishedAfter("1/0#1", HOUR));
    tale.at(3 * HOUR, new Event.AttemptFailed(attempt("1/1#1"), new Failure.Exited(1), HOUR));
    end(tale, 4 * HOUR);

    LeaseBill bill = onlyEnded(tale);
    assertThat(bill.costNanos()).isEqualTo(180).isEqualTo(tale.world().spentNanos());
    assertThat(bill.boot()).isEqualTo(new LeaseBill.Share(2 * HOUR, 60));
    assertThat(bill.idle()).isEqualTo(new LeaseBill.Share(2 * HOUR, 60));
    assertThat(bill.jobs())
        .containsExactly(
            new LeaseBill.JobShare(
                1, "job", new LeaseBill.Share(HOUR, 30), new LeaseBill.Share(HOUR, 30)));
    assertThat(bill.market()).isEqualTo(Market.SPOT);
    assertThat(bill.chargedSinceMillis()).isEqualTo(HOUR);
    assertThat(bill.readyAtMillis()).isEqualTo(2 * HOUR);
    assertThat(bill.endedAtMillis()).isEqualTo(4 * HOUR);
  }

  @Test
  void whatRanOnAMachineThatIsLostIsLostButForWhatACheckpointKept() {
    Tale tale = rented(Billing.BY_USE);
    tale.assign(2 * HOUR, 1, "1/0#1", "1/1#1");
    tale.at(2 * HOUR, started("1/0#1"), started("1/1#1"));
    tale.at(4 * HOUR, new Event.AttemptCheckpointed(attempt("1/1#1"), HOUR));
    tale.at(4 * HOUR, new MachineChange.Lost(1, "reclaimed"));

    LeaseBill.JobShare share = onlyEnded(tale).jobs().get(0);
    assertThat(share.useful()).isEqualTo(new LeaseBill.Share(HOUR, 30));
    assertThat(share.lost()).isEqualTo(new LeaseBill.Share(3 * HOUR, 90));
  }

  @Test
  void hibernatedTimeHasItsOwnPriceAndIsNobodysWork() {
    Tale tale = rented(new Billing(0, 0, 0, false, 6));
    tale.assign(2 * HOUR, 1, "1/0#1", "1/1#1");
    tale.at(2 * HOUR, started("1/0#1"), started("1/1#1"));
    tale.at(3 * HOUR, new MachineChange.Hibernated(1));
    tale.at(13 * HOUR, new MachineChange.Resumed(1));
    tale.at(14 * HOUR, finishedAfter("1/0#1", 2 * HOUR), finishedAfter("1/1#1", 2 * HOUR));
    end(tale, 14 * HOUR);

    LeaseBill bill = onlyEnded(tale);
    assertThat(bill.costNanos()).isEqualTo(240);
    assertThat(bill.hibernated()).isEqualTo(new LeaseBill.Share(20 * HOUR, 60));
    assertThat(bill.frozenMillis()).isEqualTo(10 * HOUR);
    assertThat(bill.idle().nanos()).isZero();
    assertThat(bill.jobs().get(0).useful().nanos()).isEqualTo(120);
  }

  @Test
  void anAttemptThatIsStoppedWhileItsMachineIsFrozenIsLostAtOnce() {
    Tale tale = rented(Billing.BY_USE);
    tale.assign(2 * HOUR, 1, "1/0#1");
    tale.at(2 * HOUR, started("1/0#1"));
    tale.at(3 * HOUR, List.of(new MachineChange.Hibernated(1)), Tale.stop("1/0#1"));
    end(tale, 9 * HOUR);
    assertThat(onlyEnded(tale).jobs().get(0).lost().coreMillis()).isEqualTo(HOUR);
  }

  @Test
  void theRestOfAPeriodThatWasBegunIsIdle() {
    Tale tale = rented(Billing.perPeriod(12 * HOUR));
    tale.assign(2 * HOUR, 1, "1/0#1", "1/1#1");
    tale.at(3 * HOUR, finishedAfter("1/0#1", HOUR), finishedAfter("1/1#1", HOUR));
    end(tale, 3 * HOUR);

    LeaseBill bill = onlyEnded(tale);
    assertThat(bill.costNanos()).isEqualTo(720);
    assertThat(bill.boot().nanos()).isEqualTo(120); // Charged from the request on.
    assertThat(bill.jobs().get(0).useful().nanos()).isEqualTo(60);
    assertThat(bill.idle().nanos()).isEqualTo(540);
  }

  @Test
  void aMachineThatNeverTookWorkWasAllBoot() {
    Tale tale = tale(Billing.BY_USE);
    tale.at(0, List.of(), launch(1));
    tale.at(HOUR, List.of(), new Action.Release(1));
    tale.at(4 * HOUR, new MachineChange.LeaseEnded(1, HOUR, 3 * HOUR, 0));
    LeaseBill bill = onlyEnded(tale);
    assertThat(bill.costNanos()).isEqualTo(120).isEqualTo(bill.boot().nanos());
    assertThat(bill.readyAtMillis()).isEqualTo(-1);
  }

  @Test
  void aLaunchThatWasRefusedIsNoLease() {
    Tale tale = tale(Billing.BY_USE);
    tale.at(0, List.of(), launch(1));
    assertThat(accounts(tale).open(HOUR)).hasSize(1);
    tale.at(HOUR, new MachineChange.LaunchRefused(1, "no capacity"));
    assertThat(accounts(tale).open(HOUR)).isEmpty();
    assertThat(accounts(tale).takeEnded()).isEmpty();
  }

  @Test
  void whereTheProviderCountsLessThanTasksKeptAllOfTheCostIsTheirs() {
    Tale tale = rented(Billing.BY_USE);
    tale.assign(2 * HOUR, 1, "1/0#1", "1/1#1");
    tale.at(2 * HOUR, started("1/0#1"), started("1/1#1"));
    tale.at(9 * HOUR, new MachineChange.LeaseEnded(1, HOUR, 4 * HOUR, 0));
    LeaseBill bill = onlyEnded(tale);
    assertThat(bill.costNanos()).isEqualTo(180);
    assertThat(bill.idle().nanos()).isZero();
    assertThat(bill.jobs().get(0).lost().nanos()).isEqualTo(158); // 14 of 16 core hours.
  }

  @Test
  void anOpenLeaseIsBilledUpToNowAndStaysAsItIs() {
    Tale tale = rented(Billing.BY_USE);
    tale.assign(2 * HOUR, 1, "1/0#1");
    tale.at(2 * HOUR, started("1/0#1"));
    LeaseBill bill = accounts(tale).open(4 * HOUR).get(0);
    addsUp(bill);
    assertThat(bill.isOpen()).isTrue();
    assertThat(bill.costNanos()).isEqualTo(180);
    assertThat(bill.jobs().get(0).useful()).isEqualTo(new LeaseBill.Share(2 * HOUR, 60));
    assertThat(accounts(tale).open(4 * HOUR)).containsExactly(bill);
  }

  @Test
  void accountsGoOnAfterARestart() {
    Tale tale = rented(Billing.BY_USE);
    tale.assign(2 * HOUR, 1, "1/0#1", "1/1#1");
    tale.at(2 * HOUR, started("1/0#1"), started("1/1#1"));
    tale.at(3 * HOUR, finishedAfter("1/0#1", HOUR));

    World later = Snapshots.restore(Snapshots.of(tale.world()), tale);
    LeaseAccounts restored = new LeaseAccounts(later, accounts(tale).saved());
    assertThat(restored.open(4 * HOUR)).isEqualTo(accounts(tale).open(4 * HOUR));

    LeaseAccounts begunAnew = new LeaseAccounts(later, new LeaseAccounts.Saved(1, List.of()));
    LeaseBill bill = begunAnew.open(4 * HOUR).get(0);
    addsUp(bill);
    assertThat(bill.costNanos()).isEqualTo(180);
  }

  @Test
  void aSumIsSplitToTheLastNano() {
    assertThat(Money.split(100, new long[] {1, 1, 1})).containsExactly(33, 33, 34);
    assertThat(Money.split(7, new long[] {0, 0})).containsExactly(7, 0);
    long[] parts = Money.split(Long.MAX_VALUE, new long[] {Long.MAX_VALUE, 1, Long.MAX_VALUE});
    assertThat(LongStream.of(parts).sum()).isEqualTo(Long.MAX_VALUE);
  }
}
