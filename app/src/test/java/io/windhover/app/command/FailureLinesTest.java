package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Failures of a job file's tasks are told with the file and the line in which the task stands. */
@Timeout(120)
final class FailureLinesTest {
  private static final String ALIGN =
      """
      name: align
      # Samples first.
      tasks:
        - name: align
          count: 3
          command: test {index} != 1

        - command: "false"
          name: merge
      """;

  @TempDir private Path home;
  private Path file;

  @BeforeEach
  void write() throws Exception {
    file = Files.writeString(home.resolve("align.yaml"), ALIGN);
  }

  private Typed typed(String command, String... more) {
    var args = new ArrayList<>(List.of(command));
    args.addAll(List.of(more));
    args.addAll(List.of("--dir", home.resolve("state").toString()));
    return Typed.here(args.toArray(String[]::new));
  }

  @Test
  void aFailureSaysWhereItsTaskStandsInTheFile() throws Exception {
    Typed run = typed("run", file.toString(), "--keep-going", "--json");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .contains("failed: align/1 (" + file + ":4), exit 1")
        .contains("  $ test 1 != 1")
        .contains("failed: merge (" + file + ":9), exit 1");
    List<String> sources = new ArrayList<>();
    JsonSchemas.checked("run", run.out())
        .get("failures")
        .forEach(failure -> sources.add(failure.get("source").asText()));
    assertThat(sources).containsExactlyInAnyOrder(file + ":4", file + ":9");

    Files.delete(file);
    assertThat(typed("status", "--failed").out())
        .contains("align/1 (" + file + ":4): exit 1")
        .contains("merge (" + file + ":9): exit 1");
    JsonNode status = JsonSchemas.checked("status", typed("status", "--failed", "--json").out());
    assertThat(status.get("failures").get(0).get("source").asText()).isEqualTo(file + ":4");
    String row = typed("tasks", "--state", "failed", "--task", "merge", "--json").out();
    JsonNode merge = JsonSchemas.checked("tasks", row.strip());
    assertThat(merge.get("source").asText()).isEqualTo(file + ":9");
    assertThat(typed("tasks", "--task", "merge", "--csv").out())
        .endsWith(",false," + file + ":9\n");
    JsonNode logs = JsonSchemas.checked("logs", typed("logs", "merge", "--json").out());
    assertThat(logs.get("source").asText()).isEqualTo(file + ":9");
  }

  /** What moved in the file without a change of the work is no edit, and has its new line. */
  @Test
  void aResumedRunTellsTheLinesOfTheFileAsItIsNow() throws Exception {
    typed("run", file.toString(), "--keep-going");
    Files.writeString(file, "# A remark on top.\n" + ALIGN);
    Typed again = typed("run", file.toString(), "--resume", "--json");
    JsonNode failures = JsonSchemas.checked("run", again.out()).get("failures");
    assertThat(failures.findValuesAsText("source")).contains(file + ":5", file + ":10");
    assertThat(typed("status", "--failed").out()).contains("merge (" + file + ":10)");

    Files.writeString(file, ALIGN.replace("false", "exit 4") + "  - {name: last, command: 'true'}");
    Typed edited = typed("run", file.toString(), "--resume", "--yes");
    assertThat(edited.err()).contains("failed: merge (" + file + ":9), exit 4");
    Files.writeString(file, "# Never agreed to.\n" + ALIGN);
    assertThat(typed("run", file.toString(), "--resume").exit()).isEqualTo(2);
    assertThat(typed("status", "--failed").out()).contains("merge (" + file + ":9): exit 4");
  }

  @Test
  void jobFilesInJsonHaveLinesAndFilesOfOtherProgramsKeepTheirWords() throws Exception {
    Path json =
        Files.writeString(
            home.resolve("j.json"),
            "{\"tasks\": [\n  {\"name\": \"a\",\n   \"command\": \"false\"}]}\n");
    assertThat(typed("run", json.toString()).err()).contains("failed: a (" + json + ":2), exit 1");
    Path kestrel = Files.writeString(home.resolve("k.job"), "[job]\ncommand = false\n");
    Typed run = Typed.here("run", kestrel.toString(), "--dir", home.resolve("k") + "", "--json");
    assertThat(run.err()).contains("failed: task, exit 1");
    assertThat(JsonSchemas.checked("run", run.out()).get("failures").get(0).has("source"))
        .isFalse();
  }
}
