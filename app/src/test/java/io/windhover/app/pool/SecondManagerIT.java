package io.windhover.app.pool;

import static io.windhover.app.pool.PoolScene.DOMAIN;
import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.store.SqliteStore;
import io.windhover.store.StoreView;
import io.windhover.wire.xmpp.Jid;
import io.windhover.wire.xmpp.Stanza;
import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A second manager, with a state of its own, is started on the domain of one that works, while
 * people submit jobs. One server shares out what is sent to the domain, the other throws out the
 * first: in neither case does the second get a job. A port is had by one process alone, so that
 * there is nothing to settle there.
 */
final class SecondManagerIT {
  private static final int SUBMISSIONS_MAX = 2_000;
  private static final long PAUSE_MILLIS = 30;

  @TempDir private static Path all;

  private static Map<SceneWay.Kind, PoolScene> scenes = Map.of();

  @BeforeAll
  static void pools() {
    scenes = PoolScene.onEach(all, SceneWay.Kind.PROSODY, SceneWay.Kind.EJABBERD);
  }

  @AfterAll
  static void end() {
    scenes.values().forEach(PoolScene::close);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PORT")
  void theSecondGetsNoJobAndEnds(SceneWay.Kind kind) throws Exception {
    PoolScene scene = scenes.get(kind);
    try (var second = ManagerProcess.start(scene.way(), scene.folder(), "second", "settling: 5s")) {
      int accepted = submitUntilEnded(scene, second);
      assertThat(second.awaitEnd()).as(second.said()).isEqualTo(6);
      assertThat(second.said()).contains("this one gives way").doesNotContain("manager ready");
      assertThat(jobs(scene, "second")).as("jobs that the second took").isZero();
      assertThat(accepted).isPositive();
      assertThat(jobs(scene, "state")).isGreaterThanOrEqualTo(accepted);
    }
    RawClient alice = scene.login("alice", "after");
    assertThat(scene.submit(alice, "true", 1)).as("the first goes on").isPositive();
  }

  /** Submits jobs without waiting for answers; answers how many were accepted. */
  private static int submitUntilEnded(PoolScene scene, ManagerProcess second)
      throws IOException, InterruptedException {
    RawClient alice = scene.login("alice", "laptop");
    var accepted = new AtomicInteger();
    alice.listen(
        stanza -> {
          if (stanza.isIq("result")) {
            accepted.incrementAndGet();
          }
        });
    for (int i = 0; i < SUBMISSIONS_MAX && second.isAlive(); i++) {
      Xml job =
          PoolScene.wish("submit")
              .with("roster", "false")
              .with(Xml.text("command", KESTREL_JOB, "true"));
      alice.say(Stanza.iq("set", "job" + i, null, Jid.of("submit@" + DOMAIN), job));
      Thread.sleep(PAUSE_MILLIS);
    }
    return accepted.get();
  }

  private static long jobs(PoolScene scene, String state) {
    try (StoreView view =
        SqliteStore.openForReading(scene.folder().resolve(state).resolve("windhover.db"))) {
      var count = new long[1];
      view.entriesAfter(
          0,
          entry -> {
            for (int at = 0; (at = entry.batch().indexOf("\"submitted\"", at)) >= 0; at++) {
              count[0]++;
            }
          });
      return count[0];
    }
  }
}
