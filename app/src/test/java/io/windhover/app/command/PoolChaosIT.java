package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.store.SqliteStore;
import io.windhover.store.Store.Result;
import io.windhover.store.StoreView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * kill -9 of server, manager and workers at random moments and in any order. Whatever watches over
 * services on a real machine starts the dead again; here {@code pool up} does. The stories mostly
 * wait, each for a pool of its own, so they go side by side.
 */
@Execution(ExecutionMode.CONCURRENT)
final class PoolChaosIT {
  private static final long SEED = Long.getLong("windhover.seed", 20261116);
  private static final int ROUNDS = Boolean.getBoolean("windhover.long") ? 50 : 5;
  private static final int WORKERS = 3;
  private static final int TASKS = 60 * ROUNDS;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"port", "prosody", "ejabberd"})
  void everyTaskIsRecordedOnceWhoeverDies(String server) throws Exception {
    var random = new Random(SEED);
    List<String> told = new ArrayList<>();
    try (var pool = new PoolStage(folder, server, WORKERS)) {
      int job =
          pool.submit(
              """
              name: chaos
              tasks:
                - {name: t, count: %d, command: 'sleep 0.3; echo {index} >> %s/did'}
              """
                  .formatted(TASKS, folder));
      for (int round = 0; round < ROUNDS; round++) {
        Thread.sleep(random.nextInt(2_500) + 300); // When, is what the seed decides.
        int victims = 1 + random.nextInt(3);
        for (int i = 0; i < victims; i++) {
          told.add(kill(pool, random));
        }
        pool.up();
      }
      var watch = pool.start("watch", Integer.toString(job)).await(2 + ROUNDS / 2);
      assertThat(watch.exit()).as(told.toString()).isZero();
      JsonNode status = pool.status(job);
      assertThat(status.get("succeeded").asInt()).as(told.toString()).isEqualTo(TASKS);
    }
    Map<Integer, Integer> recorded = recorded();
    assertThat(recorded).as(told.toString()).hasSize(TASKS);
    assertThat(recorded.values()).as(told.toString()).allMatch(times -> times == 1);
    assertThat(runs(Files.readAllLines(folder.resolve("did")))).hasSize(TASKS);
  }

  private static String kill(PoolStage pool, Random random) throws Exception {
    int who = random.nextInt(3);
    List<Long> workers = pool.workerPids();
    long pid =
        who == 0
            ? pool.serverPid()
            : who == 1 ? pool.managerPid() : workers.get(random.nextInt(workers.size()));
    PoolStage.signal(pid, "KILL");
    return List.of("server", "manager", "worker").get(who) + " " + pid;
  }

  /**
   * A worker that is frozen loses its tasks to others within the configured time, and what it says
   * when it wakes up changes nothing.
   */
  @ParameterizedTest
  @ValueSource(strings = {"port", "prosody", "ejabberd"})
  void aFrozenWorkerLosesItsTasksAndItsLateAnswerChangesNothing(String server) throws Exception {
    try (var pool = new PoolStage(folder, server, 2)) {
      int job =
          pool.submit(
              """
              name: frost
              tasks:
                - {name: t, count: 12, command: 'echo {index} >> %s/did; sleep 1'}
              """
                  .formatted(folder));
      pool.program.awaitLines("did", 3);
      long frozen = pool.workerPids().get(0);
      PoolStage.signal(frozen, "STOP");
      assertThat(pool.run("watch", Integer.toString(job)).exit()).isZero();
      Map<Integer, Integer> before = recorded();
      PoolStage.signal(frozen, "CONT");
      int next = pool.submit("tasks: [{name: after, count: 10, command: 'true'}]\n");
      assertThat(pool.run("watch", Integer.toString(next)).exit()).isZero();
      assertThat(pool.status(job).get("succeeded").asInt()).isEqualTo(12);
      assertThat(before).hasSize(12);
      assertThat(recorded(job)).isEqualTo(before);
    }
  }

  private Map<Integer, Integer> recorded() throws IOException {
    return recorded(1);
  }

  private Map<Integer, Integer> recorded(int job) throws IOException {
    Map<Integer, Integer> times = new TreeMap<>();
    try (StoreView view = SqliteStore.openForReading(database())) {
      view.results(
          result -> {
            if (result.job() == job && result.outcome().equals(Result.SUCCEEDED)) {
              times.merge(result.task(), 1, Integer::sum);
            }
          });
    }
    return times;
  }

  private Path database() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("pool"))) {
      return files
          .filter(file -> file.endsWith("windhover.db"))
          .filter(file -> file.toString().contains("manager"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static Map<String, Integer> runs(List<String> lines) {
    Map<String, Integer> runs = new TreeMap<>();
    lines.forEach(line -> runs.merge(line, 1, Integer::sum));
    return runs;
  }
}
