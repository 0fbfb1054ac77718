package io.windhover.core.step;

import static io.windhover.core.step.Tale.assign;
import static io.windhover.core.step.Tale.failed;
import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.lost;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.step.Tale.stop;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.keepGoing;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.event.MachineChange;
import io.windhover.core.model.JobSpec;
import io.windhover.core.policy.Action;
import io.windhover.core.policy.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one task's end means for the rest of its job. */
class JobStoriesTest {
  private final Tale tale = new Tale();

  private void begin(JobSpec spec) {
    tale.at(0, ready(1, 9), new Event.JobSubmitted(1, spec));
  }

  private static Event retry(boolean failedToo) {
    return new Event.RetryRequested(1, failedToo);
  }

  @Test
  void aGroupOpensWhenEveryTaskItComesAfterHasSucceeded() {
    begin(job(tasks("a", 2), tasks("b", 1), tasks("c", 2).after(0, 1)));
    tale.assign(1, 1, "1/0#1", "1/1#1", "1/2#1");

    tale.at(2, finished("1/0#1"), finished("1/2#1"));
    assertThat(tale.ready()).isEmpty();
    tale.at(3, finished("1/1#1"));
    assertThat(tale.ready()).containsExactly("1/3", "1/4");
  }

  @Test
  void readyTasksStandInTurn() {
    tale.at(
        0,
        new Event.JobSubmitted(
            1, job(tasks("low", 1).priority(Integer.MIN_VALUE), tasks("mid", 1))),
        new Event.JobSubmitted(2, job(tasks("mid", 1), tasks("high", 1).priority(7))));

    assertThat(tale.ready()).containsExactly("2/1", "1/1", "2/0", "1/0");
  }

  @Test
  void theFirstFailureHaltsTheJobButLetsWhatRunsEnd() {
    begin(job(tasks("a", 4), tasks("b", 1)));
    tale.assign(1, 1, "1/0#1", "1/1#1", "1/2#1");

    tale.at(2, failed("1/0#1"));
    assertThat(tale.ready()).isEmpty();
    assertThat(tale.job().count(TaskState.SKIPPED)).isEqualTo(2);
    assertThat(tale.job().over()).isFalse();

    tale.at(3, finished("1/1#1"));
    tale.at(4, failed("1/2#1", new Failure.NoRoom("")));
    assertThat(tale.state("1/1")).isEqualTo(TaskState.SUCCEEDED);
    assertThat(tale.state("1/2")).as("not started again").isEqualTo(TaskState.SKIPPED);
    assertThat(tale.job().endedAtMillis()).isEqualTo(4);
  }

  /** Skipped was counted as retried. */
  @Test
  void aFailureInAHaltedJobIsNotRetried() {
    begin(job(tasks("a", 1), tasks("b", 1).retries(3)));
    tale.assign(1, 1, "1/0#1", "1/1#1");

    tale.at(2, failed("1/0#1"));
    tale.at(3, failed("1/1#1"));

    assertThat(tale.state("1/1")).isEqualTo(TaskState.SKIPPED);
    assertThat(tale.job().retried()).isZero();
  }

  @Test
  void keepGoingSkipsOnlyWhatComesAfterHoweverFar() {
    begin(
        keepGoing(
            tasks("a", 2),
            tasks("b", 1),
            tasks("after-a", 2).after(0),
            tasks("after-b", 1).after(1),
            tasks("after-both", 1).after(3, 2),
            tasks("last", 1).after(4)));
    tale.assign(1, 1, "1/0#1", "1/2#1");

    tale.at(2, failed("1/0#1"), finished("1/2#1"));

    assertThat(tale.ready()).containsExactly("1/1", "1/5");
    for (String skipped : List.of("1/3", "1/4", "1/6", "1/7")) {
      assertThat(tale.state(skipped)).as(skipped).isEqualTo(TaskState.SKIPPED);
    }
  }

