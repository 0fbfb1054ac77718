package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.capacity.SourceDesk;
import io.windhover.core.model.Limits;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.testkit.Specs;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a manager makes of news from its source that come late, twice or in another order. */
class RentedNewsTest extends ManagerStage {
  private static final byte[] POOL_KEY = "a secret".getBytes(StandardCharsets.UTF_8);
  private static final Offer LARGE = new Offer("large", Specs.priced("large", 1, 1_000_000), 2);
  private static final Offer SMALL = new Offer("small", Specs.priced("small", 1, 500_000), 2);

  private final List<LeaseOrder> asked = new ArrayList<>();
  private final List<String> released = new ArrayList<>();

  @Override
  void start() {
    manager = new Manager(Recovery.load(store, new RentsOne()), store, SETTINGS, (b, d) -> {});
    manager.rentFrom(
        new SourceDesk() {
          @Override
          public void ask(LeaseOrder order) {
            asked.add(order);
          }

          @Override
          public void release(String lease) {
            released.add(lease);
          }

          @Override
          public void survey(long atMillis) {
            manager.heard(new SourceAnswer.Surveyed(atMillis, List.of()));
          }

          @Override
          public void offers() {
            manager.heard(new SourceAnswer.Offered(List.of(LARGE, SMALL)));
          }
        },
        POOL_KEY);
    manager.start(wire, nowMillis);
  }

  private void submit() {
    turnAfter(100);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
  }

  private void hear(SourceAnswer answer) {
    manager.heard(answer);
    turnAfter(100);
  }

  private void seen(Sighting.State state, long changedAtMillis) {
    long sinceMillis = nowMillis - 50;
    hear(
        new SourceAnswer.Seen(
            new Sighting(asked.get(0).lease(), state, sinceMillis, changedAtMillis)));
  }

  private State state() {
    return world().machine(asked.get(0).machine()).orElseThrow().state();
  }

  @Test
  void aSightingThatIsOlderThanTheLastSaysNothing() {
    submit();
    LeaseOrder order = asked.get(0);
    var profile = new WorkerProfile(order.lease(), "s", List.of(), 1, 1_000);
    manager.received(
        order.lease(),
        new ToManager.Join(profile.leased(order.lease(), order.joinSecret()), List.of()));
    turnAfter(100);
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
