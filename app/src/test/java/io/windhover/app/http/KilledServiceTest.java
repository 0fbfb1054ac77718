package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Main;
import io.windhover.app.Typed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service is killed at random moments, time and again, with clients in full swing. */
final class KilledServiceTest {
  private static final int ROUNDS = Boolean.getBoolean("windhover.long") ? 50 : 5;
  private static final int CLIENTS = 8;

  @TempDir private Path dir;
  private final Map<String, String> confirmed = new ConcurrentHashMap<>();
  private volatile int port;

  @Test
  void losesNoConfirmedPlacementAndKeepsNoReservationForEver() throws Exception {
    var random = new Random(42);
    for (int round = 0; round <= ROUNDS; round++) {
      Process service = fork();
      try {
        greet(service);
        for (var each : confirmed.entrySet()) {
          HttpResponse<String> seen = call("GET", "/v1/placements/" + each.getKey(), "");
          assertThat(seen.statusCode()).as(each + " in round " + round).isEqualTo(200);
          assertThat(seen.body()).contains("confirmed").contains(each.getValue());
        }
        if (round < ROUNDS) {
          driveUntilKilled(service, round, 100 + random.nextInt(900));
        } else {
          awaitNoReservations();
          end(service);
        }
      } finally {
        service.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
      }
    }
    assertThat(confirmed).hasSizeGreaterThan(ROUNDS);
    JournalReplay replay = JournalReplay.of(dir);
    assertThat(replay.openCount()).isZero();
    confirmed.forEach((id, instance) -> assertThat(replay.runs(instance)).as(id).isTrue());
  }

  private Process fork() throws IOException {
    List<String> command = new ArrayList<>(Typed.javaCommand(Main.class));
    command.addAll(List.of("place", "--serve", "0", "--dir", dir.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private void greet(Process service) throws IOException, InterruptedException {
    var lines =
        new BufferedReader(new InputStreamReader(service.getInputStream(), StandardCharsets.UTF_8));
    String greeting = String.valueOf(lines.readLine());
    assertThat(greeting).startsWith("serving on http://127.0.0.1:");
    port = Integer.parseInt(greeting.split("[: ]", -1)[4]);
    if (confirmed.isEmpty()) {
      for (int i = 0; i < 20; i++) {
        call("PUT", "/v1/hosts/h" + i, "{\"vcpus\": 10000, \"ramMb\": 10000, \"diskGb\": 0}");
      }
    }
  }

  private HttpResponse<String> call(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, BodyPublishers.ofString(body))
            .build();
    return Served.CLIENT.send(request, BodyHandlers.ofString());
  }

  private void driveUntilKilled(Process service, int round, int millis) throws Exception {
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      String prefix = "r" + round + "c" + i + "-";
      var client = new Thread(() -> drive(prefix));
      client.start();
      clients.add(client);
    }
    int before = confirmed.size();
    for (int tries = 0; confirmed.size() == before && tries < 1000; tries++) {
      Thread.sleep(10);
    }
    Thread.sleep(millis);
    service.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    for (Thread client : clients) {
      client.join(TimeUnit.SECONDS.toMillis(20));
      assertThat(client.isAlive()).isFalse();
    }
  }

  /** Until the service is gone. Every third reservation is left open. */
  private void drive(String prefix) {
    try {
      for (int i = 0; i < 100_000; i++) {
        String body =
            "{\"id\": \"%s%d\", \"vcpus\": 1, \"ramMb\": 1, \"reserveSeconds\": 2}"
                .formatted(prefix, i);
        HttpResponse<String> placed = call("POST", "/v1/placements", body);
        assertThat(placed.statusCode()).as(placed.body()).isEqualTo(201);
        if (i % 3 < 2) {
          String id = new JsonMapper().readTree(placed.body()).get("id").asText();
          if (call("POST", "/v1/placements/" + id + "/confirm", "").statusCode() == 200) {
            confirmed.put(id, prefix + i);
          }
        }
      }
    } catch (IOException killed) {
      // What this client waits for is not known; the next start tells.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitNoReservations() throws Exception {
    for (int tries = 0; tries < 500; tries++) {
      if (call("GET", "/metrics", "").body().contains("windhover_placement_reservations 0\n")) {
        return;
      }
      Thread.sleep(20);
    }
    throw new AssertionError("a reservation is still open after ten seconds");
  }

  private static void end(Process service) throws InterruptedException {
    service.destroy(); // SIGTERM
    assertThat(service.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(service.exitValue()).isZero();
  }
}
