package io.windhover.core.step;

import static io.windhover.core.step.Tale.assign;
import static io.windhover.core.step.Tale.failed;
import static io.windhover.core.step.Tale.finished;
import static io.windhover.core.step.Tale.lost;
import static io.windhover.core.step.Tale.ready;
import static io.windhover.core.step.Tale.started;
import static io.windhover.core.step.Tale.stop;
import static io.windhover.core.testkit.Specs.attempt;
import static io.windhover.core.testkit.Specs.job;
import static io.windhover.core.testkit.Specs.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.event.Batch;
import io.windhover.core.event.Event;
import io.windhover.core.event.Failure;
import io.windhover.core.model.JobSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of single tasks and their attempts. */
class TaskStoriesTest {
  private final Tale tale = new Tale();

  private void begin(JobSpec spec) {
    tale.at(0, ready(1, 4), ready(2, 4), new Event.JobSubmitted(1, spec));
  }

  @Test
  void withinAnInstantTaskEndsComeFirstThenMachinesThenArrivalsThenTimers() {
    var submitted = new Event.JobSubmitted(1, job(tasks("a", 1)));
    var price = new Event.PriceChanged("spot", 1);
    var batch =
        new Batch(
            1,
            0,
            List.of(
                new Event.TimerFired(5),
                submitted,
                lost(1),
                price,
                finished("1/0#1"),
                started("1/1#1")));

    assertThat(batch.events())
        .containsExactly(
            finished("1/0#1"),
            started("1/1#1"),
            lost(1),
            price,
            submitted,
            new Event.TimerFired(5));
  }

  @Test
  void aTaskThatEndsAsItsMachineIsLostHasEnded() {
    begin(job(tasks("a", 1)));
    tale.assign(1, 1, "1/0#1");

    tale.at(9, lost(1), finished("1/0#1"));

    assertThat(tale.state("1/0")).isEqualTo(TaskState.SUCCEEDED);
    assertThat(tale.job().endedAtMillis()).isEqualTo(9);
  }

  @Test
  void aTaskIsTriedOnceMoreThanItHasRetries() {
    begin(job(tasks("a", 1).retries(2)));
    for (int number = 1; number <= 2; number++) {
      tale.assign(number, 1, "1/0#" + number);
      tale.at(number, failed("1/0#" + number));
      assertThat(tale.state("1/0")).isEqualTo(TaskState.WAITING);
    }
    tale.assign(3, 1, "1/0#3");
    tale.at(3, failed("1/0#3"));

    assertThat(tale.state("1/0")).isEqualTo(TaskState.FAILED);
    assertThat(tale.job().retried()).isEqualTo(2);
    assertThat(tale.job().over()).isTrue();
  }

  /** The count of failures was a short and went below zero. */
  @Test
  void evenThirtyThreeThousandRetriesComeToAnEnd() {
    begin(job(tasks("a", 1).retries(33_000)));
    for (int number = 1; number <= 33_001; number++) {
      assertThat(tale.state("1/0")).isEqualTo(TaskState.WAITING);
      tale.at(1, List.of(), assign("1/0#" + number, 1));
      tale.at(1, failed("1/0#" + number));
    }

    assertThat(tale.state("1/0")).isEqualTo(TaskState.FAILED);
  }

  @Test
  void losingTheMachineOrTheRoomNeverCounts() {
    begin(job(tasks("a", 1)));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, lost(1));
    tale.assign(3, 2, "1/0#2");
    tale.at(4, failed("1/0#2", new Failure.NoRoom("shrunk")));
    tale.assign(5, 2, "1/0#3");
    tale.at(6, List.of(), stop("1/0#3"));
    tale.at(7, failed("1/0#3", new Failure.Stopped()));

