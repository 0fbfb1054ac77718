package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import io.windhover.core.model.JobRules;
import io.windhover.core.model.JobSpec;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema says what the reader does, as far as a schema can. */
class SchemaTest {
  /** Fields of a task, good and bad. */
  static final List<String> TASK_FIELDS =
      List.of(
          "count: 1",
          "count: 0",
          "count: 1.0",
          "count: 1.5",
          "count: 1e3",
          "count: '1'",
          "count:",
          "count: 99999999",
          "count: 100000001",
          "count: true",
          "count: 0x10",
          "kind: b",
          "kind: b c",
          "kind: [b]",
          "requires: linux",
          "requires: []",
          "requires: [linux, gpu:a100]",
          "requires: [a b]",
          "requires: 5",
          "requires: {a: b}",
          "requires:",
          "cores: 4",
          "cores: 0",
          "cores: 100001",
          "cores: four",
          "memory: 200MB",
          "memory: 1.5GiB",
          "memory: 200M",
          "memory: 200",
          "memory: 0B",
          "memory: -1MB",
          "runtime: 3m",
          "runtime: 1h 30m",
          "runtime: 0s",
          "runtime: 3",
          "runtime: {c3.large: 3m}",
          "runtime: {}",
          "runtime: {c3.large: 3}",
          "runtime: {a b: 3m}",
          "runtime: [3m]",
          "priority: -5",
          "priority: 1000001",
          "priority: 1.5",
          "interruptible: false",
          "interruptible: no",
          "interruptible: 'true'",
          "retries: 0",
          "retries: -1",
          "timeout: 10m",
          "timeout: 10",
          "timeout: ''",
          "cleanup: rm x",
          "cleanup: [rm, x, 5, true, '']",
          "cleanup: []",
          "cleanup: ''",
          "cleanup: '  '",
          "cleanup: 5",
          "cleanup: ['']",
          "cleanup: [[a]]",
          "cleanup: {a: b}",
          "cleanup: [rm, null]",
          "env: {A: b}",
          "env: {A: {}}",
          "env: b",
          "checkpoint: {every: 5m}",
          "checkpoint: {}",
          "checkpoint: 5m",
          "checkpoint: {every: 5}",
          "checkpoint: {every: 5m, x: y}",
          "checkpoint: {every: 5m, how: files}",
          "checkpoint: {every: 5m, how: signal USR1}",
          "checkpoint: {every: 5m, how: signal KILL}",
          "checkpoint: {every: 5m, how: command ./save.sh}",
          "checkpoint: {every: 5m, how: exit-85}",
          "checkpoint: {every: 5m, how: exit-86}",
          "checkpoint: {how: files}",
          "after: z",
          "after: [z]",
          "after: []",
          "after: [z, 5]",
          "after: {z: 1}",
          "after:");

  private static final JsonNode TEXT = schemaText();
  private static final JsonSchema SCHEMA =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(TEXT);

