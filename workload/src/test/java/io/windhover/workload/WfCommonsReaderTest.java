package io.windhover.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windhover.core.model.Need;
import io.windhover.core.model.TaskGroup;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workflows as WfCommons collects them. */
class WfCommonsReaderTest {
  static final String CHAIN =
      """
      {"name": "chain",
       "schemaVersion": "1.5",
       "workflow": {
        "specification": {
         "tasks": [
          {"name": "align_ID0002", "id": "align_ID0002", "parents": ["split_ID0001"],
           "children": ["merge_3"], "inputFiles": ["part"]},
          {"name": "split_ID0001", "id": "split_ID0001", "parents": [],
           "children": ["align_ID0002"]},
          {"name": "GENOME.MERGE", "id": "merge_3", "parents": ["align_ID0002"], "children": []}],
         "files": [{"id": "part", "sizeInBytes": 5}]},
        "execution": {
         "makespanInSeconds": 99.5,
         "tasks": [
          {"id": "split_ID0001", "runtimeInSeconds": 1.5,
           "command": {"program": "bin/split", "arguments": ["-x"]}},
          {"id": "align_ID0002", "runtimeInSeconds": 20.0004, "coreCount": 3.0,
           "memoryInBytes": 1024, "command": {"program": "align"}},
          {"id": "merge_3", "runtimeInSeconds": 0.0, "memoryInBytes": null,
           "command": {"program": "cat x\\n sort"}}],
         "machines": [{"nodeName": "n", "cpu": {"coreCount": 48}}]}}}
      """;

  private static JobFile read(String text) throws JobFileException {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return JobFileReader.read("flow.json", in, Path.of("/jobs"));
  }

  @Test
  void specificationAndExecutionMakeTasks() throws JobFileException {
    JobFile file = read(CHAIN);
    List<TaskGroup> groups = file.spec().groups();
    assertThat(groups)
        .extracting(TaskGroup::name)
        .containsExactly("split_ID0001", "align_ID0002", "merge_3");
    assertThat(groups)
        .extracting(TaskGroup::kind)
        .containsExactly("split", "align", "GENOME.MERGE");
    assertThat(groups)
        .extracting(TaskGroup::after)
        .containsExactly(List.of(), List.of(0), List.of(1));
    assertThat(groups)
        .extracting(TaskGroup::need)
        .containsExactly(
            new Need(List.of(), 1, 0), new Need(List.of(), 3, 1024), new Need(List.of(), 1, 0));
    assertThat(groups)
        .extracting(group -> group.runtime().anyTypeMillis())
        .containsExactly(1_500L, 20_000L, 0L);
    assertThat(file.runnable()).isFalse();
    assertThat(file.summary().name()).isEqualTo("flow");
    assertThat(file.summary().criticalPathMillis()).isEqualTo(21_500);
  }

  @Test
  void itIsEnoughThatOneSideNamesTheOther() throws JobFileException {
    String childrenOnly = CHAIN.replaceAll("\"parents\": \\[[^]]*]", "\"parents\": []");
    String parentsOnly = CHAIN.replaceAll("\"children\": \\[[^]]*]", "\"children\": []");
    assertThat(read(childrenOnly)).isEqualTo(read(CHAIN));
    assertThat(read(parentsOnly)).isEqualTo(read(CHAIN));
  }

  @Test
  void aMarkOfByteOrderIsNotLookedAt() throws JobFileException {
    assertThat(read("\ufeff" + CHAIN)).isEqualTo(read(CHAIN));
  }

