package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.wire.ToManager;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers of a source that overtake one another: an old one does not end what is there. */
class LateSurveyTest extends RentingStage {
  @BeforeEach
  void oneIsAskedFor() {
    submit();
    assertThat(asked).hasSize(1);
  }

  private Sighting starting(long atMillis) {
    return new Sighting(lease(), Sighting.State.STARTING, 0, atMillis);
  }

  @Test
  void aSurveyFromBeforeTheMachineWasShownSaysNothingOfIt() {
    long begunAtMillis = nowMillis + 1;
    turnAfter(1_000);
    surveyed(nowMillis, starting(nowMillis - 500));
    surveyed(begunAtMillis);
    assertThat(world().machine(machine())).isPresent();

    turnAfter(1_000);
    surveyed(nowMillis);
    surveyed(nowMillis);
    assertThat(world().machine(machine())).as("gone from its source").isEmpty();
  }

  /** Lists of a provider may be wrong for a moment, or of the wrong place. */
  @Test
  void oneSurveyThatLacksAMachineIsNotBelieved() {
    turnAfter(1_000);
    surveyed(nowMillis, starting(nowMillis));
    turnAfter(1_000);
    surveys.clear();
    long begunAtMillis = nowMillis;
    surveyed(begunAtMillis);
    surveyed(begunAtMillis);
    assertThat(world().machine(machine())).as("the same answer twice").isPresent();
    turnAfter(16_000);
    assertThat(surveys).as("asked again, soon").isNotEmpty();

    surveyed(nowMillis, starting(nowMillis));
    turnAfter(1_000);
    surveyed(nowMillis);
    assertThat(world().machine(machine())).as("it was there in between").isPresent();
    surveyed(nowMillis);
    assertThat(world().machine(machine())).isEmpty();
    assertThat(world().endingLeases()).isEmpty();
  }

  /** Whoever speaks is there, whatever the lists of its provider say. */
  @Test
  void aMachineWhoseWorkerSpeaksIsNotGone() {
    dialIn();
    for (int i = 0; i < 5; i++) {
      surveyed(nowMillis);
      manager.received(lease(), new ToManager.Heartbeat());
      turnAfter(10_000);
    }
    assertThat(world().machine(machine())).isPresent();
    surveyed(nowMillis);
    surveyed(nowMillis);
    assertThat(world().machine(machine())).as("nor heard any more").isEmpty();
  }

  /** What was given back is paid for until it is surely gone. */
  @Test
  void soItIsForALeaseThatIsEnding() {
    seen(Sighting.State.RUNNING, nowMillis);
    turnAfter(SETTINGS.joinMillis() + 61_000);
    assertThat(world().endingLease(machine())).isPresent();
    surveyed(nowMillis);
    assertThat(world().endingLease(machine())).isPresent();
    surveyed(nowMillis);
    assertThat(world().endingLease(machine())).isEmpty();
  }

  /** It is final, so no other news can be newer. */
  @Test
  void thatALeaseHasEndedIsHeardWhateverTheSourcesClock() {
    long atMillis = nowMillis;
    seen(Sighting.State.RUNNING, atMillis);
    seen(Sighting.State.ENDED, atMillis - 700);
    assertThat(world().machine(machine())).isEmpty();
    assertThat(world().endingLeases()).isEmpty();
  }

  @Test
  void soItIsWhereTheSourceTellsTheNewsByItself() {
    long begunAtMillis = nowMillis + 1;
    turnAfter(1_000);
    manager.heard(new SourceAnswer.Seen(starting(nowMillis)));
    surveyed(begunAtMillis);
    assertThat(world().machine(machine())).isPresent();
  }

  /** A call for it was on its way while the source was looked at. */
  @Test
  void aSurveySaysNothingOfALeaseThatIsUnsettled() {
    manager.heard(new SourceAnswer.Seen(starting(nowMillis)));
    turnAfter(1_000);
    for (int i = 0; i < 3; i++) {
      manager.heard(new SourceAnswer.Surveyed(nowMillis, Set.of(lease()), List.of()));
      turnAfter(20_000);
      assertThat(world().machine(machine())).isPresent();
    }
  }
}
