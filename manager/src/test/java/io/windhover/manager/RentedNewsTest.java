package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.event.MachineChange.Coming;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.step.Machine;
import io.windhover.core.testkit.Specs;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a manager makes of news from its source that come late, twice or in another order. */
class RentedNewsTest extends RentingStage {
  private static final Offer SMALL = new Offer("small", Specs.priced("small", 1, 500_000), 2);

  @Override
  List<Offer> offered() {
    return List.of(LARGE, SMALL);
  }

  @Test
  void aSightingThatIsOlderThanTheLastSaysNothing() {
    submit();
    dialIn();
    long frozenAtMillis = nowMillis;
    seen(Sighting.State.HIBERNATED, frozenAtMillis);
    assertThat(state()).isEqualTo(State.HIBERNATED);
    seen(Sighting.State.RUNNING, frozenAtMillis + 10);
    assertThat(state()).isEqualTo(State.READY);
    seen(Sighting.State.HIBERNATED, frozenAtMillis);
    assertThat(state()).as("told again, late").isEqualTo(State.READY);
  }

  private Sighting noticed(long noticeMillis, Coming coming) {
    return new Sighting(
        asked.get(0).lease(),
        Sighting.State.STARTING,
        0,
        0,
        0,
        noticeMillis,
        coming,
        "",
        Sighting.NOT_SAID);
  }

  private Machine rented() {
    return world().machine(machine()).orElseThrow();
  }

  @Test
  void aNoticeMayChangeAndBeWithdrawn() {
    submit();
    hear(new SourceAnswer.Seen(noticed(nowMillis + 60_000, Coming.HIBERNATED)));
    long atMillis = rented().noticeMillis();
    long heardAtMillis = nowMillis;
    hear(new SourceAnswer.Seen(noticed(atMillis, Coming.ENDED)));
    assertThat(rented().coming()).isEqualTo(Coming.ENDED);

    Sighting plain = noticed(Long.MAX_VALUE, Coming.ENDED);
    hear(new SourceAnswer.Seen(plain));
    hear(new SourceAnswer.Surveyed(heardAtMillis, List.of(plain)));
    assertThat(rented().noticeMillis()).as("what was on its way").isEqualTo(atMillis);
    hear(new SourceAnswer.Surveyed(nowMillis, List.of(plain)));
    assertThat(rented().noticeMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void offersInAnotherOrderAreNoNews() {
    submit();
    long steps = world().sequence();
    hear(new SourceAnswer.Offered(List.of(SMALL, LARGE)));
    hear(new SourceAnswer.Offered(List.of(LARGE, SMALL)));
    assertThat(world().sequence()).isEqualTo(steps);
    hear(new SourceAnswer.Offered(List.of(SMALL)));
    assertThat(world().sequence()).isEqualTo(steps + 1);
  }

  @Test
  void twoOffersUnderOneNameAreNewsOnce() {
    submit();
    Offer dearer = SMALL.priced(SMALL.machine().pricePerHourNanos() + 1);
    hear(new SourceAnswer.Offered(List.of(SMALL, dearer, LARGE)));
    assertThat(world().offer(SMALL.name())).contains(dearer);
    long steps = world().sequence();
    hear(new SourceAnswer.Offered(List.of(SMALL, dearer, LARGE)));
    assertThat(world().sequence()).isEqualTo(steps);
  }

  @Test
  void aMachineThatFreezesBeforeItHasJoinedMakesNoStepsButThatItIsChargedFor() {
    submit();
    long steps = world().sequence();
    seen(Sighting.State.HIBERNATED, nowMillis);
    seen(Sighting.State.HIBERNATED, nowMillis);
    seen(Sighting.State.HIBERNATED, nowMillis);
    assertThat(world().sequence()).isEqualTo(steps + 1);
  }

  @Test
  void limitsAreWrittenDownAndHoldForWhatIsAskedForAgainAfterARestart() {
    var limits = new Limits(0, LARGE.machine().pricePerHourNanos() - 1, 0, 0);
    CompletableFuture<Limits> recorded = manager.limit(limits);
    submit();
    assertThat(recorded).isCompletedWithValue(limits);
    assertThat(world().machines()).as("wished for").hasSize(1);
    restart();
    turnAfter(100);
    turnAfter(100);
    assertThat(world().limits()).isEqualTo(limits);
    assertThat(asked).as("beyond the limit").isEmpty();
  }

  /** Nobody but the manager knows of it, so no survey need be waited for. */
  @Test
  void aLaunchBeyondTheLimitsThatIsGivenUpHasEndedAtOnce() {
    CompletableFuture<Limits> recorded = manager.limit(new Limits(0, 1, 0, 0));
    submit();
    assertThat(recorded).isCompleted();
    assertThat(asked).isEmpty();
    turnAfter(Limits.REFUSAL_MILLIS);
    assertThat(world().endingLeases()).isEmpty();
    assertThat(released).isEmpty();
  }
}
