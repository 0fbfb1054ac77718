package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolCommandTest {
  @TempDir private Path folder;

  @Test
  void badInputChangesNothing() {
    Path dir = folder.resolve("pool");
    assertBad(
        "--workers -1: expected 0 to 10000",
        "pool",
        "up",
        "--workers",
        "-1",
        "--dir",
        dir.toString());
    assertBad(
        "--server openfire: expected port, prosody or ejabberd",
        "pool",
        "up",
        "--server",
        "openfire",
        "--dir",
        dir.toString());
    assertBad("expected up or down", "pool");
    assertBad(dir + " holds no pool", "pool", "down", "--dir", dir.toString());
    assertThat(Files.exists(dir)).isFalse();
  }

  @Test
  void aPoolKeepsItsServer() {
    PrivateServer.prepare(ServerKind.PROSODY, folder.resolve("server"), "manager.localhost");
    assertBad(
        "the pool in " + folder + " has prosody",
        "pool",
        "up",
        "--server",
        "ejabberd",
        "--dir",
        folder.toString());
  }

  @Test
  void aPoolAtItsManagersPortStaysThere() throws IOException {
    Files.writeString(folder.resolve("port"), "20001\n");
    for (String other : new String[] {"prosody", "ejabberd"}) {
      assertBad(
          "--server %s: the pool in %s has its manager's own port; use another --dir"
              .formatted(other, folder),
          "pool",
          "up",
          "--server",
          other,
          "--dir",
          folder.toString());
    }
    Typed down = Typed.here("pool", "down", "--dir", folder.toString());
    assertThat(down.exit()).isZero();
    assertThat(down.out()).isEqualTo("nothing was running in " + folder + "\n");
  }

  @Test
  void aPoolAtAServerIsNotMovedToAPort() {
    PrivateServer.prepare(ServerKind.PROSODY, folder.resolve("server"), "manager.localhost");
    assertBad(
        "--server port: the pool in " + folder + " has prosody; use another --dir",
        "pool",
        "up",
        "--server",
        "port",
        "--dir",
        folder.toString());
  }

  @Test
  void downOfWhatDoesNotRunIsDone() {
    PrivateServer.prepare(ServerKind.PROSODY, folder.resolve("server"), "manager.localhost");
    Typed typed = Typed.here("pool", "down", "--dir", folder.toString());
    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).isEqualTo("nothing was running in " + folder + "\n");
  }

  @Test
  void aFolderThatCannotBeMadeIsNamedWithTheReason() throws IOException {
    assertBad(
        "--dir: /proc/pool cannot be made: no such folder", "pool", "up", "--dir", "/proc/pool");
    Path file = Files.writeString(folder.resolve("file"), "");
    assertBad(
        "--dir: " + file + " cannot be made: there is a file of this name",
        "pool",
        "up",
        "--dir",
        file.toString());
    assertBad(
        "--dir: " + file.resolve("pool") + " cannot be made: ",
        "pool",
        "up",
        "--dir",
        file.resolve("pool").toString());
  }

  @Test
  void downTellsProgramsWhatWasStopped() {
    PrivateServer.prepare(ServerKind.PROSODY, folder.resolve("server"), "manager.localhost");
    Typed typed = Typed.here("pool", "down", "--json", "--dir", folder.toString());
    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).isEqualTo("{\"dir\":\"" + folder + "\",\"stopped\":[]}\n");
  }

  private static void assertBad(String message, String... args) {
    Typed typed = Typed.here(args);
    assertThat(typed.exit()).as(typed.err()).isEqualTo(2);
    assertThat(typed.err()).contains(message);
    assertThat(typed.err().lines()).hasSize(1);
  }
}
