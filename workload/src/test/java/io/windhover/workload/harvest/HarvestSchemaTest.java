package io.windhover.workload.harvest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.windhover.workload.EditorView;
import io.windhover.workload.JobFileException;
import io.windhover.workload.JobFileReader;
import io.windhover.workload.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema of harvest scenarios says what their reader does, as far as a schema can. */
class HarvestSchemaTest {
  private static final JsonNode SCHEMA = schema(HarvestScenarioReader.SCHEMA);
  private static final Path EXAMPLES =
      Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios");
  private static final String SUPPLY = "harvest: {cluster: C2, machines: 6, hours: 5}\n";

  @TempDir private Path folder;

  private static JsonNode schema(String name) {
    try (InputStream in = JobFileReader.class.getResourceAsStream(name)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void writeWhatScenariosName() throws IOException {
    Files.writeString(folder.resolve("bag.yaml"), "tasks: [{name: a, runtime: 3m}]\n");
    Files.writeString(folder.resolve("t.csv"), "seconds,hvm,cores\n0,a,4\n60,a,8\n");
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> fields(String definition) {
    return names(SCHEMA.at("/$defs/" + definition + "/properties"));
  }

  private static List<String> words(String pointer) {
    List<String> words = new ArrayList<>();
    SCHEMA.at(pointer + "/enum").forEach(word -> words.add(word.asText()));
    return words;
  }

  @Test
  void bothKnowTheSameFieldsAndWords() {
    assertThat(names(SCHEMA.get("properties"))).isEqualTo(HarvestScenarioReader.FIELDS);
    assertThat(fields("harvest")).isEqualTo(HarvestSupplyReader.FIELDS);
    assertThat(fields("prices")).isEqualTo(HarvestSupplyReader.PRICE_FIELDS);
    assertThat(fields("work")).isEqualTo(HarvestScenarioReader.WORK_FIELDS);
    assertThat(fields("jobs")).isEqualTo(HarvestWorkReader.FIELDS);
    assertThat(fields("durations")).isEqualTo(HarvestWorkReader.DURATION_FIELDS);
    assertThat(fields("range")).isEqualTo(HarvestWorkReader.RANGE_FIELDS);
    assertThat(fields("checkpoints")).isEqualTo(HarvestScenarioReader.CHECKPOINT_FIELDS);
    assertThat(words("/$defs/harvest/properties/cluster")).isEqualTo(HarvestScenario.CLUSTERS);
    assertThat(words("/$defs/harvest/properties/killOrder")).isEqualTo(HarvestScenario.KILL_ORDERS);
    assertThat(words("/$defs/jobs/properties/durations/anyOf/0"))
        .isEqualTo(HarvestWorkReader.APPLICATIONS);
    assertThat(words("/$defs/durations/properties/shape")).isEqualTo(HarvestWorkReader.SHAPES);
  }

  @Test
  void whatItSharesWithOtherSchemasIsTheSame() {
    JsonNode scenario = schema(ScenarioReader.SCHEMA);
    for (String shared :
        List.of(
            "checkpoints",
            "share",
            "file",
            "seed",
            "spanOrNone",
            "task",
            "before",
            "name",
            "span")) {
      assertThat(SCHEMA.at("/$defs/" + shared))
          .as(shared)
          .isEqualTo(scenario.at("/$defs/" + shared));
    }
  }

  private List<String> complaints(String text) {
    try {
      HarvestScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), text));
      return List.of();
    } catch (JobFileException e) {
      return e.problems().stream().map(Object::toString).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void judgedAlike(String text) throws JobFileException {
    JsonSchema judge =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(SCHEMA);
    assertThat(judge.validate(EditorView.of(text)).isEmpty())
        .as("%s%n%s", text, complaints(text))
        .isEqualTo(complaints(text).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{cluster: C2}",
        "{cluster: wind, machines: 10, hours: 1.5, seed: 3}",
        "{trace: t.csv}",
        "{trace: t.csv, machines: [a, 7]}",
        "{trace: t.csv, killOrder: oldest, prices: {spot: 0.03}}",
        "{cluster: C1, prices: {spot: 0.03, harvested: 0}}",
        "{cluster: C9}",
        "{cluster: 2}",
        "{}",
        "{cluster: C1, trace: t.csv}",
        "{trace: t.csv, hours: 3}",
        "{trace: t.csv, machines: 3}",
        "{trace: t.csv, machines: []}",
        "{trace: t.csv, machines: [a, a]}",
        "{trace: t.csv, machines: ['']}",
        "{cluster: C1, machines: [a]}",
        "{trace: t.csv, seed: 3}",
        "{trace: 5}",
        "{cluster: C1, machines: 0}",
        "{cluster: C1, machines: 1001}",
        "{cluster: C1, hours: 0}",
        "{cluster: C1, hours: long}",
        "{cluster: C1, seed: -1}",
        "{cluster: C1, killOrder: youngest}",
        "{cluster: C1, prices: {harvested: 0.01}}",
        "{cluster: C1, prices: {spot: -1}}",
        "{cluster: C1, prices: 0.02}",
        "{cluster: C1, size: 4}",
        "C1",
      })
  void bothJudgeSuppliesAlike(String supply) throws JobFileException {
    judgedAlike("harvest: " + supply + "\nwork: {harvest: {}}\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bag.yaml",
        "{job: bag.yaml}",
        "{tasks: [{name: a, cores: 2, runtime: 3m}]}",
        "{harvest: {}, seed: 4}",
        "{harvest: {durations: genomics, jobs: 3, tasks: 4, cores: 2, load: 1.5}}",
        "{harvest: {durations: {least: 1m, most: 2h}, tasks: {least: 2, most: 3}}}",
        "{harvest: {durations: {shape: gaussian, least: 1m, most: 2h}, cores: [1, 2, 8]}}",
        "{harvest: {overestimate: 50%, interruptible: 20%, rates: [1, 0.5, 4]}}",
        "{harvest: {underestimate: 50%}}",
        "{harvest: {overestimate: 50%, underestimate: 10%}}",
        "{harvest: {overestimate: 0.5}}",
        "{harvest: {durations: pareto}}",
        "{harvest: {durations: {most: 2h}}}",
        "{harvest: {durations: {shape: odd, least: 1m, most: 2h}}}",
        "{harvest: {jobs: 0}}",
        "{harvest: {tasks: {least: 2}}}",
        "{harvest: {tasks: many}}",
        "{harvest: {cores: []}}",
        "{harvest: {cores: [2, 65]}}",
        "{harvest: {load: 0}}",
        "{harvest: {rates: []}}",
        "{harvest: {rates: [0]}}",
        "{harvest: {rates: 2}}",
        "{harvest: {wide: 3}}",
        "{harvest: {}, job: bag.yaml}",
        "{harvest: {}, tasks: [{name: a, runtime: 3m}]}",
        "{harvest: 5}",
        "{seed: 5}",
        "[a]",
      })
  void bothJudgeWorkAlike(String work) throws JobFileException {
    judgedAlike(SUPPLY + "work: " + work + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "checkpoints: {fixed: 2m}",
        "checkpoints: {fixed: 0s, perMB: 1ms}",
        "checkpoints: 5m",
        "policy: slack",
        "policy: {name: slack, form: heartbeat}",
        "policy: [slack]",
        "seed: 7",
        "seed: x",
        "deadline: 5h",
        "catalogue: c.yaml",
      })
  void bothJudgeTheRestAlike(String line) throws JobFileException {
    judgedAlike(SUPPLY + "work: {harvest: {}}\n" + line + "\n");
  }

  /** What takes more than looking at one field. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "work: nowhere.yaml",
        "work: {tasks: [{name: a, command: x}]}",
        "work: {harvest: {durations: {least: 3h, most: 2h}}}",
        "work: {harvest: {tasks: {least: 5, most: 3}}}",
        "work: {harvest: {underestimate: 100%}}",
      })
  void theRestOnlyTheReaderKnows(String line) throws JobFileException {
    String text = SUPPLY + line + "\n";
    JsonSchema judge =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(SCHEMA);

    assertThat(judge.validate(EditorView.of(text))).isEmpty();
    assertThat(complaints(text)).hasSize(1);
  }

  @Test
  void theAnnotatedExampleShowsEveryField() throws IOException, JobFileException {
    Path file = EXAMPLES.resolve("harvest-annotated.yaml");
    String text = Files.readString(file);

    HarvestScenarioReader.read(file);
    for (JsonNode part : SCHEMA.findValues("properties")) {
      for (String field : names(part)) {
        boolean ofTask = SCHEMA.at("/$defs/task/properties").has(field) && !field.equals("tasks");
        assertThat(ofTask || Pattern.compile("\\b" + field + ":").matcher(text).find())
            .as(field)
            .isTrue();
      }
    }
  }

  @Test
  void everyFieldIsDescribed() {
    for (JsonNode map : SCHEMA.findValues("properties")) {
      for (String name : names(map)) {
        boolean plain = name.equals("name") && map.size() == 1;
        assertThat(plain || map.get(name).has("description")).as(name).isTrue();
      }
    }
  }
}
