package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.core.policy.MachineView.State;
import io.windhover.wire.ToManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A rented machine that its provider freezes is kept, and works again when it thaws. */
class FrozenMachinesTest extends RentingStage {
  private static final long HOUR_MILLIS = 3_600_000;

  private long frozenAtMillis;

  @BeforeEach
  void oneIsReady() {
    submit();
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
  }

  private void freeze() {
    frozenAtMillis = nowMillis;
    seen(Sighting.State.HIBERNATED, frozenAtMillis);
  }

  private void breakConnection() {
    manager.away(lease());
    turnAfter(100);
  }

  @Test
  void itIsKeptWhenItsConnectionBreaksAfterIt() {
    freeze();
    breakConnection();
    turnAfter(HOUR_MILLIS);
    assertThat(state()).isEqualTo(State.HIBERNATED);
    assertThat(released).isEmpty();
  }

  @Test
  void itIsKeptWhenItsConnectionBreaksBeforeThatIsKnown() {
    breakConnection();
    assertThat(state()).isEqualTo(State.AWAY);
    freeze();
    turnAfter(HOUR_MILLIS);
    assertThat(state()).isEqualTo(State.HIBERNATED);
    assertThat(released).isEmpty();
  }

  @Test
  void aRestartChangesNothingOfThat() {
    breakConnection();
    freeze();
    restart();
    turnAfter(HOUR_MILLIS);
    assertThat(state()).isEqualTo(State.HIBERNATED);
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
  }

  /** Its silence may be a freeze, which only the source knows of. */
  @Test
  void theSourceIsAskedSoonWhenAConnectionBreaks() {
    long brokenAtMillis = nowMillis;
    breakConnection();
    turnAfter(10_000);
    assertThat(surveys).anyMatch(at -> at > brokenAtMillis);
  }

  @Test
  void theSourceIsAskedBeforeASilentMachineIsGivenUp() {
    long heardAtMillis = nowMillis;
    turnAfter(SETTINGS.silenceMillis() - 15_000);
    assertThat(surveys)
        .as("half of the patience is over")
        .anyMatch(at -> at > heardAtMillis + SETTINGS.silenceMillis() / 2);
  }

  @Test
  void afterAThawItIsWaitedForAsLongAsOneThatIsSilent() {
    freeze();
    breakConnection();
    turnAfter(HOUR_MILLIS);
    seen(Sighting.State.RUNNING, nowMillis);
    assertThat(state()).as("thawed, and not yet heard").isEqualTo(State.AWAY);
    turnAfter(SETTINGS.silenceMillis() - 2_000);
    assertThat(state()).isEqualTo(State.AWAY);
    turnAfter(5_000);
    assertThat(world().machine(machine())).isEmpty();
    assertThat(released).containsExactly(lease());
  }

  /** Its freeze was told by a clock that ran ahead, and has been set since. */
  @Test
  void aSurveyThatWasAskedForLaterIsBelievedWhateverTheSourcesClock() {
    seen(Sighting.State.HIBERNATED, nowMillis + HOUR_MILLIS);
    assertThat(state()).isEqualTo(State.HIBERNATED);
    turnAfter(60_000);
    surveyed(nowMillis, sighting(Sighting.State.RUNNING, nowMillis - 1_000));
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void aLateSurveyDoesNotFreezeWhatIsBack() {
    freeze();
    breakConnection();
    long askedAtMillis = nowMillis;
    turnAfter(1_000);
    dialIn();
    surveyed(askedAtMillis, sighting(Sighting.State.HIBERNATED, frozenAtMillis));
    assertThat(state()).isEqualTo(State.READY);
    seen(Sighting.State.HIBERNATED, frozenAtMillis);
    assertThat(state()).as("told again").isEqualTo(State.READY);

    surveyed(nowMillis, sighting(Sighting.State.HIBERNATED, frozenAtMillis));
    assertThat(state()).as("its join had come late").isEqualTo(State.HIBERNATED);
  }

  @Test
  void whoSpeaksIsAskedToJoinAndIsNotFrozen() {
    freeze();
    said.clear();
    manager.received(lease(), new ToManager.Heartbeat());
    turnAfter(100);
    assertThat(said).contains(lease() + " JoinAgain");
    assertThat(state()).as("it may have come late").isEqualTo(State.HIBERNATED);
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
  }

  /** Surveys come once a minute: mostly the worker is quicker than they are. */
  @Test
  void whoDialsInBeforeTheSourceSaysThatItThawedIsBack() {
    freeze();
    breakConnection();
    turnAfter(HOUR_MILLIS);
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void soIsOneWhoseConnectionBrokeBeforeItsFreezeWasKnown() {
    breakConnection();
    freeze();
    turnAfter(HOUR_MILLIS);
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
    assertThat(world().machine(machine()).orElseThrow().isAway()).isFalse();
  }
}