  @Test
  void cancellingSettlesEveryTaskAndStopsWhatRuns() {
    begin(job(tasks("a", 3), tasks("b", 1).after(0)));
    tale.assign(1, 1, "1/0#1", "1/1#1");
    tale.at(2, finished("1/0#1"));

    assertThat(tale.at(3, new Event.JobCancelled(1)).actions()).containsExactly(stop("1/1#1"));
    assertThat(tale.job().count(TaskState.CANCELLED)).isEqualTo(3);
    assertThat(tale.job().over()).isFalse();
    assertThat(tale.at(4, new Event.JobCancelled(1)).actions()).as("asked once").isEmpty();

    tale.at(5, failed("1/1#1", new Failure.Stopped()));
    assertThat(tale.job().endedAtMillis()).isEqualTo(5);
    assertThat(tale.job().count(TaskState.SUCCEEDED)).isEqualTo(1);
    assertThat(tale.world().liveJobs()).isEmpty();
  }

  /** Two cancels in one batch owed two stops; on a frozen machine the second tripped the guard. */
  @Test
  void twoCancelsAtOneInstantOweOneStop() {
    begin(job(tasks("a", 1)));
    tale.assign(1, 1, "1/0#1");

    var decision =
        tale.at(
            2,
            new MachineChange.Hibernated(1),
            new Event.JobCancelled(1),
            new Event.JobCancelled(1));

    assertThat(decision.actions()).containsExactly(stop("1/0#1"));
    assertThat(tale.job().endedAtMillis()).isEqualTo(2);
  }

  @Test
  void whatIsOverCannotBeCancelled() {
    begin(job(tasks("a", 1)));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, finished("1/0#1"));
    tale.at(3, new Event.JobCancelled(1));

