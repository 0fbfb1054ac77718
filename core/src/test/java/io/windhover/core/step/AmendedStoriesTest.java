package io.windhover.core.step;

import static io.windhover.core.step.Tale.failed;
import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.step.Tale.stop;
import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.keepGoing;
import static io.windhover.core.testkit.Specs.task;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.model.Deadline;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Memory;
import org.junit.jupiter.api.Test;

/** Owners change their jobs: what succeeded stays, what did not runs in its new form. */
class AmendedStoriesTest {
  private final Tale tale = new Tale();

  private void begin(JobSpec spec) {
    tale.at(0, ready(1, 8), new Event.JobSubmitted(1, spec));
  }

  /** Of three points the first succeeds and the second fails; the merge is then skipped. */
  private void oneDoneOneFailed() {
    begin(keepGoing(tasks("point", 3), tasks("merge", 1).after(0)));
    tale.assign(1, 1, "1/0#1", "1/1#1");
    tale.at(2, finished("1/0#1"), failed("1/1#1"));
  }

  private void amend(long atMillis, int job, int by, JobSpec spec) {
    tale.at(atMillis, new Event.JobAmended(job, by, spec));
  }

  @Test
  void whatSucceededStaysAndWhatFailedWaitsInItsNewForm() {
    oneDoneOneFailed();

    amend(3, 1, 2, keepGoing(tasks("point", 3).cores(2), tasks("merge", 1).after(0)));

    assertThat(tale.state("2/0")).isEqualTo(TaskState.SUCCEEDED);
    assertThat(tale.ready()).containsExactly("2/1", "2/2");
    assertThat(tale.state("2/3")).isEqualTo(TaskState.WAITING);
    assertThat(tale.job().isReplaced()).isTrue();
    assertThat(tale.job().over()).isTrue();
    assertThat(tale.world().liveJobs()).extracting(Job::id).containsExactly(2);
    assertThat(tale.world().nextAttempt(task("2/1"))).isEqualTo(attempt("2/1#2"));
    tale.assign(4, 1, "2/1#2", "2/2#1");
    tale.at(5, finished("2/1#2"), finished("2/2#1"));
    assertThat(tale.ready()).containsExactly("2/3");
  }

  @Test
  void aFailedTaskOfAGroupThatIsAsBeforeStaysFailed() {
    oneDoneOneFailed();

    amend(3, 1, 2, keepGoing(tasks("point", 3), tasks("merge", 1).after(0).cores(2)));

    assertThat(tale.state("2/1")).isEqualTo(TaskState.FAILED);
    assertThat(tale.state("2/3")).isEqualTo(TaskState.SKIPPED);
    assertThat(tale.ready()).containsExactly("2/2");
    tale.at(4, new Event.RetryRequested(2, true));
    assertThat(tale.ready()).containsExactly("2/1", "2/2");
  }

  @Test
  void arraysGrowAndShrinkAndGroupsComeAndGo() {
    oneDoneOneFailed();

    amend(3, 1, 2, keepGoing(tasks("first", 1), tasks("point", 5).after(0)));

    assertThat(tale.world().job(2).spec().taskCount()).isEqualTo(6);
    assertThat(tale.world().today(task("1/0"))).contains(task("2/1"));
    assertThat(tale.world().today(task("1/3"))).as("the merge is gone").isEmpty();
    assertThat(tale.state("2/1")).isEqualTo(TaskState.SUCCEEDED);
    assertThat(tale.ready()).containsExactly("2/0");

    amend(4, 2, 3, keepGoing(tasks("point", 1)));

    assertThat(tale.world().job(3).over()).isTrue();
    assertThat(tale.world().job(3).endedAtMillis()).isEqualTo(4);
    assertThat(tale.world().today(task("1/0"))).contains(task("3/0"));
  }

