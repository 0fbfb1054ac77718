package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TasksTest {
  private static final String SWEEP =
      """
      name: sweep
      tasks:
        - {name: point, count: 4, command: "./simulate {index}", retries: 1}
        - {name: merge, after: [point], command: ./merge}
      """;

  @TempDir private Path home;

  private Path dir() {
    return home.resolve("state");
  }

  private Typed tasks(String... more) {
    var args = new ArrayList<>(List.of("tasks", "--dir", dir().toString()));
    args.addAll(List.of(more));
    return Typed.here(args.toArray(String[]::new));
  }

  private List<JsonNode> rows(String... more) throws Exception {
    var args = new ArrayList<>(List.of(more));
    args.add("--json");
    List<JsonNode> rows = new ArrayList<>();
    for (String line : tasks(args.toArray(String[]::new)).out().lines().toList()) {
      rows.add(JsonSchemas.checked("tasks", line));
    }
    return rows;
  }

  @Test
  void everyTaskHasARowWithWhatBecameOfIt() throws Exception {
    try (var stage = new Stage(dir(), 2)) {
      stage.submit(SWEEP).finish(0).fail(1, 3).fail(1, 7).turn();
      List<JsonNode> rows = rows();
      assertThat(rows).hasSize(5);
      assertThat(rows.get(0).get("state").asText()).isEqualTo("succeeded");
      assertThat(rows.get(0).get("exit").asInt()).isZero();
      assertThat(rows.get(0).get("seconds").asDouble()).isEqualTo(1);
      assertThat(rows.get(0).get("machine").asText()).isEqualTo("here");
      assertThat(rows.get(1).get("state").asText()).isEqualTo("failed");
      assertThat(rows.get(1).get("attempts").asInt()).isEqualTo(2);
      assertThat(rows.get(1).get("exit").asInt()).isEqualTo(7);
      assertThat(rows.get(1).get("command").asText()).isEqualTo("./simulate 1");
      assertThat(rows.get(2).get("state").asText()).isEqualTo("running");
      assertThat(rows.get(2).has("ended")).isFalse();
      assertThat(rows.get(4).get("state").asText()).isEqualTo("skipped");
      assertThat(rows.get(4).has("started")).isFalse();
      stage.finishAll();
    }
    assertThat(rows("--state", "failed")).hasSize(1);
    assertThat(rows("--task", "point")).hasSize(4);
    assertThat(rows("--task", "point/3").get(0).get("index").asInt()).isEqualTo(3);
    assertThat(rows("--task", "merge", "--state", "failed")).isEmpty();
    assertThat(tasks("--state", "failed").out()).contains("point/1").contains("./simulate 1");
  }

  @Test
  void attemptsThatWereLostWithTheirMachineAreCountedAndCostNoRetry() throws Exception {
    new Stage(dir(), 1).submit(SWEEP).die();
    try (var again = new Stage(dir(), 1)) {
      again.finishAll();
    }
    JsonNode first = rows().get(0);
    assertThat(first.get("attempts").asInt()).isEqualTo(2);
    assertThat(first.get("lost").asInt()).isEqualTo(1);
    String status = Typed.here("status", "--dir", dir().toString(), "--json").out();
    JsonNode json = JsonSchemas.checked("status", status);
    assertThat(json.get("lost").asInt()).isEqualTo(1);
    assertThat(json.get("retried").asInt()).isZero();
    assertThat(Typed.here("status", "--dir", dir().toString()).out()).contains("1 attempt lost");
    assertThat(tasks("--task", "point/0").out()).contains("2 (1 lost)");
  }

  @Test
  void csvHasTitlesAndQuotesWhatNeedsThem() throws Exception {
    try (var stage = new Stage(dir(), 1)) {
      stage.submit("{name: q, tasks: [{name: a, command: 'echo \"x, y\"'}]}").finishAll();
    }
    List<String> lines = tasks("--csv").out().lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(0)).startsWith("job,task,index,line,arrayTaskId,state,attempts");
    assertThat(lines.get(1)).startsWith("1,a,0,,,succeeded,1,0,0,1.0,here,");
    assertThat(lines.get(1)).endsWith(",\"echo \"\"x, y\"\"\",");
  }

  @Test
  void tasksOfAnArrayAreKnownByItsOwnValues() throws Exception {
    Path script =
        Files.writeString(
            home.resolve("s.sh"),
            """
            #!/bin/sh
            #SBATCH --array=1-5:2
            echo it is $SLURM_ARRAY_TASK_ID >&2
            test $SLURM_ARRAY_TASK_ID != 3
            """);
    Typed run = Typed.here("run", script.toString(), "--keep-going", "--dir", dir().toString());
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("failed: task/1 (SLURM_ARRAY_TASK_ID 3), exit 1");
    JsonNode row = rows("--array-id", "3").get(0);
    assertThat(row.get("task").asText()).isEqualTo("task/1");
    assertThat(row.get("command").asText()).isEqualTo("the script s");
    Typed status = Typed.here("status", "--dir", dir().toString(), "--failed");
    assertThat(status.out()).contains("task/1 (SLURM_ARRAY_TASK_ID 3): exit 1");
  }

  @Test
  void linesOfAFileAreKnownByTheirNumbers() throws Exception {
    Path lines = Files.writeString(home.resolve("l"), "# first\n\ntrue\nfalse # why not\n");
    Typed run =
        Typed.here("run", "--lines", lines.toString(), "--keep-going", "--dir", dir().toString());
    assertThat(run.err())
        .contains("failed: line/1 (line 4), exit 1")
        .contains("  $ false # why not");
    assertThat(rows("--line", "3").get(0).get("state").asText()).isEqualTo("succeeded");
    Typed none = tasks("--line", "2");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).isEqualTo("windhover: no task of l has line 2\n");
  }

  @Test
  void whatIsNotThereIsOneLine() throws Exception {
    new Stage(dir(), 1).submit(SWEEP).die();
    for (String[] bad :
        new String[][] {
          {"--state", "faild"},
          {"--task", "pont"},
          {"--task", "point/9"},
          {"--line", "1"},
          {"--line", "0"},
          {"--csv", "--json"},
          {"--line", "1", "--task", "point"}
        }) {
      Typed typed = tasks(bad);
      assertThat(typed.exit()).as(String.join(" ", bad)).isEqualTo(2);
      assertThat(typed.err().lines()).hasSize(1);
      assertThat(typed.out()).isEmpty();
    }
  }
}
