package io.windhover.experiments.kestrel;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.store.Store;
import org.junit.jupiter.api.Test;

/** A few days of a few workers; everything that befalls the paper's month befalls them too. */
final class MonthRunTest {
  private static final long TUNED_AT = 2 * Month.DAY;

  private static Month days(int kills) {
    return new Month(300, 30, 24, 4, 3.5, TUNED_AT, kills);
  }

  @Test
  void everyTaskIsRecordedOnceThoughVmsRestartAfterEachAndNodesGoAway() {
    Measured days = KestrelPaper.month(days(0), 1);
    checkNothingIsLost(days);
    assertThat(days.managersKilled()).isLessThanOrEqualTo(1); // only the second run kills one
    assertThat(days.tally().boots).as("a boot after every task").isGreaterThan(330);
    assertThat(days.tally().lostCommands).as("commands lost with their VM").isPositive();
    assertThat(days.messagesLost()).isPositive();
    assertThat(days.messagesDoubled()).isPositive();
  }

  @Test
  void theSameSeedTellsTheSameDaysAndAnotherSeedOthers() {
    Measured once = KestrelPaper.month(days(4), 7);
    Measured again = KestrelPaper.month(days(4), 7);
    assertThat(again.fingerprint()).isEqualTo(once.fingerprint());
    assertThat(again.looks()).isEqualTo(once.looks());
    assertThat(again.messages()).isEqualTo(once.messages());
    assertThat(again.ledger().successes()).isEqualTo(once.ledger().successes());
    assertThat(KestrelPaper.month(days(4), 8).fingerprint()).isNotEqualTo(once.fingerprint());
  }

  /** A manager that is killed every hour or two, every other time in the midst of a turn. */
  @Test
  void badDaysOfManagersKilledLoseNothing() {
    for (long seed = 1; seed <= 3; seed++) {
      Measured days = KestrelPaper.month(days(60), seed);
      checkNothingIsLost(days);
      assertThat(days.managersKilled()).as("seed %d", seed).isGreaterThan(30);
    }
  }

  private static void checkNothingIsLost(Measured days) {
    Ledger ledger = days.ledger();
    String seed = "seed " + days.seed();
    assertThat(days.finished()).as(seed).isTrue();
    assertThat(ledger.recorded()).as(seed).containsExactly(300, 30);
    assertThat(ledger.outcome(Store.Result.SUCCEEDED)).as(seed).isEqualTo(330);
    assertThat(ledger.untrue()).as(seed + ": recorded, not done").isZero();
    assertThat(days.wrongs()).as(seed).isEmpty();
    assertThat(ledger.disorder()).as(seed + ": journal out of order").isZero();
    assertThat(ledger.differing()).as(seed + ": replayed differently").isZero();
    assertThat(ledger.restartKnows()).as(seed + ": known after a restart").isTrue();
    assertThat(days.miscounts()).as(seed).isZero();
  }
}