  @Test
  void numbersOfAttemptsAreNeverUsedAgainEvenIfAGroupWasAwayForAWhile() {
    oneDoneOneFailed();

    amend(3, 1, 2, job(tasks("other", 1)));
    amend(4, 2, 3, job(tasks("other", 1), tasks("point", 2)));

    assertThat(tale.state("3/1")).as("what comes back runs again").isEqualTo(TaskState.WAITING);
    assertThat(tale.world().nextAttempt(task("3/1"))).isEqualTo(attempt("3/1#2"));
    assertThat(tale.world().nextAttempt(task("3/2"))).isEqualTo(attempt("3/2#2"));
  }

  @Test
  void anotherDeadlineLeavesTheJobAndWhatRunsAlone() {
    begin(job(tasks("point", 2)));
    tale.assign(1, 1, "1/0#1");

    amend(2, 1, 1, job(new Deadline.Within(5000), true, tasks("point", 2)));

    assertThat(tale.job().deadlineAtMillis()).isEqualTo(5000);
    assertThat(tale.job().spec().keepGoing()).isTrue();
    assertThat(tale.world().jobs()).hasSize(1);
    assertThat(tale.world().memory()).isEqualTo(Memory.NONE);
    tale.at(3, finished("1/0#1"));
    assertThat(tale.state("1/0")).isEqualTo(TaskState.SUCCEEDED);
  }

  @Test
  void whatRunsOfAReplacedJobIsOwedAStopAndItsEndIsHistory() {
    begin(job(tasks("point", 2)));
    tale.assign(1, 1, "1/0#1");

    var decision = tale.at(2, new Event.JobAmended(1, 2, job(tasks("point", 2).cores(2))));

    assertThat(decision.actions()).containsExactly(stop("1/0#1"));
    assertThat(tale.ready()).containsExactly("2/0", "2/1");
    tale.at(3, finished("1/0#1"));
    assertThat(tale.state("2/0")).isEqualTo(TaskState.WAITING);
    assertThat(tale.job().over()).isTrue();
  }

  @Test
  void aReplacedJobCannotBeRetriedAndACancelledOneStaysCancelled() {
    oneDoneOneFailed();
    amend(3, 1, 2, keepGoing(tasks("point", 3).cores(2)));

    tale.at(4, new Event.RetryRequested(1, true));
    assertThat(tale.job().over()).isTrue();
    tale.at(5, new Event.JobCancelled(2));
    amend(6, 2, 3, keepGoing(tasks("point", 9)));

    assertThat(tale.world().job(3).cancelled()).isTrue();
    assertThat(tale.world().liveJobs()).isEmpty();
    assertThat(tale.ready()).isEmpty();
  }

  @Test
  void aSnapshotKeepsWhoTookWhosePlace() {
    oneDoneOneFailed();
    amend(3, 1, 2, keepGoing(tasks("first", 1), tasks("point", 4)));

    World restored = Snapshots.restore(Snapshots.of(tale.world()), tale);

    assertThat(Snapshots.of(restored)).isEqualTo(Snapshots.of(tale.world()));
    assertThat(restored.job(1).isReplaced()).isTrue();
    assertThat(restored.job(2).replacesAnother()).isTrue();
    assertThat(restored.today(task("1/0"))).contains(task("2/1"));
    assertThat(restored.liveJobs()).extracting(Job::id).containsExactly(2);
  }

  @Test
  void aRetryOfOneTaskOrOneGroupLeavesOtherFailuresAlone() {
    begin(keepGoing(tasks("point", 3), tasks("other", 1)));
    tale.assign(1, 1, "1/0#1", "1/1#1", "1/3#1");
    tale.at(2, failed("1/0#1"), failed("1/1#1"), failed("1/3#1"));

    tale.at(3, new Event.RetryRequested(1, true, "point/1"));
    assertThat(tale.ready()).containsExactly("1/1", "1/2");
    assertThat(tale.state("1/0")).isEqualTo(TaskState.FAILED);

    tale.at(4, new Event.RetryRequested(1, true, "point"));
    assertThat(tale.ready()).containsExactly("1/0", "1/1", "1/2");
    assertThat(tale.state("1/3")).isEqualTo(TaskState.FAILED);
  }
}
