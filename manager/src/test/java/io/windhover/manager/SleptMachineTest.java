package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.LeaseOrder;
import io.windhover.capacity.Sighting;
import io.windhover.capacity.SourceAnswer;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.Offer;
import io.windhover.core.policy.MachineView.State;
import io.windhover.core.testkit.Specs;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker finds out by itself about a freeze of its machine, beside what the source says. */
class SleptMachineTest extends ManagerStage {
  private static final Offer LARGE = new Offer("large", Specs.priced("large", 1, 1_000_000), 2);

  private final List<LeaseOrder> asked = new ArrayList<>();
  private final List<String> freezes = new ArrayList<>();

  @Override
  void start() {
    manager =
        new Manager(
            Recovery.load(store, new RentsOne()),
            store,
            SETTINGS,
            (batch, decision) ->
                batch.events().stream()
                    .filter(
                        event ->
                            event instanceof MachineChange.Hibernated
                                || event instanceof MachineChange.Resumed)
                    .forEach(event -> freezes.add(event.toString())));
    manager.rentFrom(new AskedDesk(() -> manager, List.of(LARGE), asked), new byte[] {1});
    manager.start(wire, nowMillis);
  }

  @BeforeEach
  void oneIsRented() {
    turnAfter(100);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
    String lease = asked.get(0).lease();
    var profile = new WorkerProfile(lease, "s", List.of(), 1, 1_000);
    manager.received(
        lease, new ToManager.Join(profile.leased(lease, asked.get(0).joinSecret()), List.of()));
    turnAfter(100);
    assertThat(state()).isEqualTo(State.READY);
  }

  private State state() {
    return world().machine(asked.get(0).machine()).orElseThrow().state();
  }

  private void says(ToManager message) {
    manager.received(asked.get(0).lease(), message);
    turnAfter(100);
  }

  private void seen(Sighting.State state, long atMillis) {
    manager.heard(
        new SourceAnswer.Seen(new Sighting(asked.get(0).lease(), state, nowMillis, atMillis)));
    turnAfter(100);
  }

  @Test
  void whatTheSourceHasNotSaidTheWorkerSays() {
    long fromMillis = nowMillis;
    nowMillis += 60_000;
    says(new ToManager.Slept(fromMillis, 60_000));
    says(new ToManager.Slept(fromMillis, 60_000));
    assertThat(freezes)
        .as("said twice, written down once")
        .containsExactly(
            new MachineChange.Hibernated(1, fromMillis).toString(),
            new MachineChange.Resumed(1, fromMillis + 60_000).toString());
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void theSourcesWordWins() {
    long fromMillis = nowMillis;
    seen(Sighting.State.HIBERNATED, fromMillis - 40);
    nowMillis += 60_000;
    seen(Sighting.State.RUNNING, fromMillis + 60_000);
    says(new ToManager.Slept(fromMillis, 60_000));
    assertThat(freezes)
        .containsExactly(
            new MachineChange.Hibernated(1, fromMillis - 40).toString(),
            new MachineChange.Resumed(1, fromMillis + 60_000).toString());
  }

  @Test
  void aWorkerThatSpeaksIsNotFrozen() {
    long fromMillis = nowMillis;
    seen(Sighting.State.HIBERNATED, fromMillis);
    nowMillis += 60_000;
    says(new ToManager.Slept(fromMillis, 60_000));
    assertThat(freezes)
        .containsExactly(
            new MachineChange.Hibernated(1, fromMillis).toString(),
            new MachineChange.Resumed(1, fromMillis + 60_000).toString());
    assertThat(state()).isEqualTo(State.READY);
  }

  @Test
  void whoeverWasNotRentedMaySleep() {
    manager.received(
        "own", new ToManager.Join(new WorkerProfile("own", "s", List.of(), 1, 1_000), List.of()));
    turnAfter(100);
    manager.received("own", new ToManager.Slept(nowMillis - 60_000, 60_000));
    turnAfter(100);
    assertThat(freezes).isEmpty();
  }
}
