package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.testkit.RawClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * kill -9 of manager, workers and, where there is one, server, at moments and in an order that the
 * seed decides, while brief tasks run. The dead are started again at once, as by what watches over
 * services on a real machine. The stories mostly wait, each for a pool of its own, so they go side
 * by side.
 */
@Execution(ExecutionMode.CONCURRENT)
final class PoolChaosIT {
  private static final long SEED = Long.getLong("windhover.seed", 20261116);
  private static final int ROUNDS =
      Integer.getInteger("rounds", Boolean.getBoolean("windhover.long") ? 50 : 5);
  private static final int WORKERS = 3;
  private static final int CORES = 2;
  private static final int TASKS_A_ROUND = 400;
  private static final int TASKS = TASKS_A_ROUND * ROUNDS;
  private static final int GAP_MILLIS_MAX = 1_500;
  private static final int MINUTES_MAX = 2 + ROUNDS / 2;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void everyTaskIsRecordedOnceWhoeverDies(SceneWay.Kind kind) throws Exception {
    var chance = new SplittableRandom(SEED);
    List<String> told = new ArrayList<>();
    Path did = Files.createFile(folder.resolve("did"));
    try (var scene = new PoolScene(kind, folder);
        var crew = new Crew(scene, WORKERS, CORES)) {
      RawClient alice = scene.login("alice", "laptop");
      int job = scene.submit(alice, "sh -c 'echo $0 >> %s'".formatted(did), TASKS);
      for (int round = 0; round < ROUNDS; round++) {
        // So that in every round there is work to be lost, however fast this machine is.
        Traces.awaitLines(did, round * TASKS_A_ROUND + 1 + chance.nextInt(TASKS_A_ROUND / 2));
        int victims = 1 + chance.nextInt(3);
        for (int i = 0; i < victims; i++) {
          Thread.sleep(chance.nextInt(GAP_MILLIS_MAX)); // When, is what the seed decides.
          told.add(crew.killOneAndStartItAgain(chance));
        }
      }
      scene.manager().awaitSaid("manager ready");
      RawClient back = scene.login("alice", "back");
      scene.awaitCounts(
          back, job, "0 queued, 0 running, %d completed".formatted(TASKS), MINUTES_MAX);
      scene.manager().kill();
      Map<Integer, Integer> recorded = Traces.succeeded(folder.resolve("state"), job);
      assertThat(recorded).as(told.toString()).hasSize(TASKS);
      assertThat(recorded.values()).as(told.toString()).allMatch(times -> times == 1);
      List<String> ran = Files.readAllLines(did);
      assertThat(new HashSet<>(ran)).as("tasks that left a trace").hasSize(TASKS);
      int again = ran.size() - TASKS;
      System.out.printf(
          "%s: %d rounds, killed %s: %,d tasks, each recorded once; %d ran again%n",
          kind, ROUNDS, crew.tally(), TASKS, again);
      assertThat(again)
          .as("runs beyond the first, after %s", told)
          .isLessThanOrEqualTo(crew.killedWorkers() * CORES);
    }
  }

  /**
   * A worker that is frozen loses its tasks to others within the configured time, and what it says
   * when it wakes up changes nothing.
   */
  @ParameterizedTest
  @EnumSource
  void aFrozenWorkerLosesItsTasksAndItsLateAnswerChangesNothing(SceneWay.Kind kind)
      throws Exception {
    Path did = Files.createFile(folder.resolve("did"));
    try (var scene = new PoolScene(kind.open(folder), folder, "silence: 6s\n");
        var crew = new Crew(scene, 2, 1)) {
      RawClient alice = scene.login("alice", "laptop");
      int job = scene.submit(alice, "sh -c 'echo $0 >> %s; sleep 1'".formatted(did), 12);
      Traces.awaitLines(did, 3);
      crew.signal(0, "STOP");
      scene.awaitCounts(alice, job, "0 queued, 0 running, 12 completed");
      Map<Integer, Integer> before = Traces.succeeded(folder.resolve("state"), job);
      crew.signal(0, "CONT");
      int next = scene.submit(alice, "true", 10);
      scene.awaitCounts(alice, next, "0 queued, 0 running, 10 completed");
      scene.awaitCounts(alice, job, "0 queued, 0 running, 12 completed");
      assertThat(before).hasSize(12);
      assertThat(Traces.succeeded(folder.resolve("state"), job)).isEqualTo(before);
    }
  }
}
