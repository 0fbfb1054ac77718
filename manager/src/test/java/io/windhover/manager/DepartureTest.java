package io.windhover.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.JobSpec;
import io.windhover.core.step.Job;
import io.windhover.core.step.TaskState;
import io.windhover.core.step.World;
import io.windhover.manager.Progress.JobProgress;
import io.windhover.store.KeyRange;
import io.windhover.store.Store;
import io.windhover.wire.Ending;
import io.windhover.wire.ToManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Finished jobs leave the world, are kept on disk for a while, and the journal is trimmed. */
class DepartureTest extends ManagerStage {
  private static final long DAY_MILLIS = 86_400_000;

  private Keeping keeping = new Keeping(3, 1, DAY_MILLIS, 40);

  @Override
  ManagerSettings settings() {
    return SETTINGS.keeping(keeping, 20);
  }

  private void keep(Keeping other) {
    keeping = other;
    restart();
    join("w", "s1", 4);
  }

  /** Submits a job of two tasks, which all end with this code. */
  private int finished(String upload, int exitCode) {
    CompletableFuture<Integer> id = manager.submit(RecoveryTest.job(2, 0), ALICE, upload);
    turnAfter(100);
    end(exitCode);
    return id.join();
  }

  private void end(int exitCode) {
    for (int turns = 0; turns < 50 && !world().liveJobs().isEmpty(); turns++) {
      List.copyOf(world().attempts())
          .forEach(
              attempt ->
                  manager.received(
                      "w",
                      new ToManager.Report(ref(attempt), new Ending.Exited(exitCode), 5, "tail")));
      turnAfter(100);
    }
    assertThat(world().liveJobs()).isEmpty();
  }

  private List<Integer> inTheWorld() {
    return world().jobs().stream().map(Job::id).toList();
  }

  private <T> T look(Function<PoolView, T> look) {
    CompletableFuture<T> seen = manager.look(look);
    turnAfter(100);
    return seen.join();
  }

  private String ownerOf(int job) {
    return look(pool -> pool.ownerOf(job));
  }

  private List<Integer> ofAlice(int before, int most) {
    return look(pool -> pool.jobsOf(ALICE, before, most));
  }

  private Optional<JobProgress> find(int job) {
    return look(pool -> pool.find(job));
  }

  @Test
  void theOldestLeaveAndCanStillBeLookedAt() {
    join("w", "s1", 4);
    for (int i = 1; i <= 5; i++) {
      assertThat(finished("u" + i, 0)).isEqualTo(i);
    }
    assertThat(inTheWorld()).containsExactly(3, 4, 5);
    for (int life = 0; life < 2; life++) {
      JobProgress first = find(1).orElseThrow();
      assertThat(first.succeeded()).isEqualTo(2);
      assertThat(first.over()).isTrue();
      assertThat(ownerOf(1)).isEqualTo(ALICE);
      assertThat(ofAlice(5, 3)).containsExactly(4, 3, 2);
      World kept = KeptJobs.world(store, 1).orElseThrow();
      assertThat(kept.job(1).count(TaskState.SUCCEEDED)).isEqualTo(2);
      assertThat(KeptJobs.world(store, 4)).as("one that has not left").isEmpty();
      assertThat(JobList.of(world(), store).all())
          .map(JobProgress::id)
          .containsExactly(5, 4, 3, 2, 1);
      restart();
    }
    assertThat(JobList.lastSaid(store).orElseThrow().newest().orElseThrow().id()).isEqualTo(5);
  }

  @Test
  void whatCanBeRetriedLeavesLaterAndHasABoundToo() {
    join("w", "s1", 4);
    int failed = finished("", 1);
    for (int i = 0; i < 4; i++) {
      finished("", 0);
    }
    assertThat(inTheWorld()).containsExactly(failed, 4, 5);
    finished("", 1);
    assertThat(inTheWorld()).as("one that failed stays, the other goes").containsExactly(4, 5, 6);
  }

  @Test
  void aRetryOfOneThatHasLeftIsToldWhenItEndedAndWhatToDo() {
    keep(new Keeping(0, 0, DAY_MILLIS, 40));
    int failed = finished("", 1);
    assertThat(inTheWorld()).isEmpty();
    long sequence = world().sequence();
    for (CompletableFuture<Integer> wish :
        List.of(
            manager.retry(failed, ALICE),
            manager.cancel(failed),
            manager.amend(failed, RecoveryTest.job(3, 0)))) {
      turnAfter(100);
      assertThatThrownBy(wish::join)
          .hasCauseInstanceOf(JobHasLeft.class)
          .hasMessageContaining("job 1 (sweep) ended at 1970-01-01T00:00:0")
          .hasMessageContaining("submit it again");
    }
    CompletableFuture<Integer> bobs = manager.retry(failed, BOB);
    turnAfter(100);
    assertThatThrownBy(bobs::join).hasCauseInstanceOf(NoSuchJob.class);
    assertThat(world().sequence()).as("nothing happened").isEqualTo(sequence);
  }

