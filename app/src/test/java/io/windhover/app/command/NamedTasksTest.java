package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is printed of a task can be typed, after every command that takes a task. */
@Timeout(120)
final class NamedTasksTest {
  /**
   * A run in which one task fails.
   *
   * @param printed how its failure names the task
   * @param forms words that mean it; between words is a bar
   */
  record Kind(
      String name,
      String file,
      String text,
      List<String> run,
      String task,
      String printed,
      List<String> forms) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind(
            "a job file",
            "align.yaml",
            "tasks:\n  - {name: align, count: 3, command: 'echo {index} >&2; test {index} != 1'}\n",
            List.of("run"),
            "align/1",
            "align/1 (FILE:2)",
            List.of("align/1", "align|align/1", "1|align/1")),
        new Kind(
            "a list of commands",
            "list",
            "# The first\necho 1 >&2; false\ntrue\ntrue\n",
            List.of("run", "--lines"),
            "line/0",
            "line/0 (line 2)",
            List.of("line/0", "line|2", "line 2", "2", "list|2", "1|2", "1|line|2", "1|line/0")),
        new Kind(
            "an array of Slurm's",
            "fit",
            """
            #!/bin/sh
            #SBATCH --array=1-5:2
            echo $SLURM_ARRAY_TASK_ID >&2
            test $SLURM_ARRAY_TASK_ID != 1
            """,
            List.of("run"),
            "task/0",
            "task/0 (SLURM_ARRAY_TASK_ID 1)",
            List.of("task/0", "SLURM_ARRAY_TASK_ID|1", "1", "fit|1", "fit|SLURM_ARRAY_TASK_ID 1")));
  }

  @TempDir private Path home;
  private int copies;

  private static Typed typed(Path dir, String command, List<String> words, String... more) {
    var args = new ArrayList<>(List.of(command));
    args.addAll(words);
    args.addAll(List.of(more));
    args.addAll(List.of("--dir", dir.toString()));
    return Typed.here(args.toArray(String[]::new));
  }

  private Path copy(Path dir) throws IOException {
    Path copy = home.resolve("copy" + copies++);
    try (Stream<Path> files = Files.walk(dir)) {
      for (Path from : files.toList()) {
        Files.copy(from, copy.resolve(dir.relativize(from)));
      }
    }
    return copy;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyFormMeansTheTaskThatFailed(Kind kind) throws Exception {
    Path file = Files.writeString(home.resolve(kind.file()), kind.text());
    Path dir = home.resolve("state");
    List<String> run = new ArrayList<>(kind.run().subList(1, kind.run().size()));
    run.add(file.toString());
    String printed = kind.printed().replace("FILE", file.toString());
    assertThat(typed(dir, "run", run, "--keep-going").err()).contains("failed: " + printed + ", ");
    assertThat(typed(dir, "status", List.of(), "--failed").out()).contains(printed + ": exit 1");

    for (String form : kind.forms()) {
      List<String> words = List.of(form.split("[|]"));
      JsonNode logs = JsonSchemas.checked("logs", typed(dir, "logs", words, "--json").out());
      assertThat(logs.get("task").asText()).as("logs " + form).isEqualTo(kind.task());
      assertThat(typed(dir, "logs", words, "--err").out()).isEqualTo("1\n");

      Typed explain = typed(dir, "explain", words);
      assertThat(explain.out()).as("explain " + form).startsWith(printed + " failed: exit 1");
      JsonNode why = JsonSchemas.checked("explain", typed(dir, "explain", words, "--json").out());
      assertThat(why.get("task").asText()).isEqualTo(kind.task());
      assertThat(why.get("groups").get(0).get("tasks").asInt()).isEqualTo(1);

      Typed retry = typed(copy(dir), "retry", words, "--json");
      assertThat(retry.err()).as("retry " + form).isEmpty();
      JsonNode back = JsonSchemas.checked("retry", retry.out());
      assertThat(back.get("only").asText()).as("retry " + form).isEqualTo(kind.task());
      assertThat(back.get("tasks").asInt()).as("retry " + form).isEqualTo(1);
    }
    for (String form : kind.forms().stream().filter(form -> !form.contains("|")).toList()) {
      JsonNode row =
          JsonSchemas.checked(
              "tasks", typed(dir, "tasks", List.of("--task", form), "--json").out().strip());
      assertThat(row.get("task").asText()).as("tasks --task " + form).isEqualTo(kind.task());
    }
  }

  /** A number that no task is known by is never taken for a job, which would put back all of it. */
  @Test
  void aNumberThatNoTaskHasIsOneLine() throws Exception {
    Path file = Files.writeString(home.resolve("list"), "# The first\nfalse\ntrue\n");
    Path dir = home.resolve("state");
    typed(dir, "run", List.of("--lines", file.toString()), "--keep-going");
    for (String command : List.of("retry", "explain", "logs")) {
      for (String words : List.of("1", "line|1", "SLURM_ARRAY_TASK_ID|2", "line/7", "a|b|c", " ")) {
        Typed typed = typed(dir, command, List.of(words.split("[|]")));
        assertThat(typed.exit()).as(command + " " + words).isEqualTo(2);
        assertThat(typed.err().lines()).as(command + " " + words).hasSize(1);
      }
    }
    assertThat(typed(dir, "retry", List.of("1")).err())
        .isEqualTo("windhover: no task of list has line 1\n");
    assertThat(typed(dir, "retry", List.of("2")).out())
        .startsWith("list (job 1): 1 task put back: line/0 (line 2)\n");
  }

  /** The first number could be the job's; where it is a line's too nothing is guessed. */
  @Test
  void severalLinesAreRetriedByTheirNumbers() throws Exception {
    Path file = Files.writeString(home.resolve("list"), "false\nfalse\nfalse\ntrue\nfalse\n");
    Path dir = home.resolve("state");
    typed(dir, "run", List.of("--lines", file.toString()), "--keep-going");
    Typed unclear = typed(dir, "retry", List.of("1", "2"));
    assertThat(unclear.exit()).isEqualTo(2);
    assertThat(unclear.err())
        .isEqualTo(
            "windhover: 1 is a job and line 1 a task; say line 1 for the task, list for the job\n");
    assertThat(typed(dir, "retry", List.of("line", "1", "2")).out())
        .startsWith("list (job 1): 2 tasks put back: line/0 (line 1), line/1 (line 2)\n");
    assertThat(typed(dir, "retry", List.of("3", "line", "5")).out())
        .startsWith("list (job 1): 2 tasks put back: line/2 (line 3), line/4 (line 5)\n");
  }

  @Test
  void explainTellsOfATaskInEveryState() throws Exception {
    Path dir = home.resolve("state");
    try (var stage = new Stage(dir, 1)) {
      stage.submit(
          """
          name: sweep
          tasks:
            - {name: point, count: 3, command: "./simulate {index}"}
            - {name: merge, after: [point], command: ./merge}
          """);
      stage.finish(0).turn();
      assertThat(typed(dir, "explain", List.of("point/0")).out())
          .startsWith("point/0 succeeded: exit 0, attempt 1 on here; see windhover logs point/0\n");
      assertThat(typed(dir, "explain", List.of("point/1")).out())
          .startsWith("point/1 runs: attempt 1 on here since 20")
          .endsWith("\n  $ ./simulate 1\n");
      assertThat(typed(dir, "explain", List.of("merge")).out()).startsWith("merge waits: ");
      assertThat(typed(dir, "explain", List.of("point")).out()).startsWith("point: 1 task waits: ");
      stage.fail(1, 3);
      assertThat(typed(dir, "explain", List.of("sweep", "merge")).out())
          .startsWith("merge skipped: a task failed");
      assertThat(typed(dir, "explain", List.of("pont/1")).err())
          .isEqualTo("windhover: there is no task \"pont/1\" in sweep; did you mean \"point\"?\n");
    }
  }
}
