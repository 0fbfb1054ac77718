package io.windhover.app.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool that needs nothing but Java, its parts in processes of their own. */
final class PortPoolTest {
  @TempDir private Path folder;

  @Test
  void jobsAreDoneThroughThePortAlsoWhenTheManagerIsKilled() throws Exception {
    try (var pool = new PortPool(folder)) {
      pool.token("alice");
      Process manager = pool.startManager();
      pool.startWorker("worker-1");
      pool.startWorker("worker-2");
      pool.awaitSaid("worker-1.out", "worker ready");
      pool.awaitSaid("worker-2.out", "worker ready");
      Path ran = folder.resolve("ran");
      pool.write(
          "job.yaml",
          """
          name: sweep
          tasks:
            - {name: point, count: 40, command: "echo {index} >> %s; sleep 0.2"}
          """
              .formatted(ran));
      assertThat(pool.alice("submit", "-q", "job.yaml").said().strip()).isEqualTo("1");
      PortPool.Ended workers = pool.alice("workers");
      assertThat(workers.said()).contains("worker-1@pool/worker-1", "worker-2@pool/worker-2");

      manager.destroyForcibly().waitFor();
      pool.startManager();
      PortPool.Ended watched = pool.alice("watch", "1");
      assertThat(watched.exit()).as(watched.said()).isZero();
      List<String> lines = Files.readAllLines(ran);
      assertThat(lines).as("each once, whatever happened").doesNotHaveDuplicates().hasSize(40);

      PortPool.Ended revoked = pool.run("token", "revoke", "worker-2@pool");
      assertThat(revoked.said()).contains("of worker-2@pool");
      pool.awaitSaid("worker-2.out", "wrong token");
      assertThat(pool.run("token", "list").said())
          .contains("alice@pool")
          .doesNotContain("worker-2");
      assertThat(pool.run("token", "revoke", "worker-2@pool").exit()).isEqualTo(2);
      assertThat(pool.alice("status", "1").said()).contains("sweep");
    }
  }

  @Test
  void twoWorkersOfOneNameDoNotThrowEachOtherOutForEver() throws Exception {
    try (var pool = new PortPool(folder)) {
      pool.token("alice");
      pool.startManager();
      Process first = pool.startWorker("worker-1");
      pool.awaitSaid("worker-1.out", "worker ready");
      String settings = Files.readString(folder.resolve("worker-1.yaml"));
      Process second = pool.startWorker("clone", settings.replace("dir: worker-1", "dir: clone"));
      pool.awaitSaid("clone.out", "worker ready");
      assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(first.exitValue()).isEqualTo(6);
      assertThat(pool.said("worker-1.out"))
          .contains("another worker of the same account goes by the name worker-1", "--name");
      assertThat(second.isAlive()).isTrue();
      assertThat(pool.alice("workers").said()).contains("worker-1@pool/worker-1");
    }
  }

  @Test
  void aTokenIsKnownByItsHashAndRevokedForGood() throws Exception {
    var book = new TokenBook(folder);
    TokenBook.Made first = book.make("alice@pool", Instant.EPOCH);
    TokenBook.Made second = book.make("bob@pool", Instant.EPOCH);
    assertThat(Files.readString(folder.resolve("tokens")))
        .contains("alice@pool", first.entry().id())
        .doesNotContain(first.token(), first.token().substring(12));
    var manager = new TokenBook(folder);
    assertThat(manager.find(first.token()).orElseThrow().account()).isEqualTo("alice@pool");
    for (String wrong :
        List.of(
            "",
            ".",
            "x",
            first.entry().id() + ".x",
            second.entry().id() + first.token().substring(10))) {
      assertThat(manager.find(wrong)).as(wrong).isEmpty();
    }
    assertThat(book.revoke(first.entry().id())).hasSize(1);
    assertThat(manager.find(first.token())).isEmpty();
    assertThat(manager.find(second.token())).isPresent();
    assertThat(first.toString()).doesNotContain(first.token());
  }
}
