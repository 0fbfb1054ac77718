package io.windhover.workload.scenario;

import static io.windhover.workload.scenario.ScenarioSchemaTest.fields;
import static io.windhover.workload.scenario.ScenarioSchemaTest.judge;
import static io.windhover.workload.scenario.ScenarioSchemaTest.schema;
import static io.windhover.workload.scenario.ScenarioSchemaTest.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.workload.EditorView;
import io.windhover.workload.JobFileException;
import io.windhover.workload.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema says of streams, errors and failures what their readers do. */
class StreamSchemaTest {
  private static final JsonNode SCENARIO = schema(ScenarioReader.SCHEMA);
  private static final String HERE =
      "catalogue: {types: [{name: small, cores: 2, prices: {spot: 0.03}}]}\n";
  private static final String WORK = "work: {tasks: [{name: a, runtime: 3m}]}\n";

  @TempDir private Path folder;

  @BeforeEach
  void writeAJobFile() throws IOException {
    Files.writeString(folder.resolve("bag.yaml"), "tasks: [{name: a, runtime: 3m}]\n");
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

  @Test
  void bothKnowTheSameFieldsWordsAndLimits() {
    assertThat(fields(SCENARIO, "stream")).isEqualTo(StreamReader.FIELDS);
    assertThat(fields(SCENARIO, "jobClass")).isEqualTo(JobClassReader.FIELDS);
    assertThat(fields(SCENARIO, "errors")).isEqualTo(DeviationsReader.ERROR_FIELDS);
    assertThat(fields(SCENARIO, "failures")).isEqualTo(DeviationsReader.FAILURE_FIELDS);
    assertThat(words("/$defs/stream/properties/pattern")).isEqualTo(StreamReader.PATTERNS);
    assertThat(words("/$defs/jobClass/properties/application"))
        .isEqualTo(JobClassReader.APPLICATIONS);
    assertThat(SCENARIO.at("/$defs/share/anyOf/0/pattern").asText())
        .isEqualTo(Values.SHARE_PATTERN);
    JsonNode stream = SCENARIO.at("/$defs/stream/properties");
    assertThat(stream.at("/jobsPerHour/maximum").asInt()).isEqualTo(StreamReader.JOBS_PER_HOUR_MAX);
    assertThat(stream.at("/hours/maximum").asInt()).isEqualTo(StreamReader.HOURS_MAX);
    JsonNode jobClass = SCENARIO.at("/$defs/jobClass/properties");
    assertThat(jobClass.at("/weight/maximum").asInt()).isEqualTo(JobClassReader.WEIGHT_MAX);
    assertThat(jobClass.at("/retries/maximum").asInt()).isEqualTo(JobClassReader.RETRIES_MAX);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: 6}, seed: 4}",
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: 0.5, hours: 3, pattern: on-off}}",
        "{stream: {classes: [{job: bag.yaml, weight: 2, retries: 1, name: b, deadline: 1h}],"
            + " arrivals: [0s, 10m, 0]}}",
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: 0}}",
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: 6, hours: 0}}",
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: 6, hours: 100001}}",
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: six}}",
        "{stream: {classes: [{job: bag.yaml}], jobsPerHour: 6, pattern: wild}}",
        "{stream: {classes: [{job: bag.yaml}]}}",
        "{stream: {classes: [], jobsPerHour: 6}}",
        "{stream: {jobsPerHour: 6}}",
        "{stream: {classes: {job: bag.yaml}, jobsPerHour: 6}}",
        "{stream: {classes: [bag.yaml], jobsPerHour: 6}}",
        "{stream: {classes: [{weight: 3}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: 5}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: bag.yaml, draw: 3}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: bag.yaml, application: hybrid}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: bag.yaml, weight: -1}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: bag.yaml, retries: 1001}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: bag.yaml, deadline: 0s}], jobsPerHour: 6}}",
        "{stream: {classes: [{job: bag.yaml}], arrivals: []}}",
        "{stream: {classes: [{job: bag.yaml}], arrivals: [0s], hours: 3}}",
        "{stream: {classes: [{job: bag.yaml}], arrivals: [0s], jobsPerHour: 3}}",
        "{stream: {classes: [{job: bag.yaml}], arrivals: 5m}}",
        "{stream: 5}",
      })
  void bothJudgeStreamsAlike(String work) throws JobFileException {
    judgedAlike(HERE + "work: " + work + "\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "errors: {runtime: 20%, lag: 12.5%}",
        "errors: {}",
        "errors: {runtime: 0}",
        "errors: {runtime: 100%}",
        "errors: {runtime: 101%}",
        "errors: {runtime: 0.2}",
        "errors: {runtime: -5%}",
        "errors: {price: 5%}",
        "errors: 20%",
        "failures: {tasks: 1%, vmMeanLife: 48h}",
        "failures: {vmMeanLife: 0s}",
        "failures: {tasks: one}",
        "failures: []",
      })
  void bothJudgeErrorsAndFailuresAlike(String line) throws JobFileException {
    judgedAlike(HERE + WORK + line + "\n");
  }

  /** What takes more than looking at one field. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "work: {stream: {classes: [{job: nowhere.yaml}], jobsPerHour: 6}}",
        "work: {stream: {classes: [{application: hybrid}], jobsPerHour: 6}}",
        "work: {stream: {classes: [{job: bag.yaml}], jobsPerHour: 1000000}}",
      })
  void theRestOnlyTheReaderKnows(String line) throws JobFileException {
    String text = HERE + line + "\n";

    assertThat(judge(SCENARIO).validate(EditorView.of(text))).isEmpty();
    assertThat(complaints(text)).hasSize(1);
  }
}
