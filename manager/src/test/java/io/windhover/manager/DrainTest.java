package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.policy.MachineView.State;
import io.windhover.core.step.Machine;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import io.windhover.wire.WorkerProfile;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Workers that are given nothing new, until somebody says otherwise. */
final class DrainTest extends ManagerStage {
  private static final String WORKER = "Worker-1@example.org/vm";

  private List<String> drain(String who, boolean wanted) {
    CompletableFuture<List<String>> changed = manager.drain(who, wanted);
    turnAfter(100);
    return changed.join();
  }

  private State state() {
    return world().machines().stream().map(Machine::state).findFirst().orElseThrow();
  }

  @Test
  void aDrainedWorkerEndsWhatItRunsAndStaysEmptyOverRestartsOfBothSides() {
    AttemptRef ref = oneRunning();
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
    assertThat(drain("w", true)).containsExactly("w");
    assertThat(drain("w", true)).isEmpty();
    manager.received("w", done(ref));
    turnAfter(5_000);
    assertThat(state()).isEqualTo(State.DRAINING);
    assertThat(said).noneMatch(line -> line.contains("Execute"));

    manager.close(nowMillis);
    restart();
    join("w", "s1", 1);
    assertThat(state()).isEqualTo(State.DRAINING);
    join("w", "s2", 1);
    turnAfter(5_000);
    assertThat(state()).isEqualTo(State.DRAINING);
    assertThat(said).noneMatch(line -> line.contains("Execute"));

    assertThat(drain("w", false)).containsExactly("w");
    assertThat(said).contains("w Execute 2/0#1");
  }

  @Test
  void aWorkerIsNamedByAddressAccountOrTheNameBeforeTheAt() {
    for (String who : List.of(WORKER, "worker-1@example.org", "WORKER-1")) {
      join(WORKER, "s1", 1);
      assertThat(drain(who, true)).as(who).containsExactly(WORKER);
      assertThat(drain(who, false)).as(who).containsExactly(WORKER);
    }
    assertThatThrownBy(() -> drain("worker", true))
        .hasRootCauseInstanceOf(NoSuchWorker.class)
        .hasRootCauseMessage("there is no worker worker");
  }

  @Test
  void whoGivesToAnAccountAgainGivesToAllItsWorkers() {
    for (String who : List.of("worker-1@example.org", "worker-1")) {
      join(WORKER, "s1", 1);
      assertThat(drain(WORKER, true)).containsExactly(WORKER);
      assertThat(drain("worker-1", true)).isEmpty();
      assertThat(drain(who, false)).as(who).containsExactly(WORKER);
      assertThat(drain(WORKER, true)).containsExactly(WORKER);
      assertThat(drain(who, false)).as(who).containsExactly(WORKER);
    }
  }

  @Test
  void oneOfADrainedAccountIsNotGivenToByItself() {
    join(WORKER, "s1", 1);
    assertThat(drain("worker-1", true)).containsExactly(WORKER);
    assertThatThrownBy(() -> drain(WORKER, false))
        .hasRootCauseInstanceOf(NoSuchWorker.class)
        .hasRootCauseMessage("all of worker-1@example.org are drained; give to that account again");
    assertThat(state()).isEqualTo(State.DRAINING);
  }

  @Test
  void aWorkerThatJoinsAgainOffersWhatItMayNow() {
    join(WORKER, "s1", 1);
    var less = new WorkerProfile(WORKER, "s1", List.of("linux"), 1, 1_000);
    manager.received(WORKER, new ToManager.Join(less, List.of()));
    turnAfter(100);
    assertThat(world().machine(1).map(machine -> machine.spec().labels()))
        .contains(List.of("linux"));
  }
}
