package io.windhover.app.pool;

import static io.windhover.app.pool.PoolScene.DOMAIN;
import static io.windhover.app.pool.PoolScene.STATUS;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.testkit.RawClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A flood of stanzas that cannot be meant, through a real server or at its port, to a real manager.
 */
final class HostileFloodIT {
  private static final int STANZAS = Boolean.getBoolean("windhover.long") ? 100_000 : 5_000;
  private static final int SENDERS = 8;
  private static final long SEED = Long.getLong("windhover.seed", 20261116);

  @TempDir private Path folder;

  private final AtomicLong answers = new AtomicLong();

  /** Half of them could be workers. */
  private RawClient sender(PoolScene scene, int number) throws IOException {
    RawClient sender = scene.login((number % 2 == 0 ? "mallory-" : "worker-") + number, "x");
    sender.listen(stanza -> answers.incrementAndGet());
    return sender;
  }

  @ParameterizedTest
  @EnumSource(names = {"PROSODY", "PORT"})
  void changesNothingAndTheManagerStillAnswers(SceneWay.Kind kind) throws Exception {
    try (var scene = new PoolScene(kind, folder)) {
      RawClient alice = scene.login("alice", "laptop");
      int job = scene.submit(alice, "true", 3);
      String before = seen(scene, alice, job);
      List<RawClient> senders = new ArrayList<>();
      for (int i = 0; i < SENDERS; i++) {
        senders.add(sender(scene, i));
      }
      var stanzas = new HostileStanzas(DOMAIN, SEED);
      for (int i = 0; i < STANZAS; i++) {
        try {
          senders.get(i % SENDERS).say(stanzas.next(null));
        } catch (IOException thrownOut) {
          senders.set(i % SENDERS, sender(scene, i % SENDERS));
        }
      }
      for (RawClient sender : senders) {
        scene.awaitServed(sender);
      }
      assertThat(answers.get()).isGreaterThan(STANZAS / 10);
      assertThat(seen(scene, alice, job)).isEqualTo(before);
      assertThat(scene.chat(alice, "pool@" + DOMAIN, "workers")).isEqualTo("0 workers");
      int next = scene.submit(alice, "true", 1);
      assertThat(next).as("jobs accepted meanwhile").isEqualTo(job + 1);
      scene.manager().end();
      // On the tests' class path a library complains at the start; the program's own has none.
      List<String> said = scene.said().lines().filter(line -> !line.startsWith("SLF4J")).toList();
      assertThat(said.stream().filter(line -> !line.matches("\\S+Z (info|warn) .*")))
          .as(scene.said())
          .hasSize(2);
      assertThat(said).as("lines of the log, whatever the flood").hasSizeLessThan(300);
    }
  }

  private static String seen(PoolScene scene, RawClient owner, int job) throws IOException {
    return scene.counts(owner, job) + scene.ask(owner, "get", "submit@" + DOMAIN, STATUS).payload();
  }
}
