package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.core.model.Limits;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.step.Machine;
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
}
