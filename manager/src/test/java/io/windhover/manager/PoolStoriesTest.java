package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.MachineView.State;
import io.windhover.core.step.Attempt;
import io.windhover.core.step.Machine;
import io.windhover.core.step.TaskState;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Held;
import io.windhover.wire.ToManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Workers elsewhere and owners elsewhere: connections break, managers start again. */
final class PoolStoriesTest extends ManagerStage {
  @Test
  void aWorkerThatComesBackInTimeGoesOnAsIfNothingHadBeen() {
    AttemptRef ref = oneRunning();
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    manager.away("w");
    turnAfter(29_000);
    assertThat(said).as("nothing is said to who cannot hear").isEmpty();
    assertThat(world().machine(1).map(Machine::state)).contains(State.AWAY);

    join("w", "s1", 1, ref);
    assertThat(world().machine(1).map(Machine::state)).contains(State.READY);
    assertThat(said).containsExactly("w Welcome");
    manager.received("w", done(ref));
    turnAfter(1_000);
    assertThat(world().job(1).count(TaskState.SUCCEEDED)).isEqualTo(1);
    assertThat(said).contains("w Acknowledge", "w Execute 2/0#1");
  }

  @Test
  void oneThatStaysAwayIsLostAndItsLateWordChangesNothing() {
    AttemptRef ref = oneRunning();
    manager.away("w");
    turnAfter(32_000);
    assertThat(world().machines()).isEmpty();
    assertThat(world().job(1).count(TaskState.WAITING)).isEqualTo(1);

    manager.received("w", done(ref));
    turnAfter(100);
    assertThat(said).containsExactly("w JoinAgain");
    join("w", "s1", 1, ref);
    assertThat(said).contains("w Cancel");
    manager.received("w", done(ref));
    turnAfter(100);
    assertThat(world().job(1).count(TaskState.SUCCEEDED)).isZero();
    assertThat(ref(onlyAttempt()).numbers()).isEqualTo(new AttemptRef(1, 0, 2));
  }

  @Test
  void anOrderThatWasNotHeardIsSaidAgainToWhoComesBack() {
    join("w", "s1", 1);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(100);
    manager.away("w");
    turnAfter(20_000);
    said.clear();
    join("w", "s1", 1);
    assertThat(said).contains("w Execute 1/0#1");
  }

  @Test
  void aCancelReachesTheWorkerWhenItIsBack() {
    AttemptRef ref = oneRunning();
    manager.away("w");
    wish(manager.cancel(1, ALICE));
    turnAfter(5_000);
    assertThat(said).isEmpty();
    join("w", "s1", 1, ref);
    assertThat(said).contains("w Cancel");
  }

  @Test
  void aManagerThatStartsAgainAsksWhoeverItRemembersAndTakesUpWhoWasAway() {
    AttemptRef ref = oneRunning();
    join("w2", "s2", 1);
    manager.away("w");
    turnAfter(1_000);
    restart();
    said.clear();
    manager.rollCall();
    turnAfter(100);
    assertThat(said).containsExactly("w JoinAgain", "w2 JoinAgain");
    assertThat(world().machine(1).map(Machine::state)).contains(State.AWAY);
    join("w", "s1", 1, ref);
    assertThat(world().machine(1).map(Machine::state)).contains(State.READY);
    turnAfter(62_000);
    assertThat(world().machines()).as("w2 was never heard again, nor was w").isEmpty();
  }

  private void heartbeat(AttemptRef... unfinished) {
    said.clear();
    manager.received("w", new ToManager.Heartbeat(Held.of(List.of(unfinished))));
    turnAfter(100);
  }

  @Test
  void whatAWorkerHasLostIsNoticedByItsHeartbeatsAndOrderedAgain() {
    AttemptRef ref = oneRunning();
    heartbeat();
    assertThat(said).as("a message may be on its way").containsExactly("w Welcome");
    heartbeat();
    assertThat(said).containsExactly("w JoinAgain");
    said.clear();
    join("w", "s1", 1);
    assertThat(said).contains("w Execute " + ref, "w Welcome");
    heartbeat();
    heartbeat();
    assertThat(said).as("not answered yet: it need not hold it").containsExactly("w Welcome");
    manager.received("w", new ToManager.Taken(ref));
    heartbeat(ref);
    heartbeat(ref);
    assertThat(said).containsExactly("w Welcome");
    manager.received("w", done(ref));
    heartbeat();
    heartbeat();
    assertThat(said).containsExactly("w Welcome");
  }

