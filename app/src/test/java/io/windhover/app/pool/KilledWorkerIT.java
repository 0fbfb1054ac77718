package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker is killed again and again while it runs brief tasks, and started in its folder. */
final class KilledWorkerIT {
  private static final int CORES = 2;
  private static final int KILLS = 10;
  private static final int TASKS_A_LIFE = 40;
  private static final int TASKS = 500;
  private static final long STILL_MILLIS = 1_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(names = {"PROSODY", "PORT"})
  void noTaskRunsTwiceButThoseThatRanWhenTheirWorkerWasKilled(SceneWay.Kind kind) throws Exception {
    try (var scene = new PoolScene(kind, folder)) {
      RawClient alice = scene.login("alice", "laptop");
      Path trace = Files.createFile(folder.resolve("ran"));
      int job = scene.submit(alice, "sh -c 'echo $0 >> %s'".formatted(trace), TASKS);
      for (int kill = 0; kill < KILLS; kill++) {
        int before = Files.readAllLines(trace).size();
        Process worker = scene.startWorker("worker-1", "vm7", CORES);
        Traces.awaitLines(trace, before + TASKS_A_LIFE);
        worker.destroyForcibly().waitFor();
      }
      Process worker = scene.startWorker("worker-1", "vm7", CORES);
      scene.awaitCounts(alice, job, "0 queued, 0 running, %d completed".formatted(TASKS));
      worker.destroy();
      worker.waitFor();

      List<String> ran = Files.readAllLines(trace);
      assertThat(new HashSet<>(ran)).as("tasks that left a trace").hasSize(TASKS);
      int twice = ran.size() - TASKS;
      System.out.printf("%d tasks of %d ran twice after %d kills%n", twice, TASKS, KILLS);
      assertThat(twice).as("tasks that ran twice").isLessThanOrEqualTo(KILLS * CORES);
      scene.manager().kill();
      assertThat(Traces.succeeded(folder.resolve("state"), job))
          .hasSize(TASKS)
          .allSatisfy((task, times) -> assertThat(times).isOne());
    }
  }

  /** Its reports went nowhere; all that it was given has ended when it is killed. */
  @ParameterizedTest
  @EnumSource(names = {"PROSODY", "PORT"})
  void whatEndedWhileNobodyListenedIsReportedByTheNextWorkerAndNotRunAgain(SceneWay.Kind kind)
      throws Exception {
    try (var scene = new PoolScene(kind, folder)) {
      RawClient alice = scene.login("alice", "laptop");
      Path trace = Files.createFile(folder.resolve("ran"));
      int job = scene.submit(alice, "sh -c 'echo $0 >> %s'".formatted(trace), TASKS);
      Process worker = scene.startWorker("worker-1", "vm7", CORES);
      Traces.awaitLines(trace, TASKS_A_LIFE);
      scene.manager().kill();
      awaitStillness(trace);
      worker.destroyForcibly().waitFor();
      scene.startManager();
      alice = scene.login("alice", "back"); // At the port her connection ended with the manager.
      worker = scene.startWorker("worker-1", "vm7", CORES);
      scene.awaitCounts(alice, job, "0 queued, 0 running, %d completed".formatted(TASKS));
      worker.destroy();
      worker.waitFor();
      assertThat(Files.readAllLines(trace)).hasSize(TASKS).doesNotHaveDuplicates();
      scene.manager().kill();
      assertThat(Traces.succeeded(folder.resolve("state"), job))
          .hasSize(TASKS)
          .allSatisfy((task, times) -> assertThat(times).isOne());
    }
  }

  /** Waits until the worker has done all that it was given. */
  private static void awaitStillness(Path trace) throws IOException, InterruptedException {
    int before = -1;
    for (int lines = 0; lines != before; lines = Files.readAllLines(trace).size()) {
      before = lines;
      Thread.sleep(STILL_MILLIS); // Nobody tells when a worker without a manager has nothing left.
    }
  }
}
