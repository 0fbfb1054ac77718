package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.TaskState;
import io.windhover.store.SqliteStore;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.ToManager;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The manager's state is exchanged for another while a worker stays up. */
final class ReplacedStateTest extends ManagerStage {
  @Test
  void whatAWorkerDidForAStateThatWasReplacedCountsForNothingInTheNewOne() {
    AttemptRef old = oneRunning();
    store.close();
    store = SqliteStore.create(folder.resolve("db2"));
    start();
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);

    join("w", "s1", 1, old);
    assertThat(said)
        .as("the same numbers of another state")
        .contains("w Cancel", "w Execute 1/0#1");
    manager.received("w", new ToManager.Taken(old));
    manager.received("w", done(old));
    turnAfter(100);
    assertThat(said).as("so that it falls silent").contains("w Acknowledge");
    assertThat(world().job(1).count(TaskState.RUNNING)).isEqualTo(1);

    manager.received("w", done(ref(onlyAttempt())));
    turnAfter(100);
    assertThat(world().job(1).count(TaskState.SUCCEEDED)).isEqualTo(1);
  }

  @Test
  void anOlderCopyOfTheStateThatGivesANumberAgainMeansAnotherJobByIt() throws IOException {
    join("w", "s1", 1);
    manager.close(nowMillis);
    store.close();
    Files.copy(folder.resolve("db"), folder.resolve("copy"));
    store = SqliteStore.open(folder.resolve("db"));
    start();
    join("w", "s1", 1);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
    AttemptRef old = ref(onlyAttempt());
    store.close();

    store = SqliteStore.open(folder.resolve("copy"));
    start();
    join("w", "s1", 1, old);
    wish(manager.submit(RecoveryTest.job(1, 0), BOB, ""));
    turnAfter(100);
    AttemptRef anew = ref(onlyAttempt());
    assertThat(anew.numbers()).isEqualTo(old.numbers());
    manager.received("w", done(old));
    turnAfter(100);
    assertThat(world().job(1).count(TaskState.SUCCEEDED)).isZero();
  }

  @Test
  void whoSaysNoOriginMeansWhatItsSessionWasGiven() {
    AttemptRef ref = oneRunning();
    restart();
    join("w", "s1", 1, ref.numbers());
    manager.received("w", done(ref.numbers()));
    turnAfter(100);
    assertThat(world().job(1).count(TaskState.SUCCEEDED)).isEqualTo(1);
  }
}
