package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.core.model.Limits;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.step.Machine;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A machine that is charged for and never joins: it is counted, and not kept for ever. */
class NeverJoinedTest extends RentingStage {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;

  private long runningSinceMillis;

  @BeforeEach
  void oneRunsAndSaysNothing() {
    submit();
    runningSinceMillis = nowMillis;
    surveyShowsItRunning();
  }

  private void surveyShowsItRunning() {
    surveyed(
        nowMillis,
        new Sighting(lease(), Sighting.State.RUNNING, runningSinceMillis, runningSinceMillis));
  }

  private Machine only() {
    return world().machine(machine()).orElseThrow();
  }

  @Test
  void itCostsMoneyFromTheMomentItsSourceSays() {
    turnAfter(5 * MINUTE_MILLIS);
    assertThat(state()).isEqualTo(State.REQUESTED);
    long sixMinutes = LARGE.machine().pricePerHourNanos() / 10;
    assertThat(only().costNanos(runningSinceMillis + 6 * MINUTE_MILLIS)).isEqualTo(sixMinutes);
    long steps = world().sequence();
    surveyShowsItRunning();
    assertThat(world().sequence()).as("said once").isEqualTo(steps);
  }

  @Test
  void soItDoesWhenItJoinsAfterARestart() {
    restart();
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
    assertThat(only().costNanos(runningSinceMillis + HOUR_MILLIS))
        .isEqualTo(LARGE.machine().pricePerHourNanos());
  }

  @Test
  void itIsGivenBackWhenItWasWaitedForLongEnough() {
    turnAfter(SETTINGS.joinMillis() - MINUTE_MILLIS);
    assertThat(world().machine(machine())).isPresent();
    turnAfter(2 * MINUTE_MILLIS);
    assertThat(world().machine(machine())).isEmpty();
    assertThat(world().endingLease(machine())).as("paid for until it has ended").isPresent();
    assertThat(released).containsExactly(lease());
    assertThat(asked).as("the job still needs one").hasSize(2);
  }

  @Test
  void aManagerThatWasDownGivesItTheTimeToJoin() {
    nowMillis += HOUR_MILLIS;
    restart();
    turnAfter(MINUTE_MILLIS);
    assertThat(world().machine(machine())).isPresent();
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void itGrowsTooOldToo() {
    CompletableFuture<Limits> limit = manager.limit(new Limits(0, 0, 0, 3 * MINUTE_MILLIS));
    turnAfter(4 * MINUTE_MILLIS);
    assertThat(limit).isCompleted();
    assertThat(released).contains(lease());
  }

  /** Of each machine that is asked for the source says that it runs, and it never joins. */
  private long minutesUntilTheNextIsAskedFor() {
    int before = asked.size();
    long sinceMillis = nowMillis;
    String lease = asked.get(before - 1).lease();
    while (asked.size() == before) {
      var state = released.contains(lease) ? Sighting.State.ENDED : Sighting.State.RUNNING;
      surveyed(nowMillis, new Sighting(lease, state, sinceMillis, nowMillis));
      turnAfter(MINUTE_MILLIS);
    }
    return Math.round((nowMillis - sinceMillis) / (double) MINUTE_MILLIS);
  }

  @Test
  void theNextOnesAreAskedForLaterAndLaterUntilOneJoins() {
    long waitsMinutes = SETTINGS.joinMillis() / MINUTE_MILLIS;
    assertThat(minutesUntilTheNextIsAskedFor())
        .as("the first")
        .isBetween(waitsMinutes, waitsMinutes + 2);
    assertThat(minutesUntilTheNextIsAskedFor()).as("the second").isBetween(19L, 22L);
    assertThat(minutesUntilTheNextIsAskedFor()).as("the third").isBetween(29L, 32L);
    assertThat(asked).hasSize(4);

    LeaseOrder fourth = asked.get(3);
    var profile =
        new WorkerProfile(fourth.lease(), "s", List.of(), 1, 1_000)
            .leased(fourth.lease(), fourth.joinSecret());
    manager.received(fourth.lease(), new ToManager.Join(profile, List.of()));
    turnAfter(100);
    surveyed(
        nowMillis, new Sighting(fourth.lease(), Sighting.State.ENDED, nowMillis - 100, nowMillis));
    assertThat(asked).as("at once, since one had joined").hasSize(5);
  }
}
