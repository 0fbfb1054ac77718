package io.windhover.app.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.xmpp.server.PrivateServer;
import io.windhover.xmpp.server.ServerKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One manager before an XMPP server and at its own port, with a worker on either side. */
final class BothWiresTest {
  private static final String DOMAIN = "manager.localhost";

  @TempDir private Path folder;

  @Test
  void workersOnEitherSideShareTheWork() throws Exception {
    var server = PrivateServer.prepare(ServerKind.PROSODY, folder.resolve("server"), DOMAIN);
    server.start();
    String settings =
        """
        domain: %s
        server: localhost:%d
        secretFile: %s
        settling: 0s
        workers: ["worker*@localhost", "worker*@pool"]
        users: ["alice@pool"]
        """
            .formatted(DOMAIN, server.componentPort(), server.secretFile());
    try (server;
        var pool = new PortPool(folder, settings)) {
      pool.token("alice");
      pool.startManager();
      pool.startWorker("worker-1");
      pool.startWorker(
          "worker-2",
          """
          server: 127.0.0.1:%d
          user: worker-2@localhost
          passwordFile: %s
          manager: %s
          name: far
          dir: worker-2
          cores: 2
          """
              .formatted(server.c2sPort(), server.account("worker-2"), DOMAIN));
      pool.awaitSaid("worker-1.out", "worker ready");
      pool.awaitSaid("worker-2.out", "worker ready");
      assertThat(pool.alice("workers").said())
          .contains("worker-1@pool/worker-1", "worker-2@localhost/far");
      Path ran = folder.resolve("ran");
      pool.write(
          "job.yaml",
          "tasks: [{name: t, count: 16, command: 'pwd >> %s; sleep 0.3'}]".formatted(ran));
      assertThat(pool.alice("submit", "-q", "job.yaml").said().strip()).isEqualTo("1");
      assertThat(pool.alice("watch", "1").exit()).isZero();
      String logs = pool.alice("tasks", "--json", "1").said();
      assertThat(logs).contains("worker-1@pool/worker-1").contains("worker-2@localhost/far");
      assertThat(pool.alice("drain", "worker-2@localhost/far").said()).contains("nothing new");
      assertThat(pool.alice("drain", "worker-1").said()).contains("worker-1@pool/worker-1");
    }
  }
}
