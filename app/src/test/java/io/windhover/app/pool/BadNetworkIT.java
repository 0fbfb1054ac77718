package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.testkit.BadWire;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A real worker reaches a real manager's port over a network that is away for a while, or through a
 * proxy that cuts or keeps what it should pass on. On XMPP the servers have their own ways with bad
 * networks. The stories mostly wait, so they go side by side.
 */
@Execution(ExecutionMode.CONCURRENT)
final class BadNetworkIT {
  private static final boolean LONG = Boolean.getBoolean("windhover.long");
  private static final long SEED = Long.getLong("windhover.seed", 20261118);
  private static final int TASKS = 300;
  private static final int CORES = 2;
  private static final int MINUTES_MAX = 6;

  /** Of a proxy that cuts every connection when it is so old. */
  private static final long CUT_SECONDS = 30;

  private static final int TASKS_OF_A_CUTTER = LONG ? 6_000 : TASKS;

  @TempDir private Path folder;

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

  @AfterEach
  void stopTheClock() {
    clock.shutdownNow();
  }

  /** What happens to the wire while tasks run. */
  private interface Happening {
    void on(BadWire wire, Path did) throws Exception;
  }

  private Path did() throws IOException {
    return Files.createFile(folder.resolve("did"));
  }

  private static int submit(PoolScene scene, RawClient alice, Path did, int tasks)
      throws IOException {
    return scene.submit(alice, "sh -c 'echo $0 >> %s; sleep 0.03'".formatted(did), tasks);
  }

  private static void awaitAll(PoolScene scene, RawClient alice, int job, int tasks)
      throws Exception {
    String all = "0 queued, 0 running, %d completed".formatted(tasks);
    scene.awaitCounts(alice, job, all, MINUTES_MAX);
  }

  private void assertRecordedOnce(int job, int tasks) {
    assertThat(Traces.succeeded(folder.resolve("state"), job))
        .hasSize(tasks)
        .allSatisfy((task, times) -> assertThat(times).isOne());
  }

  /** Whatever happens, each task runs once and is recorded once. */
  private void nothingIsLost(int tasks, Happening happening) throws Exception {
    var way = new PortSceneWay(folder);
    Path did = did();
    try (var scene = new PoolScene(way, folder);
        var wire = new BadWire(way.port())) {
      RawClient alice = scene.login("alice", "laptop");
      int job = submit(scene, alice, did, tasks);
      Process worker = scene.startWorkerAt(way.reach("worker-1", wire.port()), "vm1", CORES);
      try {
        Traces.awaitLines(did, 1);
        happening.on(wire, did);
        awaitAll(scene, alice, job, tasks);
      } finally {
        worker.destroyForcibly().waitFor();
      }
      assertRecordedOnce(job, tasks);
      assertThat(Files.readAllLines(did))
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, tasks).mapToObj(Integer::toString).toList());
    }
  }

  static List<Integer> cuts() {
    return LONG ? List.of(8, 40) : List.of(8);
  }

  /** Eight seconds are borne by the connection, forty by neither of its ends. */
  @ParameterizedTest
  @MethodSource("cuts")
  void aNetworkThatIsAwayCostsTimeAndNothingElse(int seconds) throws Exception {
    nothingIsLost(
        TASKS,
        (wire, did) -> {
          Traces.awaitLines(did, TASKS / 4);
          wire.hold();
          TimeUnit.SECONDS.sleep(seconds); // The time is the story.
          wire.release();
        });
  }

  @Test
  void aProxyThatCutsEveryConnectionAgainAndAgainLosesNothing() throws Exception {
    nothingIsLost(
        TASKS_OF_A_CUTTER,
        (wire, did) -> {
          if (LONG) {
            var unused =
                clock.scheduleAtFixedRate(wire::cut, CUT_SECONDS, CUT_SECONDS, TimeUnit.SECONDS);
            return;
          }
          // Brief connections make the pauses between them longer; three show as much as many.
          for (int part = 1; part <= 3; part++) {
            Traces.awaitLines(did, part * TASKS / 4);
            wire.cut();
          }
        });
  }

  @Test
  void aProxyThatKeepsWhatItIsToldForSecondsLosesNothing() throws Exception {
    nothingIsLost(
        TASKS,
        (wire, did) -> clock.execute(() -> holdNowAndThen(wire, new SplittableRandom(SEED))));
  }

  /** Keeps all that is said for one to three seconds, then passes it on for a moment. */
  private static void holdNowAndThen(BadWire wire, SplittableRandom chance) {
    try {
      while (true) {
        wire.hold();
        TimeUnit.MILLISECONDS.sleep(1_000 + chance.nextInt(2_000));
        wire.release();
        TimeUnit.MILLISECONDS.sleep(100);
      }
    } catch (InterruptedException over) {
      wire.release();
    }
  }

  @Test
  void whatAWorkerSaysThatWasAwayForTooLongChangesNothing() throws Exception {
    var way = new PortSceneWay(folder);
    Path did = did();
    try (var scene = new PoolScene(way, folder, "silence: 3s\n");
        var wire = new BadWire(way.port())) {
      RawClient alice = scene.login("alice", "laptop");
      int job = submit(scene, alice, did, TASKS);
      Process away = scene.startWorkerAt(way.reach("worker-1", wire.port()), "vm1", CORES);
      Traces.awaitLines(did, TASKS / 4);
      wire.hold();
      scene.manager().awaitSaid("gone: silent for 3 s");
      Process other = scene.startWorker("worker-2", "vm2", CORES);
      try {
        awaitAll(scene, alice, job, TASKS);
        wire.release();
        int next = submit(scene, alice, did, 10);
        awaitAll(scene, alice, next, 10);
      } finally {
        away.destroyForcibly().waitFor();
        other.destroyForcibly().waitFor();
      }
      assertRecordedOnce(job, TASKS);
    }
  }
}