  private static JsonNode schemaText() {
    try (InputStream in = JobFileReader.class.getResourceAsStream(JobFileReader.SCHEMA)) {
      return new ObjectMapper().readTree(in);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void bothKnowTheSameFields() {
    JsonNode task = TEXT.at("/$defs/task/properties");
    assertThat(names(TEXT.get("properties"))).isEqualTo(Names.JOB_FIELDS);
    assertThat(names(task)).isEqualTo(Names.TASK_FIELDS);
    assertThat(names(task.at("/checkpoint/properties"))).isEqualTo(Names.CHECKPOINT_FIELDS);
  }

  @Test
  void everyFieldIsDescribed() {
    TEXT.get("properties").forEach(field -> assertThat(field.has("description")).isTrue());
    TEXT.at("/$defs/task/properties")
        .forEach(field -> assertThat(field.has("description")).isTrue());
  }

  @Test
  void bothUseTheSamePatternsAndLimits() {
    assertThat(pattern("name")).isEqualTo(JobRules.NAME_PATTERN);
    assertThat(pattern("label")).isEqualTo(JobRules.LABEL_PATTERN);
    assertThat(pattern("span")).isEqualTo(Durations.PATTERN);
    assertThat(pattern("size")).isEqualTo(Sizes.PATTERN);
    assertThat(pattern("time")).isEqualTo(Values.TIME_PATTERN);
    assertThat(TEXT.at("/$defs/env/propertyNames/pattern").asText())
        .isEqualTo(JobRules.VARIABLE_PATTERN);
    assertThat(limit("count", "maximum")).isEqualTo(JobSpec.TASKS_MAX);
    assertThat(limit("cores", "maximum")).isEqualTo(JobRules.CORES_MAX);
    assertThat(limit("retries", "maximum")).isEqualTo(JobRules.RETRIES_MAX);
    assertThat(limit("priority", "maximum")).isEqualTo(JobRules.PRIORITY_MAX);
    assertThat(limit("priority", "minimum")).isEqualTo(-JobRules.PRIORITY_MAX);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "tasks: []",
        "tasks: {}",
        "tasks: [a]",
        "name: x",
        "tasks: [{command: a}]",
        "tasks: [{name: a}]",
        "tasks: [{name: a, command: b}]",
        "tasks: [{name: a, runtime: 3m}]",
        "tasks: [{name: a, command: b, colour: red}]",
        "colour: red\ntasks: [{name: a, command: b}]",
        "name: 5\ntasks: [{name: a, command: b}]",
        "name: ''\ntasks: [{name: a, command: b}]",
        "name: .a\ntasks: [{name: a, command: b}]",
        "name: a.b_c-d\ntasks: [{name: a, command: b}]",
        "deadline: 35m\ntasks: [{name: a, command: b}]",
        "deadline: 35\ntasks: [{name: a, command: b}]",
        "deadline: [35m]\ntasks: [{name: a, command: b}]",
        "deadline: 2026-11-20T18:00:00Z\ntasks: [{name: a, command: b}]",
        "deadline: 2026-11-20T18:00:00.5+01:00\ntasks: [{name: a, command: b}]",
        "deadline: 2026-11-20T18:00:00\ntasks: [{name: a, command: b}]",
        "deadline: 2026-11-20\ntasks: [{name: a, command: b}]",
        "outputs: /data/x\ntasks: [{name: a, command: b}]",
        "outputs: https://host/x?key=y\ntasks: [{name: a, command: b}]",
        "outputs: 5\ntasks: [{name: a, command: b}]",
        "outputs: ' '\ntasks: [{name: a, command: b}]",
        "outputs: [a]\ntasks: [{name: a, command: b}]",
        "outputs:\ntasks: [{name: a, command: b}]",
        "policy: bag\ntasks: [{name: a, command: b}]",
        "policy: {name: bag, zeal: 5, fast: true}\ntasks: [{name: a, command: b}]",
        "policy: {zeal: 5}\ntasks: [{name: a, command: b}]",
        "policy: {name: bag, zeal: [5]}\ntasks: [{name: a, command: b}]",
        "policy: {name: bag, a b: 5}\ntasks: [{name: a, command: b}]",
        "policy:\ntasks: [{name: a, command: b}]",
        "env: {A: b, C: 5, D: true, E: ''}\ntasks: [{name: a, command: b}]",
        "env: {A: }\ntasks: [{name: a, command: b}]",
        "env: {A: [b]}\ntasks: [{name: a, command: b}]",
        "env: {A-B: c}\ntasks: [{name: a, command: b}]",
        "env: {WINDHOVER_JOB: c}\ntasks: [{name: a, command: b}]",
        "env: []\ntasks: [{name: a, command: b}]",
      })
  void bothJudgeJobsAlike(String text) throws JobFileException {
    assertThat(SCHEMA.validate(EditorView.of(text)).isEmpty())
        .isEqualTo(Sample.complaints(text).isEmpty());
  }

  @ParameterizedTest
  @FieldSource("TASK_FIELDS")
  void bothJudgeTasksAlike(String field) throws JobFileException {
    String text = "tasks:\n- {name: z, command: x}\n- {name: a, command: b, %s}\n".formatted(field);
    assertThat(SCHEMA.validate(EditorView.of(text)).isEmpty())
        .as(Sample.complaints(text).toString())
        .isEqualTo(Sample.complaints(text).isEmpty());
  }

  /** What takes more than looking at one field. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tasks: [{name: a, command: b}, {name: a, command: b}]",
        "tasks: [{name: a, command: b, after: a}]",
        "tasks: [{name: a, command: b, after: c}]",
        "deadline: 99999d\ntasks: [{name: a, command: b}]",
        "deadline: 2026-02-30T18:00Z\ntasks: [{name: a, command: b}]",
        "tasks: [{name: a, command: \"b\\0\"}]",
      })
  void theRestOnlyTheReaderKnows(String text) throws JobFileException {
    assertThat(SCHEMA.validate(EditorView.of(text))).isEmpty();
    assertThat(Sample.complaints(text)).hasSize(1);
  }

  private static List<String> names(JsonNode properties) {
    List<String> names = new ArrayList<>();
    properties.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static String pattern(String definition) {
    return TEXT.at("/$defs/" + definition + "/pattern").asText();
  }

  private static int limit(String field, String name) {
    return TEXT.at("/$defs/task/properties/" + field + "/" + name).asInt();
  }
}
