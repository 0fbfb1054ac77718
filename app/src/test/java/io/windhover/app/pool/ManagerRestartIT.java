package io.windhover.app.pool;

import static io.windhover.app.pool.PoolScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_TASK;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.wire.AttemptRef;
import io.windhover.wire.Held;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.WorkerText;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A manager is killed and started again, with the same state or with another, while server and
 * worker go on; a worker loses what it was given while all of them do.
 */
final class ManagerRestartIT {
  @TempDir private static Path all;

  private static Map<SceneWay.Kind, PoolScene> scenes = Map.of();

  private Path folder;

  @BeforeAll
  static void pools() {
    scenes = PoolScene.onEachWay(all);
  }

  @AfterAll
  static void end() {
    scenes.values().forEach(PoolScene::close);
  }

  private static Stanza ping(PoolScene scene, RawClient worker, Held held) throws IOException {
    return scene.ask(worker, "get", "pool@" + DOMAIN, WorkerText.ping(held));
  }

  @ParameterizedTest
  @EnumSource
  void aWorkerThatHasLostItsTaskIsGivenItAgain(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    RawClient alice = scene.login("alice", "phone");
    RawClient worker = scene.join("worker-9", "vm1");
    int job = scene.submit(alice, "true", 1);
    Stanza order = worker.hearIqWith(KESTREL_TASK);
    worker.say(order.result());
    Held all = Held.of(List.of(new AttemptRef(job, 0, 1)));
    for (int i = 0; i < 3; i++) {
      assertThat(ping(scene, worker, all).type()).isEqualTo("result");
    }
    Held none = Held.of(List.of());
    assertThat(ping(scene, worker, none).type()).isEqualTo("result");
    assertThat(ping(scene, worker, none).condition()).isEqualTo("item-not-found");
    worker.say(PoolScene.joining("worker-9", "vm1"));
    Stanza again = worker.hearIqWith(KESTREL_TASK);
    assertThat(again.from()).isEqualTo(order.from());
    worker.say(again.result());

    scene.ask(alice, "set", "submit@" + DOMAIN, PoolScene.wish("cancel").with("id", job));
    worker.say(
        "<presence type='unavailable' to='pool@%s'><worker xmlns='windhover:worker' session='s'"
                .formatted(DOMAIN)
            + " leaving='true'/></presence>");
    scene.awaitCounts(alice, job, "0 queued, 0 running, 1 completed");
    scene.clientsLeave();
  }

  @ParameterizedTest
  @EnumSource
  void aWorkerThatStaysUpWhileTheStateIsReplacedRunsWhatTheNewOneSays(SceneWay.Kind kind)
      throws Exception {
    PoolScene scene = scenes.get(kind);
    folder = Files.createDirectory(scene.folder().resolve("replaced"));
    scene.replaceState();
    Process worker = scene.startWorker("worker-1", "vm7", 2);
    try {
      RawClient alice = scene.login("alice", "tablet");
      String ends = "sh -c 'echo $0 >> %s/ran' ".formatted(folder);
      assertThat(scene.submit(alice, ends, 2)).isEqualTo(1);
      scene.awaitCounts(alice, 1, "0 queued, 0 running, 2 completed");
      String stays = "sh -c 'echo $0 >> %s/stays; sleep 600' ".formatted(folder);
      assertThat(scene.submit(alice, stays, 1)).isEqualTo(2);
      Traces.awaitLines(folder.resolve("stays"), 1);

      scene.replaceState();
      alice = scene.login("alice", "again"); // At the port her connection ended with the manager.
      assertThat(scene.submit(alice, ends, 2)).as("the number of a job it did").isEqualTo(1);
      assertThat(scene.submit(alice, ends, 1)).as("of one that it runs").isEqualTo(2);
      scene.awaitCounts(alice, 1, "0 queued, 0 running, 2 completed");
      scene.awaitCounts(alice, 2, "0 queued, 0 running, 1 completed");
      assertThat(Files.readAllLines(folder.resolve("ran")))
          .as("each task of each state has left its trace")
          .containsExactlyInAnyOrder("0", "1", "0", "1", "0");
      assertThat(worker.isAlive()).isTrue();
    } finally {
      worker.destroyForcibly().waitFor();
      scene.clientsLeave();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theWorkerKeepsItsTasksAndReportsEachOnce(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    folder = scene.folder();
    Process worker = scene.startWorker("worker-1", "vm7", 2);
    try {
      RawClient alice = scene.login("alice", "laptop");
      Path script =
          Files.writeString(
              folder.resolve("run.sh"),
              """
              cd '%s'; echo $1 >> began
              while [ ! -e go$1 ]; do sleep 0.1; done
              echo $1 >> ended
              """
                  .formatted(folder));
      int job = scene.submit(alice, "sh " + script, 2);
      Traces.awaitLines(folder.resolve("began"), 2);

      // One ends while nobody is there to hear of it, the other afterwards.
      scene.manager().kill();
      Files.createFile(folder.resolve("go0"));
      Traces.awaitLines(folder.resolve("ended"), 1);
      scene.startManager();
      alice = scene.login("alice", "back");
      scene.awaitCounts(alice, job, "0 queued, 1 running, 1 completed");
      Files.createFile(folder.resolve("go1"));
      scene.awaitCounts(alice, job, "0 queued, 0 running, 2 completed");

      assertThat(Files.readAllLines(folder.resolve("began"))).hasSize(2);
      for (int task = 0; task < 2; task++) {
        String to = "job_%d@%s/%d".formatted(job, DOMAIN, task);
        String logs = scene.ask(alice, "get", to, PoolScene.asking("logs")).payload().get(0).text();
        JsonNode attempts = new JsonMapper().readTree(logs).get("attempts");
        assertThat(attempts).as(logs).hasSize(1);
        assertThat(List.of(attempts.get(0).get("outcome").asText())).containsExactly("succeeded");
      }
      assertThat(worker.isAlive()).isTrue();
    } finally {
      worker.destroyForcibly().waitFor();
    }
  }
}
