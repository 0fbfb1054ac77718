package io.windhover.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.http.Served.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator compares what the service believes with what the cloud says. */
final class ReconcileTest {
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

  private static List<String> ids(Seen page, String list) throws Exception {
    assertThat(page.status()).as(page.text()).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    for (JsonNode line : page.at("/" + list)) {
      ids.add(line.get("id").asText());
    }
    return ids;
  }

  private List<String> ids(String path) throws Exception {
    return ids(served.get(path), path.startsWith("/v1/i") ? "instances" : "placements");
  }

  private void host(String id) throws Exception {
    served.put(id, "{'vcpus': 8, 'ramMb': 16000}");
  }

  @Test
  void placementsAreListedWithAllThatMustBeComparedAndOrderedByNumber() throws Exception {
    host("a");
    for (int i = 1; i <= 3; i++) {
      served.place("vm-" + i, "");
    }
    served.pass(5);
    served.confirm("p2");
    assertThat(ids("/v1/placements")).containsExactly("p1", "p2", "p3");
    assertThat(ids("/v1/placements?state=reserved")).containsExactly("p1", "p3");
    assertThat(ids("/v1/placements?state=confirmed&host=a")).containsExactly("p2");
    JsonNode reserved = served.get("/v1/placements").at("/placements/0");
    assertThat(reserved.toString())
        .isEqualTo(
            "{'id':'p1','state':'reserved','instance':'vm-1','host':'a','preemptible':false,"
                    .replace('\'', '"')
                + "\"vcpus\":2,\"ramMb\":4000,\"diskGb\":0,\"victims\":[],\"victimCost\":0.0,"
                + "\"since\":\"2001-09-09T01:46:40Z\",\"expiresAt\":\"2001-09-09T01:47:40Z\"}");
    assertThat(served.get("/v1/placements/p2").at("/since").asText())
        .as("from the confirm on")
        .isEqualTo("2001-09-09T01:46:45Z");
  }

  @Test
  void aPageGoesOnWhereTheLastOneEndedWhateverHasGoneMeanwhile() throws Exception {
    host("a");
    host("b");
    for (int i = 1; i <= 7; i++) {
      served.place("vm-" + i, "");
      served.confirm("p" + i);
    }
    Seen first = served.get("/v1/instances?limit=3");
    assertThat(ids(first, "instances")).containsExactly("vm-1", "vm-2", "vm-3");
    assertThat(first.at("/next").asText()).isEqualTo("vm-3");
    served.delete("/v1/instances/vm-3");
    served.delete("/v1/instances/vm-5");
    Seen second = served.get("/v1/instances?limit=3&after=vm-3");
    assertThat(ids(second, "instances")).containsExactly("vm-4", "vm-6", "vm-7");
    assertThat(second.at("/next").isMissingNode()).isTrue();
    Seen numbers = served.get("/v1/placements?limit=2&after=p2");
    assertThat(ids(numbers, "placements")).containsExactly("p4", "p6");
    assertThat(numbers.at("/next").asText()).isEqualTo("p6");
    List<String> both = new ArrayList<>(ids("/v1/instances?host=a"));
    both.addAll(ids("/v1/instances?host=b"));
    assertThat(both).containsExactlyInAnyOrder("vm-1", "vm-2", "vm-4", "vm-6", "vm-7");
  }

  @Test
  void victimsSayForWhomTheyEnd() throws Exception {
    served.put(
        "a",
        "{'vcpus': 2, 'ramMb': 4000, 'instances': [{'id': 'v', 'preemptible': true, 'vcpus': 2,"
            + " 'ramMb': 4000, 'runSeconds': 60, 'pricePerHour': 0.5, 'group': 'g'}]}");
    served.place("new", "");
    assertThat(ids("/v1/instances?state=victim")).containsExactly("v");
    assertThat(ids("/v1/instances?state=running")).isEmpty();
    Seen victim = served.get("/v1/instances/v");
    assertThat(victim.at("/victimOf").asText()).isEqualTo("p1");
    assertThat(victim.at("/host").asText()).isEqualTo("a");
    assertThat(victim.at("/since").asText()).isEqualTo("2001-09-09T01:45:40Z");
    assertThat(victim.at("/placement").isMissingNode()).isTrue();
    served.restart();
    assertThat(ids("/v1/instances?host=a&state=victim")).containsExactly("v");
    served.confirm("p1");
    assertThat(ids("/v1/instances")).containsExactly("new");
    assertThat(served.get("/v1/instances/new").at("/placement").asText()).isEqualTo("p1");
  }