  @Test
  void whatNobodyWaitsForIsNoticedByAWorkersHeartbeatsAndCancelled() {
    join("w", "s1", 1);
    var forgotten = new AttemptRef(7, 0, 1);
    heartbeat(forgotten);
    heartbeat(forgotten);
    assertThat(said).containsExactly("w JoinAgain");
    said.clear();
    join("w", "s1", 1, forgotten);
    assertThat(said).containsExactly("w Cancel", "w Welcome");
  }

  @Test
  void whoDoesNotSayWhatItHoldsIsLeftAlone() {
    oneRunning();
    for (int i = 0; i < 5; i++) {
      said.clear();
      manager.received("w", new ToManager.Heartbeat());
      turnAfter(100);
      assertThat(said).containsExactly("w Welcome");
    }
  }

  @Test
  void aMachineThatRefusesEverythingIsNotAskedInAHotLoop() {
    join("w", "s1", 1);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    int refusals = 0;
    for (int i = 0; i < 600; i++) {
      turnAfter(100);
      manager.received("w", new ToManager.Heartbeat());
      for (Attempt attempt : List.copyOf(world().attempts())) {
        refusals++;
        manager.received("w", new ToManager.Refused(ref(attempt), "gone"));
      }
    }
    assertThat(refusals).as("orders in a minute").isBetween(4, 10);
  }

  @Test
  void aWorkerMayChangeItsSize() {
    join("w", "s1", 1);
    manager.received("w", new ToManager.Resized(4, 2_000));
    turnAfter(100);
    assertThat(world().machine(1).map(Machine::freeCores)).contains(4);
    join("w", "s1", 2);
    assertThat(world().machine(1).map(Machine::freeCores)).contains(2);
  }

  @Test
  void anUploadIsSubmittedOnceAlsoAfterARestart() {
    var first = manager.submit(RecoveryTest.job(1, 0), ALICE, "u1");
    var again = manager.submit(RecoveryTest.job(1, 0), ALICE, "u1");
    var bobs = manager.submit(RecoveryTest.job(1, 0), BOB, "u1");
    turnAfter(100);
    restart();
    var later = manager.submit(RecoveryTest.job(1, 0), ALICE, "u1");
    var unnamed = manager.submit(RecoveryTest.job(1, 0), ALICE, "");
    turnAfter(100);
    assertThat(List.of(first.join(), again.join(), bobs.join(), later.join(), unnamed.join()))
        .containsExactly(1, 1, 2, 1, 3);
    assertThat(manager.look(pool -> pool.jobsOf(ALICE, Integer.MAX_VALUE, 9)))
        .satisfies(look -> turnAfter(100))
        .isCompletedWithValue(List.of(3, 1));
  }

  @Test
  void anothersJobLooksLikeNone() {
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    wish(manager.submit(RecoveryTest.job(1, 0)));
    turnAfter(100);
    long sequence = world().sequence();
    List<CompletableFuture<Integer>> wishes =
        List.of(
            manager.cancel(1, BOB),
            manager.retry(1, BOB),
            manager.cancel(2, ALICE),
            manager.cancel(3, BOB));
    turnAfter(100);
    assertThat(wishes)
        .allSatisfy(
            wish ->
                assertThat(wish)
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("there is no job"));
    assertThat(world().sequence()).isEqualTo(sequence);
    var cancelled = manager.cancel(1, ALICE);
    var local = manager.cancel(2);
    turnAfter(100);
    assertThat(cancelled).isCompletedWithValue(1);
    assertThat(local).isCompletedWithValue(2);
  }

  @Test
  void progressIsWholeForOthersThoughOnlyLiveJobsAreWrittenAgain() {
    join("w", "s1", 1);
    for (int i = 0; i < 5; i++) {
      wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    }
    wish(manager.cancel(2, ALICE));
    wish(manager.cancel(5, ALICE));
    turnAfter(2_000);
    checkOthersSeeAll();
    assertThat(store.value("progress").orElseThrow()).doesNotContain("\"id\":2,");
    restart();
    turnAfter(2_000);
    wish(manager.submit(RecoveryTest.job(1, 0), ALICE, ""));
    turnAfter(2_000);
    checkOthersSeeAll();
    assertThat(manager.progress().jobs()).hasSize(6);
  }

  private void checkOthersSeeAll() {
    List<Progress.JobProgress> newestFirst = JobList.lastSaid(store).orElseThrow().all();
    assertThat(newestFirst).containsExactlyInAnyOrderElementsOf(manager.progress().jobs());
  }

  @Test
  void resultsTellWhereAndHowAnAttemptRan() {
    AttemptRef ref = oneRunning();
    manager.received("w", done(ref));
    turnAfter(100);
    List<ResultText> texts = new ArrayList<>();
    store.results(result -> texts.add(ResultText.read(result.detail())));
    assertThat(texts).containsExactly(new ResultText("exit 0", "w", 5, "all well"));
  }
}
