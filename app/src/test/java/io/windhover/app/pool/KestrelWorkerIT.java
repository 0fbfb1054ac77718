package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Workers made of a library that nobody here wrote (Debian: python3-slixmpp), which know no more
 * than Kestrel's paper: mutual subscription, one task at a time, no attempts, no session.
 */
final class KestrelWorkerIT {
  private static final Path WORKER =
      Path.of(System.getProperty("windhover.root", ".."), "docs/examples/kestrel-worker.py");

  @TempDir private Path folder;

  private Process worker(PoolScene scene, String user) throws IOException {
    return new ProcessBuilder(
            "/usr/bin/python3",
            WORKER.toString(),
            user + "@localhost/vm",
            scene.server().account(user).toString(),
            "127.0.0.1",
            Integer.toString(scene.server().c2sPort()),
            scene.server().certificate().toString(),
            PoolScene.DOMAIN,
            "Linux",
            "Python3")
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(user + ".out").toFile())
        .start();
  }

  private List<String> did() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(folder.resolve("did")));
    lines.sort(null);
    return lines;
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PORT") // these speak XMPP
  void theyRunTasksAndWhatOneLeavesBehindGoesToAnother(SceneWay.Kind kind) throws Exception {
    List<Process> workers = new ArrayList<>();
    try (var scene = new PoolScene(kind, folder)) {
      RawClient alice = scene.login("alice", "laptop");
      workers.add(worker(scene, "worker-1"));
      workers.add(worker(scene, "worker-2"));
      Path script =
          Files.writeString(
              folder.resolve("run.sh"), "cd '%s' && echo $1 >> did\n".formatted(folder));
      int job = scene.submit(alice, "sh " + script, 12);
      scene.awaitCounts(alice, job, "0 queued, 0 running, 12 completed");
      assertThat(did())
          .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");

      Path waits =
          Files.writeString(
              folder.resolve("wait.sh"),
              "cd '%s'; while [ ! -e go ]; do sleep 0.1; done\n".formatted(folder));
      int held = scene.submit(alice, "sh " + waits, 2);
      scene.awaitCounts(alice, held, "0 queued, 2 running, 0 completed");
      Process victim = workers.get(0);
      victim.destroyForcibly().waitFor();
      scene.awaitCounts(alice, held, "1 queued, 1 running, 0 completed");
      Files.createFile(folder.resolve("go"));
      scene.awaitCounts(alice, held, "0 queued, 0 running, 2 completed");

      workers.get(1).destroy();
      assertThat(workers.get(1).waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(folder.resolve("worker-2.out"))).endsWith("told to stop\n");
    } finally {
      workers.forEach(Process::destroyForcibly);
    }
  }

  /** Each task was ordered four times from workers that were cleaning up, and refused. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PORT") // these speak XMPP
  void whoShowsThatItIsBusyIsGivenNothing(SceneWay.Kind kind) throws Exception {
    List<Process> workers = new ArrayList<>();
    try (var scene = new PoolScene(kind, folder)) {
      RawClient alice = scene.login("alice", "laptop");
      workers.add(worker(scene, "worker-1"));
      workers.add(worker(scene, "worker-2"));
      int job = scene.submit(alice, "true", "sleep 1", 8);
      scene.awaitCounts(alice, job, "0 queued, 0 running, 8 completed");
      List<String> said = new ArrayList<>();
      for (String worker : List.of("worker-1", "worker-2")) {
        said.addAll(Files.readAllLines(folder.resolve(worker + ".out")));
      }
      assertThat(said).filteredOn(line -> line.startsWith("runs")).hasSize(8);
      assertThat(said).noneMatch(line -> line.startsWith("refuses"));
    } finally {
      workers.forEach(Process::destroyForcibly);
    }
  }
}
