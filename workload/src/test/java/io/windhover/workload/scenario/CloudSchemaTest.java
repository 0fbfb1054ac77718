package io.windhover.workload.scenario;

import static io.windhover.workload.scenario.ScenarioSchemaTest.fields;
import static io.windhover.workload.scenario.ScenarioSchemaTest.judge;
import static io.windhover.workload.scenario.ScenarioSchemaTest.names;
import static io.windhover.workload.scenario.ScenarioSchemaTest.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.workload.EditorView;
import io.windhover.workload.JobFileException;
import io.windhover.workload.harvest.HarvestScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema of cloud files says what their reader does. */
class CloudSchemaTest {
  private static final JsonNode CLOUD = schema(CloudFileReader.SCHEMA);
  private static final JsonNode SCENARIO = schema(ScenarioReader.SCHEMA);
  private static final List<String> OWN =
      List.of(
          "cloudLimits",
          "cloudErrors",
          "harvestPlace",
          "managerPlace",
          "localPlace",
          "hookPlace",
          "speed",
          "store",
          "s3");

  @TempDir private Path folder;

  @Test
  void bothKnowTheSameFields() {
    assertThat(names(CLOUD.get("properties"))).isEqualTo(CloudFileReader.FIELDS);
    assertThat(fields(CLOUD, "cloudLimits")).isEqualTo(CloudFileReader.LIMIT_FIELDS);
    assertThat(fields(CLOUD, "cloudErrors")).isEqualTo(CloudFileReader.ERROR_FIELDS);
    assertThat(fields(CLOUD, "harvestPlace")).isEqualTo(CloudFileReader.HARVEST_FIELDS);
    assertThat(fields(CLOUD, "managerPlace")).isEqualTo(CloudFileReader.MANAGER_FIELDS);
    assertThat(fields(CLOUD, "localPlace")).isEqualTo(CloudFileReader.PLACE_FIELDS);
    assertThat(fields(CLOUD, "hookPlace")).isEqualTo(CloudFileReader.HOOK_FIELDS);
    assertThat(fields(CLOUD, "s3")).isEqualTo(StoreReader.S3_FIELDS);
  }

  @Test
  void bothUseTheSamePatternsWordsAndLimits() {
    JsonNode manager = CLOUD.at("/$defs/managerPlace/properties");
    assertThat(manager.at("/listen/pattern").asText()).isEqualTo(CloudFileReader.LISTEN_PATTERN);
    assertThat(manager.at("/address/pattern").asText()).isEqualTo(CloudFileReader.ADDRESS_PATTERN);
    JsonNode s3 = CLOUD.at("/$defs/s3/properties");
    assertThat(s3.at("/bucket/pattern").asText()).isEqualTo(StoreReader.BUCKET_PATTERN);
    assertThat(s3.at("/prefix/pattern").asText()).isEqualTo(StoreReader.PREFIX_PATTERN);
    assertThat(s3.at("/endpoint/pattern").asText()).isEqualTo(StoreReader.ENDPOINT_PATTERN);
    assertThat(s3.at("/region/pattern").asText()).isEqualTo(StoreReader.REGION_PATTERN);
    assertThat(words("/properties/source")).isEqualTo(CloudFile.SOURCES);
    assertThat(words("/$defs/harvestPlace/properties/killOrder"))
        .isEqualTo(HarvestScenario.KILL_ORDERS);
    assertThat(words("/$defs/localPlace/properties/level")).isEqualTo(CloudFile.LEVELS);
    assertThat(CLOUD.at("/$defs/speed/maximum").asInt()).isEqualTo(CloudFileReader.SPEED_MAX);
    JsonNode limits = CLOUD.at("/$defs/cloudLimits/properties");
    assertThat(limits.at("/money/maximum").asInt()).isEqualTo(CloudFileReader.MONEY_MAX);
    assertThat(limits.at("/moneyPerHour/maximum").asInt()).isEqualTo(CloudFileReader.MONEY_MAX);
    assertThat(limits.at("/machines/maximum").asInt()).isEqualTo(CatalogueReader.LIMIT_MAX);
  }

  private static List<String> words(String pointer) {
    List<String> words = new ArrayList<>();
    CLOUD.at(pointer + "/enum").forEach(word -> words.add(word.asText()));
    return words;
  }

  @Test
  void whatItSharesWithScenariosIsTheSame() {
    for (String shared : names(CLOUD.get("$defs"))) {
      if (!OWN.contains(shared)) {
        assertThat(CLOUD.at("/$defs/" + shared))
            .as(shared)
            .isEqualTo(SCENARIO.at("/$defs/" + shared));
      }
    }
  }

