package io.windhover.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.core.policy.Policy;
import io.windhover.core.step.Group;
import io.windhover.core.step.Job;
import io.windhover.core.step.Scheduler;
import io.windhover.core.step.TaskState;
import io.windhover.manager.Recovery;
import io.windhover.manager.Replay;
import io.windhover.policies.match.Match;
import io.windhover.simulator.RandomStories;
import io.windhover.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Thousands of stories with everything going wrong: messages lost, late and doubled, workers gone,
 * managers killed at any point of a turn, their state replaced by an empty one, jobs leaving the
 * world as soon as they are over, journals trimmed. Whatever happens, no task is lost, none is
 * recorded twice, and nothing that was recorded runs again. A failing seed is the bug report;
 * {@code -Dseeds=} sets how many there are.
 */
class MisfortuneTest {
  private static final int SEEDS = Integer.getInteger("seeds", 2000);
  private static final long A_DAY_MILLIS = 86_400_000;

  private final Path folder = FastStores.folder();

  @AfterEach
  void deleteFolder() throws IOException {
    Files.delete(folder);
  }

  private int kills;
  private int breaks;
  private int replaced;
  private int starts;
  private int left;
  private int trimmed;
  private int succeeded;

  @Test
  void nothingIsLostAndNothingIsDoneTwice() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      try {
        live(seed);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
    System.out.printf(
        "%,d stories of misfortune: %,d tasks succeeded in %,d runs, %,d managers killed,"
            + " %,d connections broken, %,d states replaced, %,d jobs left, %,d journals trimmed%n",
        SEEDS, succeeded, starts, kills, breaks, replaced, left, trimmed);
    assertThat(left).as("jobs that left the world").isGreaterThan(SEEDS / 2);
    assertThat(trimmed).as("journals trimmed").isGreaterThan(SEEDS / 10);
    assertThat(kills).as("managers killed").isGreaterThan(SEEDS / 10);
    assertThat(replaced).as("states replaced").isGreaterThan(SEEDS / 20);
    assertThat(breaks).as("connections broken").isGreaterThan(SEEDS / 2);
    assertThat(starts).as("runs").isGreaterThan(succeeded);
  }

  private static Policy policy() {
    return new Match(Match.Impossible.WAITS);
  }

  private void live(long seed) {
    FastStores stores = new FastStores(folder, seed);
    RandomMisfortune misfortune = new RandomMisfortune(seed, stores::delete);
    VirtualPool pool =
        new VirtualPool(
            RandomStories.withCleanups(seed), MisfortuneTest::policy, stores, misfortune);
    pool.play(A_DAY_MILLIS);
    checkEveryTaskIsSettled(pool);
    checkRecordedOnce(pool);
    assertThat(pool.deeds().wrongs()).as("what must never happen").isEmpty();
    assertThat(pool.allIdle()).as("workers have nothing left running").isTrue();
    Replay.Outcome replay = Replay.of(pool.store(), policy(), line -> {});
    trimmed += replay.from().isTrimmed() ? 1 : 0;
    left += pool.everyJob().size() - pool.world().jobs().size();
    assertThat(replay.differences()).as("decisions that replay differently").isEmpty();
    assertThat(Recovery.progress(Recovery.load(pool.store(), policy())).jobs())
        .as("what a restart would know")
        .isEqualTo(Recovery.progress(new Scheduler(policy(), pool.world())).jobs());
    pool.close();
    stores.delete();
    kills += misfortune.kills();
    breaks += misfortune.breaks();
    replaced += misfortune.replaced();
    starts += pool.deeds().starts();
  }

  private static void checkEveryTaskIsSettled(VirtualPool pool) {
    assertThat(pool.everyJob()).isNotEmpty();
    for (Job job : pool.everyJob()) {
      assertThat(job.over()).as("job %d is over", job.id()).isTrue();
      assertThat(job.count(TaskState.WAITING) + job.count(TaskState.RUNNING))
          .as("unsettled tasks of job %d", job.id())
          .isZero();
    }
    assertThat(pool.world().attempts()).isEmpty();
  }

  /** The results table against the world: each success is there exactly once. */
  private void checkRecordedOnce(VirtualPool pool) {
    Map<String, Integer> successes = new LinkedHashMap<>();
    pool.store()
        .results(
            result -> {
              if (result.outcome().equals(Store.Result.SUCCEEDED)) {
                successes.merge(result.job() + "/" + result.task(), 1, Integer::sum);
              }
            });
    assertThat(successes.values()).allMatch(times -> times == 1);
    int expected = 0;
    for (Job job : pool.everyJob()) {
      for (Group group : job.groups()) {
        for (int i = 0; i < group.spec().count(); i++) {
          if (group.state(i) == TaskState.SUCCEEDED) {
            expected++;
            assertThat(successes).containsKey(group.task(i).toString());
          }
        }
      }
    }
    assertThat(successes).as("recorded successes").hasSize(expected);
    succeeded += expected;
  }
}
