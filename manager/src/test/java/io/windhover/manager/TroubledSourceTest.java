package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.capacity.LeaseKeys;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.policy.Reason;
import io.windhover.store.SqliteStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A source that fails, is another one's, or is not there any more. */
class TroubledSourceTest extends RentingStage {
  @BeforeEach
  void oneIsAskedFor() {
    submit();
  }

  private Manager another() {
    return new Manager(Recovery.load(store, new RentsOne()), store, SETTINGS, (b, d) -> {});
  }

  @Test
  void aCallThatFailedIsToldAndIsAReasonToWaitUntilCallsPassAgain() {
    List<String> told = new ArrayList<>();
    manager.onTrouble(told::add);
    hear(new SourceAnswer.Failed("asking for lease wh-1", "403 not authorized"));
    assertThat(told).containsExactly("asking for lease wh-1 failed: 403 not authorized");
    assertThat(manager.explain())
        .extracting(Reason::text)
        .anyMatch(text -> text.contains("asking for lease wh-1 failed: 403 not authorized"));
    turnAfter(120_000);
    assertThat(manager.explain()).isEmpty();
  }

  /** Under another key its machines would be unknown: closed in the books, and never ended. */
  @Test
  void aStateIsNotTakenUpWithAnotherPoolKey() {
    String begunWith = new LeaseKeys("", POOL_KEY).mark();
    assertThatThrownBy(() -> another().rentFrom(SourceDesk.NONE, new byte[] {9, 9}))
        .isInstanceOf(OtherPoolKey.class)
        .hasMessageContaining(begunWith);
    restart();
    turnAfter(100);
    assertThat(state()).as("by its own key it goes on").isEqualTo(State.REQUESTED);
  }

  /** Whoever starts a manager without one says so; a turn goes on all the same. */
  @Test
  void aManagerWithoutItsSourceRentsNothingAndDoesNotFail() {
    seen(Sighting.State.RUNNING, nowMillis);
    dialIn();
    store.close();
    store = SqliteStore.open(folder.resolve("db"));
    manager = another();
    manager.start(wire, nowMillis);
    manager.gone(lease());
    turnAfter(60_000);
    assertThat(world().endingLease(machine())).as("nobody can end it").isPresent();
    assertThat(world().machines().size()).as("wished for and refused").isLessThanOrEqualTo(1);
    assertThat(asked).hasSize(1);
  }

  @Test
  void afterARestartThePolicyIsAskedWhenItIsKnownWhatThereIs() {
    restart();
    long steps = world().sequence();
    turnAfter(10_000);
    assertThat(world().sequence()).isEqualTo(steps);
    surveyed(nowMillis, sighting(Sighting.State.STARTING, nowMillis));
    assertThat(world().sequence()).isGreaterThan(steps);
  }

  @Test
  void itIsAskedAMinuteLaterWhereTheSourceDoesNotAnswer() {
    restart();
    long steps = world().sequence();
    turnAfter(61_000);
    assertThat(world().sequence()).isGreaterThan(steps);
  }
}