  @Test
  void wrongQueriesAreNamed() throws Exception {
    host("a");
    assertThat(served.get("/v1/instances?stat=overdue").text()).contains("did you mean");
    assertThat(served.get("/v1/instances?state=runing").text()).contains("running");
    assertThat(served.get("/v1/placements?after=vm-1").text()).contains("such as p17");
    assertThat(served.get("/v1/placements?host=z").status()).isEqualTo(404);
    assertThat(served.get("/v1/instances?limit=0").status()).isEqualTo(400);
    assertThat(served.get("/v1/hosts?page=2").status()).isEqualTo(400);
    assertThat(served.get("/v1/instances/z").status()).isEqualTo(404);
  }

  /** The life counts from the confirm: 10 seconds after the placement, 100 long. */
  @Test
  void aLifeThatIsOverIsListedUntilSomebodyEndsIt() throws Exception {
    host("a");
    Seen placed = served.place("spot", ", 'preemptible': true, 'maxRunSeconds': 100");
    assertThat(placed.at("/maxRunSeconds").asInt()).isEqualTo(100);
    served.pass(10);
    assertThat(served.confirm("p1").at("/endsAt").asText()).isEqualTo("2001-09-09T01:48:30Z");
    served.pass(99);
    assertThat(ids("/v1/instances?state=overdue")).isEmpty();
    served.restart();
    served.pass(1);
    assertThat(ids("/v1/instances?state=overdue")).containsExactly("spot");
    assertThat(served.get("/metrics").text())
        .contains("windhover_placement_instances_overdue 1\n")
        .contains("windhover_placement_lives_over_total 1\n");
    assertThat(served.get("/v1/hosts/a").at("/freeVcpus").asInt())
        .as("it takes its room as long as it runs")
        .isEqualTo(6);
    served.put("a", "{'vcpus': 16, 'ramMb': 16000}");
    served.restart();
    assertThat(ids("/v1/instances?state=overdue")).containsExactly("spot");
    assertThat(served.get("/metrics").text()).contains("windhover_placement_lives_over_total 0\n");
    served.delete("/v1/instances/spot");
    assertThat(ids("/v1/instances?state=overdue")).isEmpty();
    assertThat(served.get("/v1/hosts/a").at("/freeVcpus").asInt()).isEqualTo(16);
    assertThat(served.get("/v1/instances/spot").status()).isEqualTo(404);
  }

  @Test
  void aLifeCanComeWithItsHost() throws Exception {
    String spot =
        "{'id': 'spot', 'preemptible': true, 'vcpus': 2, 'ramMb': 1, 'runSeconds': 90,"
            + " 'maxRunSeconds': 100}";
    served.put("a", "{'vcpus': 8, 'ramMb': 16000, 'instances': [" + spot + "]}");
    served.pass(10);
    assertThat(served.get("/v1/hosts/a").at("/instances/0/state").asText()).isEqualTo("overdue");
    assertThat(served.put("a", spot.replace("true", "false")).text()).contains("unknown field");
    Seen normal = served.place("n", ", 'maxRunSeconds': 5");
    assertThat(normal.at("/field").asText()).isEqualTo("maxRunSeconds");
  }

  /** Three times 2 vCPUs are promised, and never more than 2 to one. */
  @Test
  void moreCanBePromisedThanThereIs() throws Exception {
    served.put(
        "a", "{'vcpus': 2, 'ramMb': 10000, 'cpuAllocationRatio': 3, 'ramAllocationRatio': 1.2}");
    for (int i = 1; i <= 3; i++) {
      assertThat(served.place("vm-" + i, "").status()).isEqualTo(201);
      served.confirm("p" + i);
    }
    assertThat(served.place("vm-4", "").at("/message").asText()).isEqualTo("1 host: too few vCPUs");
    served.restart();
    Seen host = served.get("/v1/hosts/a");
    assertThat(host.at("/cpuAllocationRatio").asDouble()).isEqualTo(3);
    assertThat(host.at("/ramAllocationRatio").asDouble()).isEqualTo(1.2);
    assertThat(host.at("/freeVcpus").asInt()).isZero();
    assertThat(host.at("/freeRamMb").asInt()).isZero();
    served.put("b", "{'vcpus': 2, 'ramMb': 10000, 'cpuAllocationRatio': 3}");
    assertThat(served.post("/v1/placements", "{'id': 'big', 'vcpus': 3, 'ramMb': 1}").text())
        .contains("2 hosts: fewer vCPUs than one instance wants");
    assertThat(served.put("a", "{'vcpus': 2, 'ramMb': 10000, 'cpuAllocationRatio': 2}").status())
        .as("less than is in use")
        .isEqualTo(409);
  }
}
