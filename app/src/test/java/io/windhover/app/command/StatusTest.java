package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.windhover.app.Typed;
import io.windhover.host.HeldFolder;
import io.windhover.worker.AttemptsOnDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StatusTest {
  private static final String SWEEP =
      """
      name: sweep
      deadline: 35m
      tasks:
        - {name: point, count: 4, command: "./simulate {index}", retries: 1}
        - {name: merge, after: [point], command: ./merge}
      """;

  @TempDir private Path home;

  private Path dir() {
    return home.resolve("state");
  }

  private Typed status(String... more) {
    var args = new ArrayList<>(List.of("status", "--dir", dir().toString()));
    args.addAll(List.of(more));
    return Typed.here(args.toArray(String[]::new));
  }

  private static JsonNode json(Typed typed) throws Exception {
    assertThat(typed.out().lines()).hasSize(1);
    return JsonMapper.builder().build().readTree(typed.out());
  }

  @Test
  void saysHowARunningJobStandsAndWhoRunsIt() throws Exception {
    try (var stage = new Stage(dir(), 2)) {
      stage.submit(SWEEP).finish(0).turn();
      Typed typed = status();
      assertThat(typed.exit()).isZero();
      assertThat(typed.err()).isEmpty();
      assertThat(typed.out())
          .startsWith("sweep (job 1): running\n  5 tasks: 1 succeeded, 2 running, 2 waiting\n")
          .contains("deadline in 2")
          .contains("process " + ProcessHandle.current().pid())
          .contains("running `windhover run sweep.yaml`");
      JsonNode json = json(status("--json"));
      assertThat(json.get("state").asText()).isEqualTo("running");
      assertThat(json.get("succeeded").asInt()).isEqualTo(1);
      assertThat(json.get("holder").get("pid").asLong()).isEqualTo(ProcessHandle.current().pid());
      stage.finishAll();
    }
  }

  @Test
  void ofAKilledRunSaysHowToGoOn() throws Exception {
    new Stage(dir(), 2).submit(SWEEP).finish(0).die();
    Typed typed = status();
    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .startsWith("sweep (job 1): stopped before its end\n")
        .contains("1 succeeded, 2 running when it stopped, 2 waiting")
        .contains("nobody is running it; go on with: " + Stage.RESUME);
    assertThat(json(status("--json")).get("state").asText()).isEqualTo("stopped");
  }

  @Test
  void listsWhatFailedWithItsOutput() throws Exception {
    try (var stage = new Stage(dir(), 1)) {
      stage.submit(SWEEP).fail(0, 3).write(0, "", "trouble").fail(0, 7);
    }
    Typed typed = status("--failed", "--tasks");
    assertThat(typed.out())
        .startsWith("sweep (job 1): failed after ")
        .contains("5 tasks: 1 failed, 4 skipped, 1 retry\n")
        .contains("point      4        0        0          0       1          0        3\n")
        .contains("point/0: exit 7, attempt 2: " + dir().resolve("logs/point/0/0.2.err") + "\n");
    JsonNode failure = json(status("--failed", "--json")).get("failures").get(0);
    assertThat(failure.get("exit").asInt()).isEqualTo(7);
    assertThat(failure.get("attempt").asInt()).isEqualTo(2);
    assertThat(failure.get("task").asText()).isEqualTo("point/0");
  }

  @Test
  void whatNoMachineCanRunIsSaidToWaitInVain() throws Exception {
    new Stage(dir(), 2)
        .submit("{name: sweep, tasks: [{name: train, count: 3, cores: 2, command: b}]}")
        .die();
    try (var smaller = new Stage(dir(), 1)) {
      smaller.turn();
      assertThat(status().out())
          .startsWith("sweep (job 1): running\n  3 tasks: 3 waiting, 1 attempt lost\n")
          .contains("3 tasks of train can never run on the machines there are: needs 2 cores");
    }
  }

  @Test
  void countsOfAFailedJobAreDisjointAndItsDeadlineIsNotKept() throws Exception {
    try (var stage = new Stage(dir(), 1)) {
      stage.submit(SWEEP).finish(0).fail(1, 3).fail(1, 7);
    }
    assertThat(status().out()).contains("deadline not kept").doesNotContain("ended");
    JsonNode json = json(status("--json"));
    assertThat(json.get("cancelled").asInt()).isZero();
    int sum = 0;
    for (String state :
        List.of("succeeded", "failed", "cancelled", "skipped", "waiting", "running")) {
      sum += json.get(state).asInt();
    }
    assertThat(sum).isEqualTo(json.get("tasks").asInt());
  }

  @Test
  void aRetriedTaskThatSucceededHasNotFailed() throws Exception {
    try (var stage = new Stage(dir(), 1)) {
      stage.submit(SWEEP).fail(0, 3).finishAll();
    }
    assertThat(status("--failed").out())
        .startsWith("sweep (job 1): done after ")
        .contains("before its deadline")
        .contains("no task has failed");
  }

  @Test
  void findsAJobByNumberAndByName() throws Exception {
    try (var stage = new Stage(dir(), 1)) {
      stage.submit(SWEEP).finishAll();
      stage.submit("{name: other, tasks: [{name: a, command: b}]}").finishAll();
    }
    assertThat(status().out()).startsWith("other (job 2)");
    assertThat(status("1").out()).startsWith("sweep (job 1)");
    assertThat(status("sweep").out()).startsWith("sweep (job 1)");
    Typed typed = status("3");
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo("windhover: there is no job 3 here; the newest is 2 (other)\n");
  }

  @Test
  void aFolderWithoutAJobSaysSo() {
    new Stage(dir(), 1).die();
    Typed typed = status();
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).isEqualTo("windhover: no job was ever submitted here\n");
  }

  @Test
  void garbageIsOneLine() throws Exception {
    new Stage(dir(), 1).die();
    Files.writeString(dir().resolve("windhover.db"), "garbage\n".repeat(1000));
    Typed typed = status();
    assertThat(typed.exit()).isEqualTo(3);
    assertThat(typed.err().lines()).hasSize(1);
    assertThat(typed.err()).contains("damaged or not a Windhover database");
  }

  @Test
  void whatIsNoStateFolderIsOneLine() throws Exception {
    Typed missing = status();
    assertThat(missing.exit()).isEqualTo(2);
    assertThat(missing.err()).contains("no such folder; expected the state folder of a run");
    Files.createDirectories(dir());
    assertThat(status().err()).contains("not a state folder");
  }

  @Test
  void worksWhereNothingMayBeWritten() throws Exception {
    new Stage(dir(), 2).submit(SWEEP).finish(0).die();
    Files.setPosixFilePermissions(dir(), PosixFilePermissions.fromString("r-xr-xr-x"));
    try (var files = Files.list(dir())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
      }
    }
    List<String> asPlainUser =
        Files.isWritable(dir())
            ? List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search")
            : List.of();
    Typed typed = Typed.apart(home, asPlainUser, "status", "--dir", dir().toString(), "--failed");
    assertThat(typed.err()).isEmpty();
    assertThat(typed.out()).startsWith("sweep (job 1): stopped").contains("1 succeeded");
    Typed cancel = Typed.apart(home, asPlainUser, "cancel", "--dir", dir().toString());
    assertThat(cancel.exit()).isEqualTo(3);
    assertThat(cancel.err().lines()).hasSize(1);
    Files.setPosixFilePermissions(dir(), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void takesTheNewestRunHereAndNamesIt() throws Exception {
    Typed none = Typed.apart(home, List.of(), "status");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err())
        .isEqualTo(
            "windhover: no run found: looked for state folders in .windhover; name one with --dir"
                + " DIR, or a pool with --pool NAME\n");
    new Stage(home.resolve(".windhover/old"), 1).submit(SWEEP).die();
    var old = FileTime.fromMillis(1_000_000_000_000L);
    Files.setLastModifiedTime(home.resolve(".windhover/old/windhover.db"), old);
    try (var stage = new Stage(home.resolve(".windhover/new"), 1)) {
      stage.submit("{name: other, tasks: [{name: a, command: b}]}").finishAll();
    }
    Typed typed = Typed.apart(home, List.of(), "status");
    assertThat(typed.out()).startsWith("other (job 1): done");
    assertThat(typed.err()).contains(".windhover/new is the newest of 2 runs here");
  }

  @Test
  void theFolderOfAPoolsWorkerIsNoRun() throws Exception {
    Path workers = home.resolve(".windhover/vm7");
    try (var held = HeldFolder.acquire(workers, "windhover worker")) {
      AttemptsOnDisk.open(held.folder(), "worker@pool/vm7", "manager", "s1", line -> {});
    }
    assertThat(Typed.apart(home, List.of(), "status").err()).contains("no run found");
    assertThat(Typed.apart(home, List.of(), "jobs", "--json").err()).doesNotContain("vm7");
    new Stage(home.resolve(".windhover/sweep"), 1).submit(SWEEP).die();
    assertThat(Typed.apart(home, List.of(), "status").out()).startsWith("sweep (job 1)");
  }
}
