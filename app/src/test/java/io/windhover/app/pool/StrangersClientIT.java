package io.windhover.app.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A manager before real servers, and a client made of a library that nobody here wrote (Debian:
 * python3-slixmpp), which submits, asks, watches and cancels as Kestrel's paper has it.
 */
final class StrangersClientIT {
  private static final Path CLIENT =
      Path.of(System.getProperty("windhover.root", ".."), "docs/examples/chat-client.py");

  @TempDir private Path folder;

  private String talk(PrivateServer server, String user) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "client", ".out");
    Process client =
        new ProcessBuilder(
                "/usr/bin/python3",
                CLIENT.toString(),
                user + "@localhost",
                server.account(user).toString(),
                "127.0.0.1",
                Integer.toString(server.c2sPort()),
                server.certificate().toString(),
                SceneWay.DOMAIN)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(client.waitFor(150, TimeUnit.SECONDS)).isTrue();
    } finally {
      client.destroyForcibly();
    }
    return Files.readString(output);
  }

  @ParameterizedTest
  @EnumSource(ServerKind.class)
  void aStrangersClientSubmitsWatchesAndCancels(ServerKind kind) throws Exception {
    try (PrivateServer server =
        PrivateServer.prepare(kind, folder.resolve("server"), SceneWay.DOMAIN)) {
      server.start();
      String secret = Files.readString(server.secretFile()).strip();
      try (var manager =
          ManagerProcess.start(new ServerSceneWay(server, SceneWay.DOMAIN), folder, "state")) {
        manager.awaitSaid("manager ready");
        assertThat(talk(server, "alice")).contains("submitted 1\n").endsWith("all well\n");
        manager.kill();
      }
      try (var manager =
          ManagerProcess.start(
              new ServerSceneWay(server, SceneWay.DOMAIN), folder, "state", "settling: 100ms")) {
        manager.awaitSaid("1 job");
        othersGiveWay(server);
        assertThat(talk(server, "bob")).contains("submitted 2\n").endsWith("all well\n");
        assertThat(manager.end()).isZero();
        assertThat(manager.said()).contains("manager stopping").doesNotContain(secret);
      }
    }
  }

  /** One on the same state, and one on the same domain; the first has settled in the meantime. */
  private void othersGiveWay(PrivateServer server) throws IOException, InterruptedException {
    try (var same =
        ManagerProcess.start(new ServerSceneWay(server, SceneWay.DOMAIN), folder, "state")) {
      assertThat(same.awaitEnd()).as(same.said()).isEqualTo(6);
      assertThat(same.said()).contains("in use by process");
    }
    try (var second =
        ManagerProcess.start(
            new ServerSceneWay(server, SceneWay.DOMAIN), folder, "other", "settling: 5s")) {
      assertThat(second.awaitEnd()).as(second.said()).isEqualTo(6);
      assertThat(second.said()).contains("another manager is on " + SceneWay.DOMAIN);
    }
  }
}
