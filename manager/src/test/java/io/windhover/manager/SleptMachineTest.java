package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.capacity.Sighting;
import io.windhover.core.event.Batch;
import io.windhover.core.event.MachineChange;
import io.windhover.core.policy.Decision;
import io.windhover.core.policy.MachineView.State;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker finds out by itself about a freeze of its machine, beside what the source says. */
class SleptMachineTest extends RentingStage {
  private final List<String> freezes = new ArrayList<>();

  @Override
  void stepped(Batch batch, Decision decision) {
    batch.events().stream()
        .filter(
            event ->
                event instanceof MachineChange.Hibernated || event instanceof MachineChange.Resumed)
        .forEach(event -> freezes.add(event.toString()));
  }

  @BeforeEach
  void oneIsRented() {
    submit();
    dialIn();
    assertThat(state()).isEqualTo(State.READY);
  }

  private void says(ToManager message) {
    manager.received(asked.get(0).lease(), message);
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
