package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.http.Served.Seen;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts have 8 vCPU and 16,000 MB; a request takes 2 and 4,000, so four fill a host. */
final class PlacementStoriesTest {
  private static final String HOST = "{'vcpus': 8, 'ramMb': 16000}";

  @TempDir private Path dir;
  private Served served;

  @BeforeEach
  void serve() {
    served = new Served(dir);
  }

  @AfterEach
  void stop() {
    served.close();
    assertThat(served.failures).isEmpty();
  }

  private static String preemptible(String id, int vcpus, int runSeconds) {
    return "{'id': '%s', 'preemptible': true, 'vcpus': %d, 'ramMb': 4000, 'runSeconds': %d}"
        .formatted(id, vcpus, runSeconds);
  }

  private int freeVcpus(String host) throws Exception {
    return served.get("/v1/hosts/" + host).at("/freeVcpus").asInt();
  }

  @Test
  void reserveAndConfirm() throws Exception {
    assertThat(served.put("a", HOST).status()).isEqualTo(201);
    Seen reserved = served.place("new", "");
    assertThat(reserved.status()).isEqualTo(201);
    assertThat(reserved.at("/host").asText()).isEqualTo("a");
    assertThat(reserved.at("/expiresAt").asText()).isEqualTo("2001-09-09T01:47:40Z");
    assertThat(freeVcpus("a")).isEqualTo(6);
    assertThat(served.get("/v1/hosts/a").at("/reservations/0/id").asText()).isEqualTo("p1");
    assertThat(served.confirm("p1").at("/state").asText()).isEqualTo("confirmed");
    assertThat(served.confirm("p1").status()).as("again").isEqualTo(200);
    served.pass(3600);
    assertThat(freeVcpus("a")).as("what is confirmed does not expire").isEqualTo(6);
    assertThat(served.get("/v1/placements/p1").at("/state").asText()).isEqualTo("confirmed");
    assertThat(served.delete("/v1/placements/p1").status()).isEqualTo(409);
    assertThat(served.delete("/v1/instances/new").status()).isEqualTo(200);
    assertThat(freeVcpus("a")).isEqualTo(8);
    assertThat(served.get("/v1/placements/p1").status()).isEqualTo(404);
  }

  @Test
  void aReservationExpiresOrIsGivenBack() throws Exception {
    served.put("a", HOST);
    served.place("one", ", 'reserveSeconds': 5");
    served.place("two", "");
    served.pass(5);
    assertThat(freeVcpus("a")).isEqualTo(6);
    assertThat(served.confirm("p1").status()).isEqualTo(404);
    assertThat(served.delete("/v1/placements/p2").at("/state").asText()).isEqualTo("released");
    assertThat(freeVcpus("a")).isEqualTo(8);
    assertThat(served.place("one", "").id()).as("the name is free again").isEqualTo("p3");
  }

  /** The victim takes 6 of 8, the wish 4: with the 2 that are free, 4 would be left. */
  @Test
  void victimsLiveUntilTheConfirm() throws Exception {
    served.put(
        "a", "{'vcpus': 8, 'ramMb': 16000, 'instances': [" + preemptible("v", 6, 600) + "]}");
    Seen reserved = served.post("/v1/placements", "{'id': 'n', 'vcpus': 4, 'ramMb': 4000}");
    assertThat(reserved.at("/victims/0").asText()).isEqualTo("v");
    assertThat(reserved.at("/victimCost").asDouble()).isEqualTo(600.0);
    assertThat(served.get("/v1/hosts/a").at("/instances/0/id").asText()).isEqualTo("v");
    assertThat(freeVcpus("a")).as("what the victim may still need is not given away").isEqualTo(2);
    assertThat(served.place("fits", ", 'preemptible': true").status()).isEqualTo(201);
    served.delete("/v1/placements/p1");
    assertThat(freeVcpus("a")).as("the victim is back").isZero();
    served.delete("/v1/placements/p2");
    served.post("/v1/placements", "{'id': 'n', 'vcpus': 4, 'ramMb': 4000}");
    assertThat(served.confirm("p3").at("/victims/0").asText()).isEqualTo("v");
    assertThat(freeVcpus("a")).isEqualTo(4);
    assertThat(served.delete("/v1/instances/v").status()).isEqualTo(404);
  }

  @Test
  void aVictimMayEndByItself() throws Exception {
    served.put(
        "a", "{'vcpus': 8, 'ramMb': 16000, 'instances': [" + preemptible("v", 6, 600) + "]}");
    served.post("/v1/placements", "{'id': 'n', 'vcpus': 4, 'ramMb': 4000}");
    assertThat(served.delete("/v1/instances/v").at("/host").asText()).isEqualTo("a");
    assertThat(freeVcpus("a")).isEqualTo(4);
    served.restart();
    assertThat(freeVcpus("a")).isEqualTo(4);
    served.delete("/v1/placements/p1");
    assertThat(freeVcpus("a")).as("it does not come back").isEqualTo(8);
  }

