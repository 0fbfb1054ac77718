package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.step.TaskState;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import org.junit.jupiter.api.Test;

/** Workers that clean up after a task, or say that they are busy, are not given work. */
final class CleaningWorkersTest extends ManagerStage {
  /** One worker cleans up after its task, another comes, and a second task is to be done. */
  private AttemptRef oneCleansUp() {
    AttemptRef ref = oneRunning();
    manager.received("w", new ToManager.Report(ref, new Ending.Exited(0), 5, "", true));
    turnAfter(100);
    assertThat(world().job(1).count(TaskState.SUCCEEDED)).isEqualTo(1);
    return ref;
  }

  @Test
  void aWorkerThatCleansUpIsGivenNothingUntilItSaysThatItHas() {
    AttemptRef ref = oneCleansUp();
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(22_000);
    assertThat(said).containsExactly("w Acknowledge");
    manager.close(nowMillis);
    restart();
    join("w", "s1", 1);
    assertThat(said).doesNotContain("w Execute 2/0#1");

    manager.received("w", new ToManager.Cleaned(ref));
    manager.received("w", new ToManager.Cleaned(ref));
    turnAfter(1_000);
    assertThat(said).contains("w RoomIsFree", "w RoomIsFree", "w Execute 2/0#1");
  }

  @Test
  void aCleanupOfAnotherManagersStateIsAnsweredAndFreesNothing() {
    AttemptRef ref = oneCleansUp();
    var others = new AttemptRef(ref.job(), ref.task(), ref.attempt(), "0123456789abcdef");
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));

    manager.received("w", new ToManager.Cleaned(others));
    turnAfter(1_000);

    assertThat(said).contains("w RoomIsFree").doesNotContain("w Execute 2/0#1");
  }

  @Test
  void aCleanupThatRebootsTheMachineLosesNoTimeAndOneThatIsNeverOverCountsAsOver() {
    oneCleansUp();
    wish(manager.submit(RecoveryTest.job(2, 0), ALICE, ""));
    join("w", "s2", 1);
    turnAfter(100);
    AttemptRef second = ref(onlyAttempt());
    assertThat(said).contains("w Execute " + second);

    manager.received("w", new ToManager.Report(second, new Ending.Exited(0), 5, "", true));
    for (int minute = 0; minute < 16; minute++) {
      manager.received("w", new ToManager.Heartbeat());
      turnAfter(60_000);
      assertThat(world().attempts().isEmpty()).as("minute " + minute).isEqualTo(minute < 15);
    }
  }

  @Test
  void whoSaysThatItIsBusyIsGivenNothing() {
    join("w", "s1", 1);
    manager.received("w", new ToManager.Busy(true));
    manager.received("w", new ToManager.Busy(false));
    manager.received("w", new ToManager.Busy(true));
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(1_000);
    restart();
    join("w", "s1", 1);
    assertThat(world().attempts()).isEmpty();

    manager.received("w", new ToManager.Busy(false));
    turnAfter(100);
    assertThat(said).contains("w Execute 1/0#1");
  }
}
