package io.windhover.app.pool;

import static io.windhover.wire.xmpp.Namespaces.KESTREL_JOB;
import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.wire.xmpp.Xml;
import io.windhover.wire.xmpp.testkit.RawClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A chat program that people use (Debian: profanity), in a terminal into which a script types. */
final class ProfanityIT {
  private static final Path SESSION =
      Path.of(System.getProperty("windhover.root", ".."), "docs/examples/profanity-session.py");

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PORT") // these speak XMPP
  void seesAJobInTheRosterAsksForTheStatusAndCancels(SceneWay.Kind kind) throws Exception {
    Path output = folder.resolve("session.out");
    try (var scene = new PoolScene(kind, folder)) {
      RawClient alice = scene.login("alice", "script");
      Xml job =
          PoolScene.wish("submit")
              .with("queue", 3)
              .with(Xml.text("command", KESTREL_JOB, "/runtask.sh"));
      scene.ask(alice, "set", "submit@" + PoolScene.DOMAIN, job);
      Process session =
          new ProcessBuilder(
                  "/usr/bin/python3",
                  SESSION.toString(),
                  "alice@localhost",
                  scene.server().account("alice").toString(),
                  Integer.toString(scene.server().c2sPort()),
                  PoolScene.DOMAIN,
                  "1",
                  folder.resolve("home").toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(session.waitFor(4, TimeUnit.MINUTES)).isTrue();
        assertThat(Files.readString(output))
            .contains("requested 3, queued 3, running 0, completed 0")
            .contains("said: 0 workers online")
            .endsWith("all well\n");
        assertThat(scene.counts(alice, 1)).isEqualTo("0 queued, 0 running, 3 completed");
      } finally {
        session.destroy();
      }
    }
  }
}
