package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView.State;
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
