package io.windhover.workload.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.windhover.workload.EditorView;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.Values;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schemas of scenarios and catalogues say what their readers do, as far as schemas can. */
class ScenarioSchemaTest {
  private static final JsonNode JOB = schema(JobFileReader.SCHEMA);
  private static final JsonNode SCENARIO = schema(ScenarioReader.SCHEMA);
  private static final JsonNode CATALOGUE = schema(CatalogueReader.SCHEMA);

  private static final String TYPE = "{name: small, cores: 2, prices: {spot: 0.03}}";
  private static final String HERE = "catalogue: {types: [" + TYPE + "]}\n";
  private static final String WORK = "work: {tasks: [{name: a, runtime: 3m}]}\n";

  @TempDir private Path folder;

  static JsonNode schema(String name) {
    try (InputStream in = JobFileReader.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static JsonSchema judge(JsonNode schema) {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema);
  }

  @BeforeEach
  void writeWhatScenariosName() throws IOException {
    Files.writeString(folder.resolve("c.yaml"), "types: [" + TYPE + "]\n");
    Files.writeString(folder.resolve("bag.yaml"), "tasks: [{name: a, runtime: 3m}]\n");
    Files.writeString(folder.resolve("t.csv"), "type,from,to\nsmall,1m,2m\n");
  }

  static List<String> names(JsonNode properties) {
    List<String> names = new ArrayList<>();
    properties.fieldNames().forEachRemaining(names::add);
    return names;
  }

  static List<String> fields(JsonNode schema, String definition) {
    return names(schema.at("/$defs/" + definition + "/properties"));
  }

  @Test
  void bothKnowTheSameFields() {
    assertThat(names(SCENARIO.get("properties"))).isEqualTo(ScenarioReader.FIELDS);
    assertThat(fields(SCENARIO, "checkpoints")).isEqualTo(ScenarioReader.CHECKPOINT_FIELDS);
    assertThat(fields(SCENARIO, "work")).isEqualTo(ScenarioReader.WORK_FIELDS);
    assertThat(fields(SCENARIO, "table")).isEqualTo(ScenarioReader.TABLE_FIELDS);
    assertThat(fields(SCENARIO, "spans")).isEqualTo(ScenarioReader.SPREAD_FIELDS);
    assertThat(fields(SCENARIO, "sizes")).isEqualTo(ScenarioReader.SPREAD_FIELDS);
    assertThat(fields(SCENARIO, "market")).isEqualTo(MarketReader.FIELDS);
    assertThat(fields(SCENARIO, "hibernation")).isEqualTo(MarketReader.HIBERNATION_FIELDS);
    assertThat(fields(SCENARIO, "termination")).isEqualTo(MarketReader.TERMINATION_FIELDS);
    assertThat(fields(SCENARIO, "interruption")).isEqualTo(MarketReader.INTERRUPTION_FIELDS);
    assertThat(fields(CATALOGUE, "limitOfBoth")).isEqualTo(CatalogueReader.LIMIT_FIELDS);
    assertThat(fields(SCENARIO, "trace")).isEqualTo(MarketReader.TRACE_FIELDS);
    assertThat(fields(SCENARIO, "provider")).isEqualTo(MarketReader.PROVIDER_FIELDS);
    assertThat(names(CATALOGUE.get("properties"))).isEqualTo(CatalogueReader.FIELDS);
    assertThat(fields(CATALOGUE, "type")).isEqualTo(CatalogueReader.TYPE_FIELDS);
    assertThat(fields(CATALOGUE, "limits")).isEqualTo(CatalogueReader.MARKETS);
    assertThat(fields(CATALOGUE, "prices")).isEqualTo(CatalogueReader.MARKETS);
  }

  /** Each schema stands for itself, for editors; what two of them say must be the same. */
  @Test
  void whatTheSchemasShareIsTheSame() {
    for (String shared :
        List.of("task", "name", "label", "span", "size", "written", "env", "command")) {
      assertThat(SCENARIO.at("/$defs/" + shared)).as(shared).isEqualTo(JOB.at("/$defs/" + shared));
    }
    assertThat(SCENARIO.at("/properties/policy")).isEqualTo(JOB.at("/properties/policy"));
    for (String shared : names(CATALOGUE.get("$defs"))) {
      assertThat(CATALOGUE.at("/$defs/" + shared))
          .as(shared)
          .isEqualTo(SCENARIO.at("/$defs/" + shared));
    }
    JsonNode inside = SCENARIO.at("/$defs/catalogue");
    names(inside).forEach(key -> assertThat(inside.get(key)).isEqualTo(CATALOGUE.get(key)));
  }

  @Test
  void bothUseTheSamePatternsWordsAndLimits() {
    assertThat(SCENARIO.at("/$defs/spanOrNone/anyOf/1/pattern").asText())
        .isEqualTo(Values.NO_SPAN_PATTERN);
    assertThat(SCENARIO.at("/$defs/interrupted/pattern").asText())
        .isEqualTo(InterruptionShare.PATTERN);
    assertThat(SCENARIO.at("/$defs/seed/maximum").asInt()).isEqualTo(ScenarioReader.SEED_MAX);
    assertThat(SCENARIO.at("/$defs/table/properties/tasks/maximum").asInt())
        .isEqualTo(ScenarioReader.DRAWN_MAX);
    assertThat(SCENARIO.at("/$defs/expected/maximum").asInt()).isEqualTo(MarketReader.EVENTS_MAX);
    assertThat(words("/$defs/hibernation/properties/reading")).isEqualTo(MarketChoice.READINGS);
    assertThat(words("/$defs/termination/properties/reading")).isEqualTo(MarketChoice.READINGS);
    assertThat(words("/$defs/trace/properties/ends")).isEqualTo(MarketReader.ENDS);
    assertThat(words("/$defs/type/properties/billedFrom")).isEqualTo(Terms.BILLED_FROM);
    JsonNode type = CATALOGUE.at("/$defs/type/properties");
    assertThat(type.at("/cores/maximum").asInt()).isEqualTo(CatalogueReader.CORES_MAX);
    assertThat(type.at("/gflops/maximum").asInt()).isEqualTo(CatalogueReader.GFLOPS_MAX);
    assertThat(CATALOGUE.at("/$defs/machines/maximum").asInt())
        .isEqualTo(CatalogueReader.LIMIT_MAX);
    assertThat(CATALOGUE.at("/$defs/price/maximum").asInt()).isEqualTo(CatalogueReader.PRICE_MAX);
  }

  static List<String> words(String pointer) {
    List<String> words = new ArrayList<>();
    SCENARIO.at(pointer + "/enum").forEach(word -> words.add(word.asText()));
    return words;
  }

  @Test
  void everyFieldIsDescribed() {
    for (JsonNode schema : List.of(SCENARIO, CATALOGUE)) {
      List<JsonNode> maps = schema.findValues("properties");
      assertThat(maps).hasSizeGreaterThan(3);
      for (JsonNode map : maps) {
        for (String name : names(map)) {
          boolean plain = name.equals("name") && map.size() == 1; // of a policy, as in jobs
          assertThat(plain || map.get(name).has("description")).as(name).isTrue();
        }
      }
    }
  }

  private List<String> complaints(String text) {
    try {
      ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), text));
      return List.of();
    } catch (JobFileException e) {
      return e.problems().stream().map(Object::toString).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void judgedAlike(String text) throws JobFileException {
    assertThat(judge(SCENARIO).validate(EditorView.of(text)).isEmpty())
        .as("%s%n%s", text, complaints(text))
        .isEqualTo(complaints(text).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: x",
        "name: a b",
        "colour: red",
        "market: calm",
        "market: wild",
        "market:",
        "market: {}",
        "market: {hibernation: {hibernations: 2, per: 35m}}",
        "market: {hibernation: {hibernations: 2.5, resumes: 0, per: 35m}}",
        "market: {hibernation: {hibernations: -1, per: 35m}}",
        "market: {hibernation: {hibernations: 1000001, per: 35m}}",
        "market: {hibernation: {hibernations: 2}}",
        "market: {hibernation: {per: 35m}}",
        "market: {hibernation: {hibernations: 2, per: 0s}}",
        "market: {hibernation: {hibernations: 2, per: 35}}",
        "market: {hibernation: {hibernations: two, per: 35m}}",
        "market: {hibernation: {hibernations: 2, per: 35m, reading: type}}",
        "market: {hibernation: {hibernations: 2, per: 35m, reading: book}}",
        "market: {hibernation: {hibernations: 2, per: 35m, notice: 0}}",
        "market: {hibernation: {hibernations: 2, per: 35m, notice: 0s}}",
        "market: {hibernation: {hibernations: 2, per: 35m, notice: 2}}",
        "market: {hibernation: {terminations: 2, per: 35m}}",
        "market: {termination: {terminations: 2, returns: 1, per: 1h, notice: 2m}}",
        "market: {termination: {hibernations: 2, per: 35m}}",
        "market: {termination: {terminations: 1, per: 1h}, trace: t.csv}",
        "market: {trace: t.csv}",
        "market: {trace: {file: t.csv}}",
        "market: {trace: {file: t.csv, ends: terminate, notice: 30s}}",
        "market: {trace: {file: t.csv, ends: never}}",
        "market: {trace: {ends: terminate}}",
        "market: {trace: 5}",
        "market: {trace: {file: 5}}",
        "checkpoints: {}",
        "checkpoints: {fixed: 13s, perMB: 22ms}",
        "checkpoints: {fixed: 0, perMB: 0ms}",
        "checkpoints: {fixed: 13}",
        "checkpoints: {perKB: 1ms}",
        "deadline: 35m",
        "deadline: 0s",
        "deadline: 35",
        "deadline: 2026-11-20T18:00:00Z",
        "policy: bag",
        "policy: {name: bag, margin: 3s}",
        "policy: {margin: 3s}",
        "policy: [bag]",
        "seed: 0",
        "seed: 2147483647",
        "seed: 2147483648",
        "seed: -1",
        "seed: 1.5",
        "seed: '1'",
      })
  void bothJudgeScenariosAlike(String line) throws JobFileException {
    judgedAlike(HERE + WORK + line + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "market: {interruption: {share: 5%}}",
        "market: {interruption: {share: <5%, per: 1d, ends: hibernate, notice: 2m, frozen: 1h}}",
        "market: {interruption: {types: {small: 5-10%}}}",
        "market: {interruption: {types: {small: '>20%'}}}",
        "market: {interruption: {types: {}}}",
        "market: {interruption: {types: {small: 100%}}}",
        "market: {interruption: {share: 5}}",
        "market: {interruption: {notice: 2m}}",
      })
  void bothJudgeInterruptionsAlike(String line) throws JobFileException {
    judgedAlike(HERE + WORK + line + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bag.yaml",
        "''",
        "5",
        "[bag.yaml]",
        "",
        "{}",
        "{job: bag.yaml}",
        "{job: bag.yaml, seed: 4}",
        "{job: bag.yaml, colour: red}",
        "{job: bag.yaml, tasks: [{name: a, runtime: 3m}]}",
        "{job: 5}",
        "{seed: 4}",
        "{tasks: []}",
        "{tasks: [{name: a}]}",
        "{tasks: [{name: a, runtime: 3m, count: 0}]}",
        "{tasks: [{name: a, runtime: {small: 3m}}], seed: 4}",
        "{table: {tasks: 3, runtime: 3m}}",
        "{table: {tasks: 3, runtime: 3m, memory: 5MB}, seed: 4}",
        "{table: {tasks: 3, runtime: {least: 1m, mean: 2m, largest: 3m}}}",
        "{table: {tasks: 3, runtime: {least: 1m, mean: 2m}}}",
        "{table: {tasks: 3, runtime: {least: 1m, mean: 2m, largest: 3MB}}}",
        "{table: {tasks: 3, runtime: 3m, memory: {least: 1MB, mean: 2MB, largest: 3MB}}}",
        "{table: {tasks: 3, runtime: 3m, memory: {least: 1MB, mean: 2MB, most: 3MB}}}",
        "{table: {tasks: 0, runtime: 3m}}",
        "{table: {tasks: 1000001, runtime: 3m}}",
        "{table: {tasks: 3}}",
        "{table: {runtime: 3m}}",
        "{table: {tasks: 3, runtime: 3}}",
        "{table: 5}",
        "{table: {tasks: 3, runtime: 3m}, seed: x}",
      })
  void bothJudgeWorkAlike(String work) throws JobFileException {
    judgedAlike(HERE + "work: " + work + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "catalogue: c.yaml",
        "catalogue: 5",
        "catalogue: []",
        "catalogue: ''",
        "catalogue: {types: []}",
        "catalogue: {}",
        "name: without",
      })
  void bothJudgeItsCatalogueAlike(String line) throws JobFileException {
    judgedAlike(WORK + line + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: ec2",
        "name: [ec2]",
        "colour: red",
        "limits: {spot: 20, on-demand: 0}",
        "limits: {spot: 20}",
        "limits: {}",
        "limits: {spot: -1}",
        "limits: {spot: 1.5}",
        "limits: {spot: 1000001}",
        "limits: {reserved: 5}",
        "limits: {on-demand: {vcpus: 128}}",
        "limits: {on-demand: {machines: 5, vcpus: 0}, spot: 3}",
        "limits: {on-demand: {cores: 5}}",
        "limits: {on-demand: {}}",
        "storagePrice: 0.08",
        "storagePrice: -1",
        "disk: 30GB",
        "disk: 30",
        "startUp: 60s",
        "startUp: 0",
        "startUp: 0m",
        "startUp: 60",
        "startUp:",
        "billedStartUp: 1m30s",
        "billedStartUp: [1m]",
        "minimumCharge: 5m",
        "types: {}",
        "types: [small]",
        "types: [{cores: 2, prices: {spot: 1}}]",
        "types: [{name: a, prices: {spot: 1}}]",
        "types: [{name: a, cores: 2}]",
        "types: [{name: a, cores: 0, prices: {spot: 1}}]",
        "types: [{name: a, cores: 100001, prices: {spot: 1}}]",
        "types: [{name: a b, cores: 2, prices: {spot: 1}}]",
        "types: [{name: a, cores: 2, prices: {}}]",
        "types: [{name: a, cores: 2, prices: {spot: -1}}]",
        "types: [{name: a, cores: 2, prices: {spot: 0}}]",
        "types: [{name: a, cores: 2, prices: {spot: 1000000.5}}]",
        "types: [{name: a, cores: 2, prices: {spot: cheap}}]",
        "types: [{name: a, cores: 2, prices: {on-demand: 0.1, spot: 0.03}}]",
        "types: [{name: a, cores: 2, prices: 0.1}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, memory: 3.75GB, gflops: 22.09}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, memory: 4}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, gflops: -1}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, labels: linux}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, labels: [linux, gpu:a100]}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, labels: [a b]}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, limits: {spot: 5}, startUp: 3m}]",
        "types: [{name: a, cores: 2, prices: {spot: 1}, colour: red}]",
      })
  void bothJudgeCataloguesAlike(String line) throws JobFileException, IOException {
    catalogueJudgedAlike(line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "billingPeriod: 1h",
        "billingPeriod: 0",
        "billingPeriod: hour",
        "billedFrom: request",
        "billedFrom: ready",
        "billedFrom: launch",
        "billedFrom: 5",
        "types: [{name: a, cores: 2, prices: {spot: 1}, billingPeriod: 1s, billedFrom: request}]",
      })
  void bothJudgeBillingAlike(String line) throws JobFileException, IOException {
    catalogueJudgedAlike(line);
  }

  private void catalogueJudgedAlike(String line) throws JobFileException, IOException {
    String types = line.startsWith("types") ? "" : "types: [" + TYPE + "]\n";
    String text = types + line + "\n";
    Path file = Files.writeString(folder.resolve("c.yaml"), text);
    boolean read = true;
    try {
      CatalogueReader.read(file);
    } catch (JobFileException e) {
      read = false;
    }
    assertThat(judge(CATALOGUE).validate(EditorView.of(text)).isEmpty()).isEqualTo(read);
    judgedAlike(WORK + "catalogue:\n" + text.indent(2));
  }

  /** What takes more than looking at one field. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "market: {trace: nowhere.csv}",
        "checkpoints: {perMB: 2h}",
        "work: {table: {tasks: 3, runtime: {least: 3m, mean: 2m, largest: 1m}}}",
        "work: nowhere.yaml",
      })
  void theRestOnlyTheReaderKnows(String line) throws JobFileException {
    String text = HERE + (line.startsWith("work") ? "" : WORK) + line + "\n";

    assertThat(judge(SCENARIO).validate(EditorView.of(text))).isEmpty();
    assertThat(complaints(text)).hasSize(1);
  }
}