  @Test
  void theVersionMayComeLastAndLinesDoNotMatter() throws JobFileException {
    String last =
        CHAIN
            .replace("\"schemaVersion\": \"1.5\",", "")
            .replaceAll("\\s*\n\\s*", "")
            .replaceAll("}$", ", \"schemaVersion\": \"1.5\"}");
    assertThat(read(last)).isEqualTo(read(CHAIN));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "an older version   | \"1.5\"          | \"1.4\" | flow.json:2: schemaVersion: this is"
            + " WfCommons \"1.4\"; expected version 1.5",
        "no version         | \"schemaVersion\" | \"x\" | flow.json: schemaVersion: is missing;"
            + " expected a WfCommons workflow of version 1.5",
        "no execution       | \"execution\"    | \"x\"  | flow.json: workflow.execution.tasks: is"
            + " missing; expected a list of tasks",
        "no specification   | \"specification\" | \"x\" | flow.json: workflow.specification.tasks:"
            + " is missing; expected a list of tasks",
        "negative           | 20.0004          | -3     | flow.json:17: task align_ID0002: the"
            + " runtime of -3.000 s is negative; expected seconds, from 0 to 315360000",
        "no number          | 20.0004          | NaN    | flow.json:17: task align_ID0002:"
            + " runtimeInSeconds: \"NaN\" is not a number; expected seconds, from 0 to 315360000",
        "an age             | 20.0004          | 4e8    | flow.json:17: task align_ID0002:"
            + " runtimeInSeconds: 4e8 is more than ten years; expected seconds, from 0 to"
            + " 315360000",
        "no runtime         | 20.0004          | null   | flow.json:6: task align_ID0002: has no"
            + " runtimeInSeconds in workflow.execution.tasks; expected one for every task",
        "a runtime as a map | 20.0004          | {}     | flow.json:17:"
            + " workflow.execution.tasks[1].runtimeInSeconds: is neither text nor a number;"
            + " expected one of them",
        "cores of a giant   | 3.0              | 1e9    | flow.json:17: task align_ID0002:"
            + " coreCount: 1e9 is too large; expected whole cores, at most 100,000",
        "half a core        | 3.0              | 1.5    | flow.json:17: task align_ID0002:"
            + " coreCount: 1.5 is not whole; expected whole cores, at most 100,000",
        "negative memory    | 1024             | -1     | flow.json:17: task align_ID0002:"
            + " memoryInBytes: -1 is negative; expected an amount of memory, 0 or more",
        "an unknown parent  | [\"split_ID0001\"] | [\"split_ID0007\"] | flow.json:6: task"
            + " align_ID0002: parents: there is no task \"split_ID0007\"; did you"
            + " mean \"split_ID0001\"?",
        "an unknown child   | [\"merge_3\"]    | [\"?\"] | flow.json:7: task"
            + " align_ID0002: children: there is no task \"?\"; expected one of"
            + " align_ID0002, split_ID0001, merge_3",
        "the same id again  | \"id\": \"merge_3\", \"parents\" | \"id\": \"split_ID0001\","
            + " \"parents\" | flow.json:10: task split_ID0001: is the id of the task in line 8 too;"
            + " expected another one",
        "recorded twice     | {\"id\": \"merge_3\", \"runtime | {\"id\": \"split_ID0001\","
            + " \"runtime | flow.json:19: task split_ID0001: is recorded twice; expected one record"
            + " for every task",
        "recorded unknown   | {\"id\": \"merge_3\", \"runtime | {\"id\": \"merge_4\", \"runtime |"
            + " flow.json:19: workflow.execution.tasks: there is no task \"merge_4\"; did you mean"
            + " \"merge_3\"?",
        "no id              | \"id\": \"merge_3\", \"parents\" | \"parents\" | flow.json:10:"
            + " workflow.specification.tasks[2].id: is missing; expected the task's id",
        "said twice         | \"makespanInSeconds\": 99.5, | \"tasks\": [], | flow.json:14: not"
            + " JSON: Duplicate field 'tasks'"
      })
  void whatIsWrongIsSaidInOneLine(String story, String old, String changed, String expected) {
    assertThat(CHAIN).as(story).contains(old);
    assertThatThrownBy(() -> read(CHAIN.replace(old, changed))).hasMessageContaining(expected);
  }

  @Test
  void tasksThatWaitForEachOtherAreNoWorkflow() {
    String ring = CHAIN.replace("\"parents\": []", "\"parents\": [\"merge_3\"]");
    assertThatThrownBy(() -> read(ring))
        .hasMessage(
            "flow.json:6: task align_ID0002.after: align_ID0002 -> split_ID0001 -> merge_3 ->"
                + " align_ID0002 wait for each other; expected an order without a cycle");
  }

  @Test
  void tasksMustBeAList() {
    String map =
        "{\"schemaVersion\": 1.5,\n\"workflow\": {\"specification\": {\"tasks\": {}},"
            + " \"execution\": {\"tasks\": [5]}}}";
    assertThatThrownBy(() -> read(map))
        .hasMessageContaining("flow.json:2: workflow.specification.tasks: is not a list; expected");
    assertThatThrownBy(() -> read(map.replace("{}", "[5]")))
        .hasMessageContaining("flow.json:2: workflow.specification.tasks[0]: is not a map; expect");
  }

  @Test
  void anEmptyWorkflowIsNone() {
    String none =
        "{\"schemaVersion\": 1.5, \"workflow\": {\"specification\": {\"tasks\": []},"
            + " \"execution\": {\"tasks\": []}}}";
    assertThatThrownBy(() -> read(none))
        .hasMessage("flow.json: the workflow has no tasks; expected at least one");
  }

  @Test
  void aFileThatIsCutOffIsNone() {
    for (int length = 80; length < CHAIN.length() - 2; length += 11) {
      String start = CHAIN.substring(0, length);
      assertThatThrownBy(() -> read(start))
          .isInstanceOf(JobFileException.class)
          .hasMessageMatching("flow.json:[0-9]+: not JSON: .*; expected a whole WfCommons file");
    }
  }

  @Test
  void aJobFileInJsonIsStillOne() throws JobFileException {
    assertThat(read("{\"tasks\": [{\"name\": \"a\", \"command\": \"true\"}]}").runnable()).isTrue();
  }
}
