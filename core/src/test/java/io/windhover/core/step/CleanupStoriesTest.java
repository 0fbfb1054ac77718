package io.windhover.core.step;

import static io.windhover.core.step.Tale.assign;
import static io.windhover.core.step.Tale.failed;
import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.lost;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Event;
import io.windhover.core.event.MachineChange;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Room that is kept while a machine cleans up, and machines that say they are busy. */
class CleanupStoriesTest {
  private final Tale tale = new Tale();

  @BeforeEach
  void oneTaskRunsOnTheOnlyCore() {
    tale.at(0, ready(1, 1), new Event.JobSubmitted(1, job(tasks("a", 3))));
    tale.assign(1, 1, "1/0#1");
  }

  private static Event cleansUp(String attempt) {
    return new Event.AttemptCleansUp(attempt(attempt));
  }

  private static Event cleaned(int machine, String attempt) {
    return new MachineChange.CleanupEnded(machine, attempt(attempt));
  }

  private Machine machine() {
    return tale.world().machine(1).orElseThrow();
  }

  @Test
  void theResultCountsAtOnceAndTheRoomIsFreeWhenTheCleanupHasEnded() {
    tale.at(2, cleansUp("1/0#1"), finished("1/0#1"));
    assertThat(tale.state("1/0")).isEqualTo(TaskState.SUCCEEDED);
    assertThat(tale.world().machinesWithRoom()).isEmpty();
    assertThatThrownBy(() -> tale.assign(3, 1, "1/1#1")).hasMessageContaining("free 0 cores");

    tale.at(5, List.of(cleaned(1, "1/0#1")), assign("1/1#1", 1));
    assertThat(tale.state("1/1")).isEqualTo(TaskState.RUNNING);
  }

  @Test
  void aFailedAttemptIsCleanedUpAfterToo() {
    tale.at(2, cleansUp("1/0#1"), failed("1/0#1"));
    assertThat(machine().freeCores()).isZero();
    tale.at(3, cleaned(1, "1/0#1"));
    assertThat(machine().freeCores()).isEqualTo(1);
  }

  @Test
  void whatIsSaidAgainOrLateFreesNothingTwice() {
    tale.at(2, cleansUp("1/0#1"), finished("1/0#1"));
    tale.at(3, cleansUp("1/0#1"), finished("1/0#1"), cleaned(1, "1/0#1"), cleaned(1, "1/0#1"));
    tale.at(4, cleaned(1, "1/1#1"), cleaned(7, "1/0#1"));
    assertThat(machine().freeCores()).isEqualTo(1);
  }

  @Test
  void aMachineThatIsLostInItsCleanupComesBackWithAllItsRoom() {
    tale.at(2, cleansUp("1/0#1"), finished("1/0#1"));
    tale.at(3, List.of(lost(1), ready(2, 1)), assign("1/1#1", 2));
    assertThat(tale.state("1/1")).isEqualTo(TaskState.RUNNING);
  }

  @Test
  void aBusyMachineHasNoRoomWhateverItsCountsSay() {
    tale.at(2, new MachineChange.Busy(1, true), finished("1/0#1"));
    assertThat(tale.world().machinesWithRoom()).isEmpty();
    assertThatThrownBy(() -> tale.assign(3, 1, "1/1#1")).isInstanceOf(GuardViolation.class);
    tale.at(4, List.of(new MachineChange.Busy(1, false)), assign("1/1#1", 1));
    assertThat(tale.state("1/1")).isEqualTo(TaskState.RUNNING);
  }

  @Test
  void aSnapshotKnowsCleanupsAndWhoIsBusy() {
    tale.at(2, cleansUp("1/0#1"), finished("1/0#1"), new MachineChange.Busy(1, true));

    World restored = Snapshots.restore(Snapshots.of(tale.world()), tale);

    Machine machine = restored.machine(1).orElseThrow();
    assertThat(machine.busy()).isTrue();
    assertThat(machine.cleanups()).containsExactly(attempt("1/0#1"));
    assertThat(machine.cleansUpSinceMillis(attempt("1/0#1"))).isEqualTo(2);
    assertThat(machine.freeCores()).isZero();
    assertThat(Snapshots.of(restored)).isEqualTo(Snapshots.of(tale.world()));
  }
}