    assertThat(tale.state("1/0")).isEqualTo(TaskState.WAITING);
    assertThat(tale.job().retried()).isZero();
    assertThat(tale.ready()).containsExactly("1/0");
  }

  @Test
  void aReportOfAnOlderAttemptChangesNothing() {
    begin(job(tasks("a", 1)));
    tale.assign(1, 1, "1/0#1");
    tale.at(2, lost(1));
    tale.assign(3, 2, "1/0#2");
    Snapshot before = Snapshots.of(tale.world());

    for (Event late : List.of(started("1/0#1"), finished("1/0#1"), failed("1/0#1"), lost(1))) {
      tale.at(3, late);
    }

    assertThat(Snapshots.of(tale.world())).isEqualTo(withSequence(before, before.sequence() + 4));
  }

  @Test
  void aDoubledReportChangesNothing() {
    begin(job(tasks("a", 2)));
    tale.assign(1, 1, "1/0#1", "1/1#1");
    tale.at(2, started("1/0#1"), new Event.AttemptCheckpointed(attempt("1/0#1"), 300));
    tale.at(3, new Event.AttemptCheckpointed(attempt("1/0#1"), 500));
    tale.at(4, started("1/0#1"), new Event.AttemptCheckpointed(attempt("1/0#1"), 300));

    Attempt attempt = tale.world().attempt(attempt("1/0#1")).orElseThrow();
    assertThat(attempt.startedAtMillis()).isEqualTo(2);
    assertThat(attempt.checkpointedMillis()).isEqualTo(500);

    tale.at(5, finished("1/0#1"), finished("1/0#1"), failed("1/0#1"));
    tale.at(6, finished("1/0#1"));
    assertThat(tale.job().count(TaskState.SUCCEEDED)).isEqualTo(1);
    assertThat(tale.job().count(TaskState.RUNNING)).isEqualTo(1);
  }

  private static Snapshot withSequence(Snapshot of, long sequence) {
    return new Snapshot(
        sequence,
        of.nowMillis(),
        of.nextMachineId(),
        of.endedLeasesNanos(),
        of.memory(),
        of.offers(),
        of.timers(),
        of.jobs(),
        of.machines(),
        of.attempts(),
        of.endingLeases(),
        of.limits(),
        of.nextJobId());
  }

  @Test
  void ofTwoReplicasTheFirstToFinishWinsAndTheOtherIsStopped() {
    Tale replicated = new Tale(2);
    replicated.at(0, ready(1, 1), ready(2, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    replicated.at(1, List.of(), assign("1/0#1", 1), assign("1/0#2", 2));

    assertThat(replicated.at(2, finished("1/0#2")).actions()).containsExactly(stop("1/0#1"));
    assertThat(replicated.state("1/0")).isEqualTo(TaskState.SUCCEEDED);
    assertThat(replicated.job().over()).as("a replica still runs").isFalse();

    replicated.at(3, failed("1/0#1", new Failure.Stopped()));
    assertThat(replicated.job().endedAtMillis()).isEqualTo(3);
  }

  @Test
  void aTaskRunsOnAsLongAsOneReplicaDoes() {
    Tale replicated = new Tale(2);
    replicated.at(0, ready(1, 1), ready(2, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    replicated.at(1, List.of(), assign("1/0#1", 1), assign("1/0#2", 2));

    replicated.at(2, lost(1));
    assertThat(replicated.state("1/0")).isEqualTo(TaskState.RUNNING);
    replicated.at(3, lost(2));
    assertThat(replicated.state("1/0")).isEqualTo(TaskState.WAITING);
  }

  /** The stop was owed for an attempt that the same batch had ended: the guard tripped over us. */
  @Test
  void replicasThatEndAtOneInstantOweNothing() {
    for (Event other : List.of(finished("1/0#1"), failed("1/0#1"), lost(1))) {
      Tale replicated = new Tale(2);
      replicated.at(0, ready(1, 1), ready(2, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
      replicated.at(1, List.of(), assign("1/0#1", 1), assign("1/0#2", 2));

      assertThat(replicated.at(2, finished("1/0#2"), other).actions()).as("%s", other).isEmpty();
      assertThat(replicated.job().endedAtMillis()).isEqualTo(2);
    }
  }

  /** The other replica of a task that had failed for good ran on for nothing. */
  @Test
  void aTaskThatFailedForGoodStopsItsReplicas() {
    Tale replicated = new Tale(2);
    replicated.at(0, ready(1, 1), ready(2, 1), new Event.JobSubmitted(1, job(tasks("a", 1))));
    replicated.at(1, List.of(), assign("1/0#1", 1), assign("1/0#2", 2));

    assertThat(replicated.at(2, failed("1/0#1")).actions()).containsExactly(stop("1/0#2"));
    assertThat(replicated.state("1/0")).isEqualTo(TaskState.FAILED);
  }

  @Test
  void aWakeUpIsRememberedUntilItComes() {
    tale.at(0, List.of(), new io.windhover.core.policy.Action.WakeAt(50));
    assertThat(tale.world().wakeTimesMillis()).containsExactly(50L);

    tale.at(50, new Event.TimerFired(50));
    assertThat(tale.world().wakeTimesMillis()).isEmpty();
  }
}