  @Test
  void anUploadSaidAgainIsTheJobThatHasLeft() {
    keep(new Keeping(0, 0, DAY_MILLIS, 40));
    int first = finished("u1", 0);
    restart();
    CompletableFuture<Integer> again = manager.submit(RecoveryTest.job(2, 0), ALICE, "u1");
    turnAfter(100);
    assertThat(again.join()).isEqualTo(first);
    assertThat(world().nextJobId()).isEqualTo(2);
  }

  @Test
  void aChainOfEditsLeavesTogether() {
    keep(new Keeping(0, 0, DAY_MILLIS, 40));
    CompletableFuture<Integer> first = manager.submit(RecoveryTest.job(2, 0), ALICE, "");
    turnAfter(50);
    CompletableFuture<Integer> second = manager.amend(1, RecoveryTest.job(3, 0));
    turnAfter(50);
    assertThat(first.join()).isEqualTo(1);
    assertThat(second.join()).isEqualTo(2);
    assertThat(inTheWorld()).as("the first is over, the second is not").containsExactly(1, 2);
    end(0);
    assertThat(inTheWorld()).isEmpty();
    World kept = KeptJobs.world(store, 1).orElseThrow();
    assertThat(kept.newest(kept.job(1)).id()).isEqualTo(2);
    assertThat(JobList.of(world(), store).all()).map(JobProgress::id).containsExactly(2);
  }

  @Test
  void afterItsTimeNothingOfAJobIsLeftOnDisk() {
    join("w", "s1", 4);
    int old = finished("u1", 0);
    nowMillis += DAY_MILLIS;
    JobSpec spec = RecoveryTest.job(2, 0);
    join("w", "s2", 4);
    int young = finished("u2", 0);
    assertThat(inTheWorld()).as("too old to stay").containsExactly(young);
    turnAfter(3_000);
    assertThat(find(old)).isEmpty();
    assertThat(ownerOf(old)).isEmpty();
    assertThat(ofAlice(99, 9)).containsExactly(young);
    List<Integer> results = new ArrayList<>();
    store.results(result -> results.add(result.job()));
    assertThat(results).containsOnly(young);
    List<String> keys = new ArrayList<>();
    store.texts(new KeyRange("", "~", false, 999), (key, text) -> keys.add(key));
    assertThat(keys).noneMatch(key -> key.matches(".*(/0*1|/u1)"));
    CompletableFuture<Integer> again = manager.submit(spec, ALICE, "u1");
    turnAfter(100);
    assertThat(again.join()).as("nobody knows the upload any more").isEqualTo(young + 1);
  }

  @Test
  void theJournalIsTrimmedBehindASnapshotAndReplayBeginsThere() {
    join("w", "s1", 4);
    for (int i = 0; i < 40; i++) {
      finished("", i % 5 == 0 ? 1 : 0);
    }
    turnAfter(2_000);
    long steps = store.lastSequence();
    assertThat(store.firstSequence()).isBetween(2L, steps - 40);
    Replay.Outcome replay = Replay.of(store, new FirstFit(), line -> {});
    assertThat(replay.differences()).isEmpty();
    assertThat(replay.from().isTrimmed()).isTrue();
    assertThat(replay.from().step() + replay.batches() - 1).isEqualTo(steps);
    assertThat(replay.batches()).isBetween(40L, 110L);
    assertThat(Replay.of(store, new FirstFit(), false, line -> {}).batches())
        .isEqualTo(replay.batches());
    String state = store.latestSnapshot().orElseThrow().state();
    assertThat(state.length()).as("a snapshot after %d jobs", 40).isLessThan(4_000);
  }

  @Test
  void aManagerThatKeepsEverythingCanBeReplayedFromTheStart() {
    keep(Keeping.EVERYTHING);
    for (int i = 0; i < 20; i++) {
      finished("", 0);
    }
    assertThat(inTheWorld()).hasSize(20);
    Replay.Outcome replay = Replay.of(store, new FirstFit(), line -> {});
    assertThat(replay.from().isTrimmed()).isFalse();
    assertThat(replay.batches()).isEqualTo(store.lastSequence());
    assertThat(replay.differing()).isZero();
  }

  @Test
  void theStateOfAnOlderManagerIsTakenUpAndItsJobsLeave() {
    keep(Keeping.EVERYTHING);
    for (int i = 0; i < 9; i++) {
      finished("u" + i, 0);
    }
    store.texts(KeyRange.startingWith("jobs-of/", 99), (key, text) -> olderKeys.add(key));
    store.texts(KeyRange.startingWith("upload-of/", 99), (key, text) -> olderKeys.add(key));
    olderKeys.add("owners");
    var removed = new LinkedHashMap<String, String>();
    olderKeys.forEach(key -> removed.put(key, ""));
    store.append(List.of(), List.of(), removed, Store.Durability.PROCESS_CRASH);
    keep(new Keeping(3, 1, DAY_MILLIS, 40));
    turnAfter(1_000);
    assertThat(inTheWorld()).containsExactly(7, 8, 9);
    assertThat(ofAlice(4, 9)).containsExactly(3, 2, 1);
    nowMillis += 2 * DAY_MILLIS;
    turnAfter(5_000);
    Optional<Integer> again = look(pool -> pool.uploaded(ALICE, "u0"));
    assertThat(again).isEmpty();
  }

  private final List<String> olderKeys = new ArrayList<>();
}
