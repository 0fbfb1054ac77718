package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs at a glance, and which jobs a command means when nobody says. */
final class JobsTest {
  private static final String SWEEP =
      "{name: sweep, deadline: 35m, tasks: [{name: point, count: 4, command: ./p}]}";

  @TempDir private Path home;

  private Path config() throws IOException {
    Path secret = Files.writeString(home.resolve("secret"), "hunter2\n");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
    return Files.writeString(
        home.resolve("config.yaml"),
        "pools: {lab: {server: \"127.0.0.1:1\", user: alice@example.org, passwordFile: secret,"
            + " manager: manager.example.org}}\n");
  }

  private Typed typed(Path where, String... args) throws Exception {
    return Typed.apart(where, List.of("env", "WINDHOVER_CONFIG=" + config()), args);
  }

  @Test
  void listsEveryRunMadeFromHereInEightyColumns() throws Exception {
    new Stage(home.resolve(".windhover/sweep"), 2).submit(SWEEP).finish(0).die();
    Thread.sleep(20); // So that the next is newer by the clock of the file system.
    String longName = "a".repeat(100);
    try (var stage = new Stage(home.resolve(".windhover/long"), 1)) {
      stage.submit("{name: %s, tasks: [{name: a, command: b}]}".formatted(longName)).finishAll();
    }
    Typed jobs = typed(home, "jobs");
    assertThat(jobs.exit()).as(jobs.err()).isZero();
    assertThat(jobs.err()).isEmpty();
    List<String> lines = jobs.out().lines().toList();
    assertThat(lines).hasSize(3).allMatch(line -> line.length() <= 80);
    assertThat(lines.get(0)).matches("job +name +state +done +failed +deadline +owner");
    assertThat(lines.get(1)).matches("1 +a+… +done +1/1 +0 +none +\\S+");
    assertThat(lines.get(2)).matches("1 +sweep +stopped +1/4 +0 +in .* \\S+");
  }

  @Test
  void lookingAtARunDoesNotMakeItTheNewest() throws Exception {
    for (String name : List.of("old", "young")) {
      try (var stage = new Stage(home.resolve(".windhover").resolve(name), 1)) {
        stage.submit(SWEEP.replace("sweep", name)).finishAll();
      }
      Thread.sleep(20); // So that the next is newer by the clock of the file system.
    }
    assertThat(typed(home, "status", "--dir", ".windhover/old").exit()).isZero();
    for (int look = 1; look <= 2; look++) {
      assertThat(typed(home, "jobs").out()).as("look " + look).containsSubsequence("young", "old");
    }
    assertThat(typed(home, "status").out()).startsWith("young (job 1)");
  }

  @Test
  void tellsProgramsWhatStatusTellsThemAndTheOwner() throws Exception {
    try (var stage = new Stage(home.resolve(".windhover/sweep"), 1)) {
      stage.submit(SWEEP).finishAll();
    }
    JsonNode jobs = JsonMapper.builder().build().readTree(typed(home, "jobs", "--json").out());
    assertThat(jobs.get("jobs")).hasSize(1);
    JsonNode job = jobs.get("jobs").get(0);
    assertThat(job.get("name").asText()).isEqualTo("sweep");
    assertThat(job.get("state").asText()).isEqualTo("done");
    assertThat(job.get("succeeded").asInt()).isEqualTo(4);
    assertThat(job.get("owner").asText()).isEqualTo(Files.getOwner(home).getName());
  }

  @Test
  void aFolderThatCannotBeReadDoesNotHideTheOthers() throws Exception {
    try (var stage = new Stage(home.resolve(".windhover/sweep"), 1)) {
      stage.submit(SWEEP).finishAll();
    }
    Path broken = Files.createDirectories(home.resolve(".windhover/broken"));
    Files.writeString(broken.resolve("windhover.db"), "no database at all".repeat(100));
    Typed jobs = typed(home, "jobs");
    assertThat(jobs.out()).as(jobs.err()).contains("sweep");
    assertThat(jobs.err()).contains("broken");
  }

  @Test
  void withoutARunHereTheDefaultPoolIsMeantByAll() throws Exception {
    Path empty = Files.createDirectory(home.resolve("empty"));
    for (String command : List.of("jobs", "status", "explain", "cancel", "retry")) {
      Typed typed = typed(empty, command, "--timeout", "1");
      assertThat(typed.exit()).as(command + ": " + typed.err()).isEqualTo(6);
      assertThat(typed.err()).startsWith("windhover: no run here; asking pool lab\n");
    }
  }

  @Test
  void aRunHereComesBeforeTheDefaultPool() throws Exception {
    try (var stage = new Stage(home.resolve(".windhover/sweep"), 1)) {
      stage.submit(SWEEP).finishAll();
    }
    Typed status = typed(home, "status");
    assertThat(status.exit()).as(status.err()).isZero();
    assertThat(status.err()).isEmpty();
    assertThat(typed(home, "status", "--pool", "lab", "--patience", "1").exit())
        .as("the old word for --timeout")
        .isEqualTo(6);
  }

  @Test
  void oneWordSaysHowLongToWait() {
    for (String command : List.of("status", "cancel", "retry", "submit", "workers", "jobs")) {
      assertThat(Typed.here(command, "--help").out())
          .as(command)
          .contains("--timeout")
          .doesNotContain("--patience");
    }
  }

  @Test
  void aListOfCommandsIsCalledAfterItsFile() throws Exception {
    Files.writeString(home.resolve("cmds.txt"), "true\n");
    assertThat(typed(home, "run", "--lines", "cmds.txt").exit()).isZero();
    assertThat(home.resolve(".windhover/cmds")).isDirectory();
    Typed piped =
        Typed.apart(home, List.of("sh", "-c", "echo true | \"$@\"", "sh"), "run", "--lines", "-");
    assertThat(piped.exit()).as(piped.err()).isZero();
    assertThat(home.resolve(".windhover/lines")).isDirectory();
  }

  /** Lists of commands were all called "lines" once. */
  @Test
  void aListBegunUnderTheOldNameIsResumed() throws Exception {
    Files.writeString(home.resolve("cmds.txt"), "test -e there\n");
    assertThat(typed(home, "run", "--lines", "cmds.txt", "--name", "lines").exit()).isEqualTo(1);
    Files.createFile(home.resolve("there"));
    assertThat(typed(home, "retry").exit()).isZero();
    assertThat(typed(home, "run", "--lines", "cmds.txt", "--resume").exit()).isZero();
    assertThat(home.resolve(".windhover/cmds")).doesNotExist();
  }
}