  @Test
  void everyFieldIsDescribed() {
    for (JsonNode map : CLOUD.findValues("properties")) {
      for (String name : names(map)) {
        boolean conditional = map.get(name).has("const");
        assertThat(conditional || map.get(name).has("description")).as(name).isTrue();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x",
        "name: a b",
        "colour: red",
        "market: calm",
        "market: wild",
        "seed: -1",
        "errors: {lag: 20%}",
        "errors: {lag: 120%}",
        "errors: {runtime: 20%}",
        "errors: 5",
        "harvest: {trace: t.csv}",
        "speed: 60",
        "speed: 0",
        "speed: 3601",
        "speed: fast",
        "limits: {}",
        "limits: {money: 2.50, moneyPerHour: 1, machines: 8, age: 2h}",
        "limits: {money: 0}",
        "limits: {money: -1}",
        "limits: {machines: 0}",
        "limits: {machines: 1.5}",
        "limits: {age: 0s}",
        "limits: 5",
        "patience: 15m",
        "patience: 0",
        "manager: {listen: '127.0.0.1:0'}",
        "manager: {listen: '[::1]:8443', address: example.org}",
        "manager: {listen: here}",
        "manager: {address: a b}",
        "manager: {port: 5}",
        "local: {level: signals, dir: here}",
        "local: {level: magic}",
        "local: {dir: 5}",
        "dir: here",
        "dir: ''",
        "hook: {command: [a]}",
        "store: here",
        "store: 5",
        "store: {}",
        "store: {s3: {bucket: mine, region: eu-west-1}}",
        "store: {s3: {bucket: mine, region: r, prefix: a/b, endpoint: 'http://127.0.0.1:9000'}}",
        "store: {s3: {bucket: mine, region: r, credentials: environment}}",
        "store: {s3: {bucket: mine, region: r, credentials: {file: keys}}}",
        "store: {s3: {bucket: mine, region: r, credentials: {}}}",
        "store: {s3: {bucket: mine, region: r, credentials: AKIA}}",
        "store: {s3: {bucket: mine, region: r, credentials: {key: AKIA}}}",
        "store: {s3: {bucket: Mine, region: r}}",
        "store: {s3: {bucket: mine, region: r, endpoint: here}}",
        "store: {s3: {bucket: mine, region: r, prefix: /a}}",
        "store: {s3: {bucket: mine}}",
        "store: {s3: 5}",
      })
  void bothJudgeLocalCloudsAlike(String line) throws Exception {
    judgedAlike(
        "source: local\ncatalogue: {types: [{name: a, cores: 1, prices: {spot: 1}}]}\n" + line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x",
        "source: hook",
        "source: local",
        "source: moon",
        "{source: hook, hook: {command: [a, b], timeout: 30s}}",
        "{source: hook, hook: {command: [a], every: 5s}}",
        "{source: hook, hook: {command: [a], every: often}}",
        "{source: hook, hook: {command: []}}",
        "{source: hook, hook: {command: a}}",
        "{source: hook, hook: {timeout: 30s}}",
        "{source: hook, hook: {command: [a]}, seed: 5}",
        "{source: hook, hook: {command: [a]}, errors: {lag: 10%}}",
        "{source: local, harvest: {trace: t.csv}}",
        "{source: local, harvest: {trace: t.csv, killOrder: oldest}, errors: {lag: 10%}}",
        "{source: local, harvest: {trace: t.csv, killOrder: first}}",
        "{source: local, harvest: {trace: t.csv}, market: calm}",
        "{source: local, harvest: {killOrder: oldest}}",
        "{source: local, harvest: {trace: t.csv, startUp: 3m}}",
        "{source: local, harvest: {trace: t.csv, startUp: never}}",
        "{source: local, harvest: t.csv}",
        "{source: hook, hook: {command: [a]}, limits: {machines: 3}}",
      })
  void bothJudgeOtherCloudsAlike(String text) throws Exception {
    judgedAlike(text);
  }

  private void judgedAlike(String text) throws JobFileException, IOException {
    Files.writeString(
        folder.resolve("t.csv"), "seconds,hvm,cores,minimum,memory_gb\n0,a,4,2,16\n60,a,2,,\n");
    List<String> complaints = new ArrayList<>();
    try {
      CloudFileReader.read(Files.writeString(folder.resolve("c.yaml"), text + "\n"));
    } catch (JobFileException e) {
      e.problems().forEach(problem -> complaints.add(problem.toString()));
    }
    assertThat(judge(CLOUD).validate(EditorView.of(text)).isEmpty())
        .as("%s%n%s", text, complaints)
        .isEqualTo(complaints.isEmpty());
  }

  /**
   * Lines of the annotated example that are remarks count: hook stands there for the other source.
   */
  @Test
  void theAnnotatedExampleShowsEveryField() throws IOException {
    String root = System.getProperty("windhover.root", "..");
    String text = Files.readString(Path.of(root, "examples", "clouds", "annotated.yaml"));

    for (String field : CloudFileReader.FIELDS) {
      assertThat(text).containsPattern("(?m)^(# )?" + field + ":");
    }
    for (List<String> fields :
        List.of(
            CloudFileReader.LIMIT_FIELDS,
            CloudFileReader.HARVEST_FIELDS,
            CloudFileReader.MANAGER_FIELDS,
            CloudFileReader.PLACE_FIELDS,
            CloudFileReader.HOOK_FIELDS)) {
      fields.forEach(field -> assertThat(text).containsPattern("(?m)^(# )?  " + field + ":"));
    }
  }
}