  @Test
  void noVictimIsPromisedTwice() throws Exception {
    String two = preemptible("v1", 4, 60) + ", " + preemptible("v2", 4, 1800);
    served.put("a", "{'vcpus': 8, 'ramMb': 16000, 'instances': [" + two + "]}");
    String four = "{'id': '%s', 'vcpus': 4, 'ramMb': 4000}";
    assertThat(served.post("/v1/placements", four.formatted("x")).at("/victims/0").asText())
        .isEqualTo("v1");
    assertThat(served.post("/v1/placements", four.formatted("y")).at("/victims/0").asText())
        .isEqualTo("v2");
    Seen third = served.post("/v1/placements", four.formatted("z"));
    assertThat(third.status()).isEqualTo(409);
    assertThat(third.at("/error").asText()).isEqualTo("no-host");
    assertThat(third.at("/message").asText()).isEqualTo("1 host: too few vCPUs");
    assertThat(third.at("/rejections/0/hosts").asInt()).isEqualTo(1);
  }

  @Test
  void aReservedPreemptibleIsNobodysVictim() throws Exception {
    served.put("a", HOST);
    served.post("/v1/placements", "{'id': 'p', 'preemptible': true, 'vcpus': 8, 'ramMb': 16000}");
    assertThat(served.place("n", "").status()).isEqualTo(409);
    served.confirm("p1");
    assertThat(served.place("n", "").at("/victims/0").asText()).isEqualTo("p");
  }

  @Test
  void aNormalRequestWaitsForRoom() throws Exception {
    served.put("a", HOST);
    served.post("/v1/placements", "{'id': 'all', 'vcpus': 8, 'ramMb': 16000}");
    served.confirm("p1");
    CompletableFuture<Seen> waiting = later("first");
    awaitWaiting(1);
    CompletableFuture<Seen> second = later("second");
    awaitWaiting(2);
    served.delete("/v1/instances/all");
    assertThat(waiting.get(10, TimeUnit.SECONDS).status()).isEqualTo(201);
    assertThat(second.get(10, TimeUnit.SECONDS).status()).isEqualTo(201);
    served.post("/v1/placements", "{'id': 'rest', 'vcpus': 4, 'ramMb': 8000}");
    CompletableFuture<Seen> late = later("late");
    awaitWaiting(1);
    served.pass(31);
    assertThat(late.get(10, TimeUnit.SECONDS).at("/error").asText()).isEqualTo("no-host");
  }

  private CompletableFuture<Seen> later(String id) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return served.place(id, ", 'queueSeconds': 30");
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private void awaitWaiting(int count) throws Exception {
    for (int tries = 0; tries < 1000; tries++) {
      if (served.get("/metrics").text().contains("windhover_placement_waiting " + count + "\n")) {
        return;
      }
      Thread.sleep(10);
    }
    throw new AssertionError(count + " do not wait");
  }

  @Test
  void hostsComeAndGo() throws Exception {
    served.put("b", HOST);
    served.put("a", HOST);
    served.put("c%2Fd", HOST);
    Seen page = served.get("/v1/hosts?limit=2");
    assertThat(page.at("/hosts/0/id").asText()).isEqualTo("a");
    assertThat(page.at("/next").asText()).isEqualTo("b");
    assertThat(served.get("/v1/hosts?after=b").at("/hosts/0/id").asText()).isEqualTo("c/d");
    served.delete("/v1/hosts/b");
    served.delete("/v1/hosts/c%2Fd");
    served.place("x", "");
    assertThat(served.put("a", "{'vcpus': 1, 'ramMb': 16000}").status())
        .as("smaller than what is reserved")
        .isEqualTo(409);
    assertThat(served.put("a", "{'vcpus': 16, 'ramMb': 16000}").status()).isEqualTo(200);
    assertThat(freeVcpus("a")).isEqualTo(14);
    assertThat(served.put("a", "{'vcpus': 16, 'ramMb': 16000, 'instances': []}").status())
        .as("a reservation is open")
        .isEqualTo(409);
    served.confirm("p1");
    assertThat(served.put("a", "{'vcpus': 16, 'ramMb': 16000, 'instances': []}").status())
        .isEqualTo(200);
    assertThat(freeVcpus("a")).isEqualTo(16);
    served.place("y", "");
    assertThat(served.delete("/v1/hosts/a").at("/placements/0").asText()).isEqualTo("p2");
    assertThat(served.confirm("p2").status()).isEqualTo(404);
  }

  @Test
  void everythingIsThereAfterARestart() throws Exception {
    String two = preemptible("v1", 4, 60) + ", " + preemptible("v2", 4, 1800);
    served.put("a", "{'vcpus': 8, 'ramMb': 16000, 'traits': ['ssd'], 'instances': [" + two + "]}");
    served.put("b", HOST);
    served.place("x", "");
    served.confirm("p1");
    served.post("/v1/placements", "{'id': 'y', 'vcpus': 2, 'ramMb': 4000, 'traits': ['ssd']}");
    String before = served.get("/v1/hosts/a").text() + served.get("/v1/hosts/b").text();
    served.restart();
    assertThat(served.get("/v1/hosts/a").text() + served.get("/v1/hosts/b").text())
        .isEqualTo(before);
    assertThat(served.confirm("p1").status()).isEqualTo(200);
    assertThat(served.place("x", "").status()).as("the name is taken").isEqualTo(409);
    served.pass(60);
    served.restart();
    assertThat(served.confirm("p2").status()).as("expired meanwhile").isEqualTo(404);
    assertThat(served.place("z", "").id()).as("numbers are not used again").isEqualTo("p3");
  }
}
