package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real outputs of every command that needs no pool, held against the schemas that are shipped.
 * {@code PoolStories} does the same for those of a pool.
 */
final class JsonOutputsTest {
  private static final Path EXAMPLES = Path.of("../examples");
  private static final List<String> STATES =
      List.of("succeeded", "failed", "cancelled", "skipped", "waiting", "running");

  @TempDir private Path home;
  private String dir;

  @BeforeEach
  void setDir() {
    dir = home.resolve("state").toString();
  }

  private static JsonNode json(String output, String... arguments) throws Exception {
    return JsonSchemas.checked(output, Typed.here(arguments).out());
  }

  private void runLines() throws Exception {
    Path lines = Files.writeString(home.resolve("lines"), "true\n\n# no task\nfalse\ntrue\n");
    JsonNode run =
        json("run", "run", "--lines", lines.toString(), "--keep-going", "--json", "--dir", dir);
    assertThat(run.get("tasks").asInt()).isEqualTo(3);
    assertThat(run.get("failures").get(0).get("line").asInt()).isEqualTo(4);
    assertThat(run.get("failures").get(0).get("command").asText()).isEqualTo("false");
  }

  @Test
  void ofARunAndOfWhoLooksAtIt() throws Exception {
    runLines();
    JsonNode status = json("status", "status", "--dir", dir, "--json", "--tasks", "--failed");
    assertThat(json("jobs", "jobs", "--dir", dir, "--json").at("/jobs/0/name").asText())
        .isEqualTo(status.get("name").asText());
    assertThat(STATES.stream().mapToInt(state -> status.get(state).asInt()).sum())
        .isEqualTo(status.get("tasks").asInt());
    for (JsonNode group : status.get("groups")) {
      assertThat(STATES.stream().mapToInt(state -> group.get(state).asInt()).sum())
          .isEqualTo(group.get("tasks").asInt());
    }
    json("watch", "watch", "--dir", dir, "--json");
    JsonNode logs = json("logs", "logs", "--dir", dir, "--line", "4", "--json", "--tail", "2");
    assertThat(logs.get("task").asText()).isEqualTo("line/1");
    json("explain", "explain", "--dir", dir, "--json");
    json("replay", "replay", dir, "--json");
    json("backup", "backup", "--dir", dir, home.resolve("copy").toString(), "--json");
    for (String row : Typed.here("tasks", "--dir", dir, "--json").out().lines().toList()) {
      JsonSchemas.checked("tasks", row);
    }
    json("retry", "retry", "--dir", dir, "--json");
    json("cancel", "cancel", "--dir", dir, "--json");
  }

  @Test
  void pathsAreAbsoluteAlsoWhereTheFolderIsNamedOtherwise() throws Exception {
    runLines();
    Path here = Path.of("").toAbsolutePath();
    String named = here.relativize(Path.of(dir)).toString();
    json("status", "status", "--dir", named, "--json", "--failed");
    json("logs", "logs", "--dir", named, "line/1", "--json");
    json("replay", "replay", named, "--json");
    Path bad = Files.writeString(home.resolve("bad.yaml"), "tasks: 1");
    json("validate", "validate", here.relativize(bad).toString(), "--json");
  }

  @Test
  void ofChecksAndPlacements() throws Exception {
    json(
        "validate",
        "validate",
        "--json",
        example("annotated.yaml"),
        example("scenarios/storm.yaml"),
        example("scenarios/harvest-small.yaml"),
        example("scenarios/ec2-2019.yaml"));
    for (int i = 1; i <= 4; i++) {
      json(
          "place",
          "place",
          "--json",
          "--state",
          example("placement/case" + i + ".state.json"),
          "--request",
          example("placement/case" + i + ".request.json"));
    }
    Path large =
        Files.writeString(
            home.resolve("large.json"),
            "{\"id\": \"x\", \"vcpus\": 1000, \"ramMb\": 1, \"diskGb\": 1}");
    json(
        "place",
        "place",
        "--json",
        "--state",
        example("placement/case1.state.json"),
        "--request",
        large.toString());
  }

  @Test
  void ofSimulations() throws Exception {
    String storm = example("scenarios/storm.yaml");
    json("simulate", "simulate", storm, "--json");
    json("simulate", "simulate", storm, "--json", "--seeds", "2");
    json("simulate", "simulate", storm, "--json", "--policies", "bag,hads");
    json("simulate", "simulate", example("scenarios/stream-growing.yaml"), "--json");
    json("simulate", "simulate", example("scenarios/harvest-small.yaml"), "--json");
    json("simulate", "simulate", example("scenarios/harvest-small.yaml"), "--json", "--seeds", "2");
  }

  @Test
  void ofForecasts() throws Exception {
    String catalogue = example("scenarios/ec2-2019.yaml");
    json(
        "plan",
        "plan",
        example("plan.yaml"),
        "--catalogue",
        catalogue,
        "--hibernations",
        "4/h",
        "--resumes",
        "2/h",
        "--deadlines",
        "5m..30m",
        "--seeds",
        "2",
        "--json");
    json(
        "plan",
        "plan",
        "--scenario",
        example("scenarios/stream-growing.yaml"),
        "--seeds",
        "2",
        "--policies",
        "scs,greedy",
        "--json");
    for (String market : List.of("recorded", "spot-advisor")) {
      String scenario = example("scenarios/" + market + ".yaml");
      json("plan", "plan", "--scenario", scenario, "--seeds", "2", "--json");
    }
  }

  @Test
  void ofAPaperRedone() throws Exception {
    json("reproduce", "reproduce", "opie", "--quick", "--json");
  }

  private static String example(String file) {
    return EXAMPLES.resolve(file).toString();
  }
}
