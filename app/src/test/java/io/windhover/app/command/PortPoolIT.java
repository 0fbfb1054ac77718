package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.command.Program.Ended;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

/** The stories of a pool without an XMPP server, and those of its port, certificate and tokens. */
final class PortPoolIT extends PoolStories {
  PortPoolIT() {
    super("port");
  }

  @Test
  void programsAreToldHowToGetIn() throws Exception {
    JsonNode up = pool().up();
    assertThat(up.get("http").asText()).matches("https://127\\.0\\.0\\.1:[0-9]+");
    assertThat(Path.of(up.get("certificate").asText()))
        .content()
        .startsWith("-----BEGIN CERTIFICATE-----");
    assertThat(pool().run("status", "pool").exit()).isZero();
    assertThat(Path.of(pool().dir(), "config.yaml"))
        .content()
        .contains(up.get("http").asText())
        .contains(up.get("fingerprint").asText())
        .contains(up.get("tokenFile").asText());
  }

  @Test
  void aTokenThatIsGoneIsMadeAnewAndTheOthersStay() throws Exception {
    String gone = token("worker-1");
    String kept = token("worker-2");
    String revoked = token("user");
    Files.delete(tokenFile("worker-1"));
    Ended ended =
        pool()
            .program
            .run(
                "token",
                "revoke",
                "user@pool",
                "--dir",
                Path.of(pool().dir(), "manager").toString());
    assertThat(ended.exit()).as(ended.err()).isZero();

    pool().up();

    assertThat(token("worker-1")).isNotEqualTo(gone);
    assertThat(token("worker-2")).isEqualTo(kept);
    assertThat(token("user")).isNotEqualTo(revoked);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokenFile("worker-1"))))
        .isEqualTo("rw-------");
    pool().awaitOnline(2);
  }

  private Path tokenFile(String name) {
    return Path.of(pool().dir(), "tokens", name);
  }

  private String token(String name) throws Exception {
    return Files.readString(tokenFile(name));
  }

  @Test
  void aPortThatAnotherProgramHasTakenIsNamedWithWhatToDo() throws Exception {
    PoolStage pool = pool();
    int port = port(pool.up());
    Path file = Path.of(pool.dir(), "port");
    down();
    try (var squatter = new ServerSocket()) {
      squatter.setReuseAddress(true);
      squatter.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      Ended ended = pool.program.run("pool", "up", "--dir", pool.dir(), "--detach");
      assertThat(ended.exit()).isEqualTo(6);
      assertThat(ended.err().lines()).hasSize(1);
      assertThat(ended.err())
          .contains("another program has port " + port + " of 127.0.0.1")
          .contains("remove " + file);
      Files.delete(file);
      assertThat(port(pool.up())).isNotEqualTo(port);
      pool.awaitOnline(2);
    }
  }

  private static int port(JsonNode up) {
    return URI.create(up.get("http").asText()).getPort();
  }
}
