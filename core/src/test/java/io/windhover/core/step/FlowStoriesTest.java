package io.windhover.core.step;

import static io.windhover.core.step.Tale.assign;
import static io.windhover.core.step.Tale.failed;
import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.lost;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.keepGoing;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.event.Event;
import io.windhover.core.model.JobSpec;
import io.windhover.core.testkit.Tasks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tasks that follow others by index, and groups of which only so many may run at once. */
class FlowStoriesTest {
  private final Tale tale = new Tale();

  private void begin(JobSpec spec) {
    tale.at(0, ready(1, 8), new Event.JobSubmitted(1, spec));
  }

  /** Three samples are trimmed (tasks 0 to 2), aligned (3 to 5) and counted (task 6). */
  private static JobSpec samples(boolean keepGoing) {
    var groups =
        new Tasks[] {
          tasks("trim", 3), tasks("align", 3).afterSameIndex(0), tasks("count", 1).after(1)
        };
    return keepGoing ? keepGoing(groups) : job(groups);
  }

  @Test
  void aTaskStartsWhenTheOneOfItsIndexHasSucceededNotTheWholeGroup() {
    begin(samples(false));
    tale.assign(1, 1, "1/1#1");
    assertThat(tale.ready()).containsExactly("1/0", "1/2");

    tale.at(2, finished("1/1#1"));

    assertThat(tale.ready()).containsExactly("1/0", "1/2", "1/4");
    assertThat(tale.job().groups().get(1).open()).isFalse();
    tale.assign(3, 1, "1/4#1");
    tale.at(4, finished("1/4#1"));
    assertThat(tale.ready()).containsExactly("1/0", "1/2");
  }

  @Test
  void whatFollowsAWholeGroupWaitsForAllOfIt() {
    begin(samples(false));
    for (int index = 0; index < 6; index++) {
      assertThat(tale.ready()).doesNotContain("1/6");
      tale.assign(2L * index, 1, "1/" + index + "#1");
      tale.at(2L * index + 1, finished("1/" + index + "#1"));
    }

    assertThat(tale.ready()).containsExactly("1/6");
  }

  @Test
  void aTaskWhoseOwnPredecessorHasNotSucceededMustNotStart() {
    begin(samples(false));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, finished("1/0#1"));

    assertThatThrownBy(() -> tale.assign(3, 1, "1/4#1"))
        .isInstanceOf(GuardViolation.class)
        .hasMessageContaining("what it comes after has not succeeded");
  }

  @Test
  void whenWorkGoesOnOnlyTheFailedIndexIsSkippedAndWhatNeedsAllOfThem() {
    begin(samples(true));
    tale.assign(1, 1, "1/1#1", "1/0#1");

    tale.at(2, failed("1/1#1"));

    assertThat(tale.state("1/4")).isEqualTo(TaskState.SKIPPED);
    assertThat(tale.state("1/3")).isEqualTo(TaskState.WAITING);
    assertThat(tale.state("1/6")).isEqualTo(TaskState.SKIPPED);
    tale.at(3, finished("1/0#1"));
    assertThat(tale.ready()).containsExactly("1/2", "1/3");
  }

  @Test
  void aRetryPutsBackTheSkippedIndexAndItWaitsForItsOwnAgain() {
    begin(samples(true));
    tale.assign(1, 1, "1/1#1", "1/0#1");
    tale.at(2, failed("1/1#1"), finished("1/0#1"));

    tale.at(3, new Event.RetryRequested(1, true));

    assertThat(tale.state("1/4")).isEqualTo(TaskState.WAITING);
    assertThat(tale.state("1/6")).isEqualTo(TaskState.WAITING);
    assertThat(tale.ready()).containsExactly("1/1", "1/2", "1/3");
    tale.assign(4, 1, "1/1#2");
    tale.at(5, finished("1/1#2"));
    assertThat(tale.ready()).containsExactly("1/2", "1/3", "1/4");
  }

  @Test
  void withoutFailedTasksARetryLeavesTheirOwnIndexSkipped() {
    begin(samples(true));
    tale.assign(1, 1, "1/1#1");
    tale.at(2, failed("1/1#1"));

    tale.at(3, new Event.RetryRequested(1, false));

    assertThat(tale.state("1/4")).isEqualTo(TaskState.SKIPPED);
    assertThat(tale.ready()).containsExactly("1/0", "1/2");
  }

  @Test
  void onlySoManyOfAGroupAreReadyAtOnce() {
    begin(job(tasks("download", 5).parallel(2), tasks("other", 1)));
    assertThat(tale.ready()).containsExactly("1/0", "1/1", "1/5");

    tale.assign(1, 1, "1/0#1", "1/1#1");
    assertThat(tale.ready()).containsExactly("1/5");
    tale.at(2, finished("1/0#1"));

    assertThat(tale.ready()).containsExactly("1/2", "1/5");
  }

  @Test
  void aPlaceIsFreeAgainWhenATaskFailsOrLosesItsMachine() {
    begin(keepGoing(tasks("download", 5).parallel(2)));
    tale.assign(1, 1, "1/0#1", "1/1#1");

    tale.at(2, failed("1/0#1"));
    assertThat(tale.ready()).containsExactly("1/2");
    tale.at(3, lost(1));

    assertThat(tale.ready()).containsExactly("1/1", "1/2");
  }

  @Test
  void oneTaskTooManyIsAViolation() {
    begin(job(tasks("download", 5).parallel(1)));

    assertThatThrownBy(() -> tale.assign(1, 1, "1/0#1", "1/1#1"))
        .isInstanceOf(GuardViolation.class)
        .hasMessageContaining("only 1 of its group may run at once");
  }

  @Test
  void aReplicaOfARunningTaskIsNoTaskTooMany() {
    Tale replicas = new Tale(2);
    replicas.at(0, ready(1, 8), new Event.JobSubmitted(1, job(tasks("a", 2).parallel(1))));

    replicas.at(1, List.of(), assign("1/0#1", 1), assign("1/0#2", 1));

    assertThat(replicas.ready()).isEmpty();
  }

  @Test
  void aSnapshotKnowsWhatWaitsForWhat() {
    begin(samples(true));
    tale.assign(1, 1, "1/1#1", "1/0#1", "1/2#1");
    tale.at(2, finished("1/1#1"), failed("1/0#1"));

    World restored = Snapshots.restore(Snapshots.of(tale.world()), tale);

    Group align = restored.job(1).groups().get(1);
    assertThat(align.ready()).isEqualTo(1);
    assertThat(align.readyIndexes().nextInt()).isEqualTo(1);
  }
}