    assertThat(tale.job().cancelled()).isFalse();
  }

  /** All tasks had succeeded, yet the job counted as cancelled because a replica was ending. */
  @Test
  void aJobWhoseTasksAreAllSettledCannotBeCancelled() {
    Tale replicated = new Tale(2);
    replicated.at(0, ready(1, 2), new Event.JobSubmitted(1, job(tasks("a", 1))));
    replicated.at(1, List.of(), assign("1/0#1", 1), assign("1/0#2", 1));
    replicated.at(2, finished("1/0#1"));

    replicated.at(3, new Event.JobCancelled(1));

    assertThat(replicated.job().cancelled()).isFalse();
  }

  @Test
  void aCancelledJobCannotBeTakenUpAgain() {
    begin(job(tasks("a", 1)));
    tale.at(1, new Event.JobCancelled(1));
    tale.at(2, retry(true));

    assertThat(tale.state("1/0")).isEqualTo(TaskState.CANCELLED);
    assertThat(tale.job().endedAtMillis()).isEqualTo(1);
  }

  @Test
  void retryPutsBackWhatFailedAndWhatWasSkipped() {
    begin(job(tasks("a", 2).retries(1), tasks("b", 1).after(0)));
    tale.assign(1, 1, "1/0#1");
    tale.at(1, failed("1/0#1"));
    tale.assign(1, 1, "1/0#2");
    tale.at(2, failed("1/0#2"));
    assertThat(tale.job().endedAtMillis()).isEqualTo(2);

    tale.at(3, retry(true));
    assertThat(tale.ready()).containsExactly("1/0", "1/1");
    assertThat(tale.state("1/2")).isEqualTo(TaskState.WAITING);
    assertThat(tale.job().endedAtMillis()).isEqualTo(-1);
    assertThat(tale.world().liveJobs()).containsExactly(tale.job());

    tale.assign(4, 1, "1/0#3", "1/1#1");
    tale.at(4, failed("1/0#3"));
    assertThat(tale.state("1/0")).as("it has all its retries again").isEqualTo(TaskState.WAITING);
    tale.assign(5, 1, "1/0#4");
    tale.at(5, finished("1/0#4"), finished("1/1#1"));
    assertThat(tale.ready()).containsExactly("1/2");
  }

  @Test
  void resumePutsBackOnlyWhatCanStillSucceed() {
    begin(job(tasks("a", 2), tasks("b", 1).after(0), tasks("c", 1).after(1), tasks("d", 1)));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, failed("1/0#1"));

    tale.at(3, retry(false));

    assertThat(tale.state("1/0")).isEqualTo(TaskState.FAILED);
    assertThat(tale.ready()).containsExactly("1/1", "1/4");
    assertThat(tale.state("1/2")).isEqualTo(TaskState.SKIPPED);
    assertThat(tale.state("1/3")).isEqualTo(TaskState.SKIPPED);
    tale.assign(4, 1, "1/1#1", "1/4#1");
    tale.at(5, finished("1/1#1"), finished("1/4#1"));
    assertThat(tale.job().endedAtMillis()).isEqualTo(5);
  }

  /** Followers of a failed task were put back and skipped again, and the job had "ended" anew. */
  @Test
  void aRetryThatPutsNothingBackDoesNotMoveTheEnd() {
    begin(keepGoing(tasks("a", 1), tasks("b", 1).after(0)));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, failed("1/0#1"));

    tale.at(9, retry(false));
    assertThat(tale.job().endedAtMillis()).isEqualTo(2);
    assertThat(tale.world().liveJobs()).isEmpty();
  }

  @Test
  void aRetryOfASuccessDoesNotMoveTheEnd() {
    begin(job(tasks("a", 1)));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, finished("1/0#1"));

    tale.at(9, retry(true));
    assertThat(tale.job().endedAtMillis()).isEqualTo(2);
  }

  @Test
  void aRetryWhileTheJobRunsLeavesWhatRunsAlone() {
    begin(job(tasks("a", 3)));
    tale.assign(1, 1, "1/0#1", "1/1#1");
    tale.at(2, failed("1/0#1"));

    tale.at(3, retry(true));
    assertThat(tale.ready()).containsExactly("1/0", "1/2");
    assertThat(tale.state("1/1")).isEqualTo(TaskState.RUNNING);

    tale.at(4, lost(1));
    assertThat(tale.ready()).as("no longer halted").containsExactly("1/0", "1/1", "1/2");
  }

  /** The simulator's first moment is 0: a date would be one of 1970. */
  @Test
  void aDeadlineThatCannotBeMetIsToldFromTheSubmissionOn() {
    long submittedAt = 7_000;
    tale.at(submittedAt, ready(1, 9), new Event.JobSubmitted(1, job(tasks("a", 1))));
    long earliestAt = submittedAt + 2 * 3_600_000 + 13 * 60_000 + 250;
    Reason reason = new Reason.DeadlineImpossible(1, submittedAt + 7_200_000, earliestAt);
    tale.at(submittedAt + 1, List.of(), new Action.Reject(1, reason));

    assertThat(tale.world().job(1).rejection())
        .contains(
            "cannot end in time: the earliest possible end is 2h 13m 0.25s after submission, the"
                + " deadline 2h");
    assertThat(reason.text())
        .isEqualTo("the deadline cannot be met: the earliest possible end is 13m 0.25s after it");
  }

  @Test
  void aRejectedJobIsOverWithItsReason() {
    var reason = new Reason.NobodyOffers(1, 0, 2, List.of("gpu"));
    tale.at(
        0,
        List.of(new Event.JobSubmitted(1, job(tasks("a", 2).requires("gpu")))),
        new Action.Reject(1, reason));

    assertThat(tale.job().rejection()).hasValue("no machine offers gpu");
    assertThat(tale.job().endedAtMillis()).isZero();
    assertThat(tale.ready()).isEmpty();
    tale.at(1, retry(true));
    assertThat(tale.job().over()).isTrue();
  }
}
