package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.OldState;
import io.windhover.wire.xmpp.testkit.RawClient;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The state of a manager of an earlier build, killed then, under a manager of this one. */
final class OldPoolIT {
  /** Of the submission that became job 5, when the fixture was made. */
  private static final String DOMAIN = "manager.localhost"; // as its state knows it

  private static final int RUNNING = 5;

  @TempDir private Path folder;

  static List<String> forms() throws IOException {
    return OldState.forms();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void theManagerCarriesOn(String form) throws Exception {
    OldState.copy(OldState.of(form, "pool"), folder.resolve("state"));
    try (var scene =
        new PoolScene(ServerSceneWay.start(ServerKind.PROSODY, folder, DOMAIN), folder)) {
      RawClient user = scene.login("user", "laptop");
      assertThat(scene.counts(user, 1)).isEqualTo("0 queued, 0 running, 6 completed");
      assertThat(scene.counts(user, 2)).isEqualTo("0 queued, 0 running, 3 completed");
      assertThat(scene.counts(user, 4)).isEqualTo("0 queued, 0 running, 5 completed");
      assertThat(attempts(scene, user, 1, 4).get(0).toString()).contains("exit 3");
      assertThat(attempts(scene, user, 3, 2).get(0).toString()).contains("succeeded");

      // Both workers are known from then; they come back in new lives, so what they ran is lost.
      Process worker1 = scene.startWorker("worker-1", "worker-1", 1);
      Process worker2 = scene.startWorker("worker-2", "worker-2", 1);
      try {
        scene.awaitCounts(user, RUNNING, "0 queued, 0 running, 5 completed");
        for (int task = 0; task < 2; task++) {
          JsonNode attempts = attempts(scene, user, RUNNING, task);
          assertThat(attempts.toString()).contains("succeeded").contains("slow " + task);
        }
        int next = scene.submit(user, "true", 1);
        assertThat(next).isEqualTo(RUNNING + 1);
        scene.awaitCounts(user, next, "0 queued, 0 running, 1 completed");
      } finally {
        worker1.destroyForcibly().waitFor();
        worker2.destroyForcibly().waitFor();
      }
    }
  }

  private static JsonNode attempts(PoolScene scene, RawClient user, int job, int task)
      throws IOException {
    String to = "job_%d@%s/%d".formatted(job, DOMAIN, task);
    String logs = scene.ask(user, "get", to, PoolScene.asking("logs")).payload().get(0).text();
    return new JsonMapper().readTree(logs).get("attempts");
  }
}
