package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.http.Served.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred clients fight for ten hosts; the journal, replayed apart, must never promise twice. */
final class ManyClientsTest {
  private static final int CLIENTS = 100;
  private static final int ROUNDS = 15;

  /**
   * Between a client's wish and its word the others pass some seconds. With two, at times hardly
   * any wish was confirmed before it lapsed, and nobody had to make room.
   */
  private static final int RESERVE_SECONDS = 20;

  @TempDir private Path dir;
  private final AtomicInteger victims = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  @Test
  void neverShareRoom() throws Exception {
    try (var served = new Served(dir)) {
      for (int i = 0; i < 10; i++) {
        served.put("h" + i, "{'vcpus': 32, 'ramMb': 64000, 'diskGb': 100}");
      }
      ExecutorService pool = Executors.newFixedThreadPool(CLIENTS);
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(pool.submit(client(served, i)));
      }
      for (Future<Integer> client : clients) {
        assertThat(client.get(2, TimeUnit.MINUTES)).isNotNegative();
      }
      pool.shutdown();
      assertThat(served.failures).isEmpty();
    }
    JournalReplay replay = JournalReplay.of(dir);
    assertThat(replay.confirmed).isNotEmpty();
    assertThat(victims.get()).as("room had to be made").isPositive();
    assertThat(refused.get()).as("not all found room").isPositive();
  }

  private Callable<Integer> client(Served served, int client) {
    var random = new Random(client);
    return () -> {
      int confirmed = 0;
      List<String> mine = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        String id = "i" + client + "-" + round;
        Seen seen = served.post("/v1/placements", wish(id, random));
        if (seen.status() == 409) {
          refused.incrementAndGet();
          if (!mine.isEmpty()) {
            served.delete("/v1/instances/" + mine.remove(random.nextInt(mine.size())));
          }
          continue;
        }
        assertThat(seen.status()).as(seen.text()).isEqualTo(201);
        victims.addAndGet(seen.at("/victims").size());
        int choice = random.nextInt(10);
        if (choice < 7) {
          confirmed += served.confirm(seen.id()).status() == 200 ? 1 : 0;
          mine.add(id);
        } else if (choice < 9) {
          served.delete("/v1/placements/" + seen.id());
        } else {
          served.pass(1);
        }
      }
      return confirmed;
    };
  }

  private static String wish(String id, Random random) {
    int vcpus = 1 << random.nextInt(4);
    return "{'id': '%s', 'preemptible': %s, 'vcpus': %d, 'ramMb': %d, 'reserveSeconds': %d}"
        .formatted(id, random.nextInt(5) < 3, vcpus, vcpus * 2000, RESERVE_SECONDS);
  }
}
