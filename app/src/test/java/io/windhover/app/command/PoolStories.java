package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.command.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's day with a pool on one kind of wire, the manager's own port or an XMPP server:
 * everything typed, everything real. One pool has all the stories; each leaves it working. A class
 * for each kind runs them, so that they run side by side: most of it is waiting.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PoolStories {
  private final String server;
  private @Nullable PoolStage started;

  PoolStories(String server) {
    this.server = server;
  }

  @BeforeAll
  void up(@TempDir Path folder) throws Exception {
    started = new PoolStage(folder, server, 2);
  }

  @AfterAll
  final void down() throws Exception {
    if (started != null) {
      Ended ended = started.program.run("pool", "down", "--dir", "pool", "--json");
      assertThat(ended.exit()).as(ended.err()).isZero();
      assertThat(ended.json("stopped"))
          .isEqualTo("[\"worker-1\",\"worker-2\",\"manager\"" + (atPort() ? "]" : ",\"server\"]"));
      Ended again = started.program.run("pool", "down", "--dir", "pool");
      assertThat(again.exit()).as(again.err()).isZero();
    }
  }

  final PoolStage pool() {
    return Objects.requireNonNull(started, "the pool did not start");
  }

  private boolean atPort() {
    return server.equals("port");
  }

  @Test
  void aDayWithAPool() throws Exception {
    PoolStage pool = pool();
    long first = pool.managerPid();
    JsonNode again = pool.up();
    assertThat(again.get("pids").get("manager").asLong()).isEqualTo(first);
    Path password = Path.of(again.get("user").get("passwordFile").asText());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(password)))
        .isEqualTo("rw-------");

    assertThat(pool.run("workers").out())
        .contains("worker-1@" + (atPort() ? "pool" : "localhost"))
        .contains("linux");
    pool.awaitOnline(2);

    int job =
        pool.submit(
            """
            name: sweep
            tasks:
              - {name: point, count: 20, command: "echo 'said {index} \\"ä\\"'"}
              - {name: merge, after: [point], command: 'test $WINDHOVER_ATTEMPT -gt 1'}
            """);
    Ended watched = pool.run("watch", Integer.toString(job));
    assertThat(watched.exit()).as(watched.out() + watched.err()).isEqualTo(1);
    assertThat(pool.run("logs", Integer.toString(job), "point/7").out())
        .isEqualTo("said 7 \"ä\"\n");
    assertThat(pool.run("status", "--failed", "sweep").out()).contains("merge: exit 1");

    assertThat(pool.run("retry", Integer.toString(job)).out()).contains("1 task put back");
    Ended done = pool.run("watch", Integer.toString(job));
    assertThat(done.exit()).as(done.out() + done.err()).isZero();
    assertThat(pool.status(job).get("succeeded").asInt()).isEqualTo(21);

    int endless = pool.submit("tasks: [{name: wait, count: 50, command: sleep 600}]\n");
    assertThat(pool.run("cancel", Integer.toString(endless)).out()).contains("cancelled");
    assertThat(pool.run("watch", Integer.toString(endless)).exit()).isEqualTo(1);
    assertThat(pool.status(endless).get("state").asText()).isEqualTo("cancelled");

    Ended nobody = pool.run("status", "999");
    assertThat(nobody.exit()).isEqualTo(2);
    assertThat(nobody.err()).contains("999");
  }

  @Test
  void wholeOutputsGoWhereTheJobSaysAndNothingToStrangers() throws Exception {
    PoolStage pool = pool();
    int job =
        pool.submit(
            """
            outputs: %s/outputs
            tasks: [{name: point, count: 2, command: 'echo said {index}'}]
            """
                .formatted(pool.program.folder()));
    assertThat(pool.run("watch", Integer.toString(job)).exit()).isZero();
    assertThat(pool.program.folder().resolve("outputs/point/1.1.out")).hasContent("said 1");
    assertThat(pool.program.folder().resolve("outputs/point/1.1.err")).isEmptyFile();
    for (String state : List.of("manager", "worker-1", atPort() ? "tokens" : "server")) {
      Path path = Path.of(pool.dir(), state);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .as(state)
          .isEqualTo("rwx------");
    }
  }

  @Test
  void tasksOfAPoolAreKnownByLinesAndJsonIsAsTheSchemasSay() throws Exception {
    PoolStage pool = pool();
    String lines = pool.program.write("lines", "# first\n\ntrue\nfalse\ntrue\n").toString();
    Ended submitted = pool.run("submit", "--json", "--keep-going", "--lines", lines);
    String job = JsonSchemas.checked("submit", submitted.out()).get("job").asText();
    assertThat(pool.run("watch", job, "--json").out().lines())
        .allSatisfy(line -> JsonSchemas.checked("watch", line));
    Ended failed = pool.run("status", job, "--failed", "--tasks", "--json");
    JsonNode failure = JsonSchemas.checked("status", failed.out()).get("failures").get(0);
    assertThat(failure.get("line").asInt()).isEqualTo(4);
    assertThat(failure.get("command").asText()).isEqualTo("false");
    assertThat(pool.run("status", job, "--failed").out()).contains("line/1 (line 4): exit 1");
    List<String> rows = pool.run("tasks", job, "--json").out().lines().toList();
    assertThat(rows).hasSize(3).allSatisfy(row -> JsonSchemas.checked("tasks", row));
    assertThat(pool.run("tasks", job, "--state", "failed").out())
        .contains("line/1")
        .contains("line 4");
    JsonNode row =
        JsonSchemas.checked("tasks", pool.run("tasks", job, "--line", "4", "--json").out());
    assertThat(row.get("machine").asText()).contains("worker");
    assertThat(pool.run("tasks", job, "--line", "1").exit()).isEqualTo(2);
    for (String form : List.of("--line 4", "line 4", "4", "line/1")) {
      List<String> words = new ArrayList<>(List.of("logs", job, "--json"));
      words.addAll(List.of(form.split(" ")));
      Ended logs = pool.run(words.toArray(String[]::new));
      assertThat(JsonSchemas.checked("logs", logs.out()).get("task").asText())
          .as(form)
          .isEqualTo("line/1");
    }
    JsonSchemas.checked("explain", pool.run("explain", job, "--json").out());
    assertThat(pool.run("explain", job, "line", "4").out())
        .startsWith("line/1 (line 4) failed: exit 1");
    JsonSchemas.checked("workers", pool.run("workers", "--json").out());
    JsonSchemas.checked("status", pool.run("status", "pool", "--json").out());
    JsonSchemas.checked("retry", pool.run("retry", job, "--json").out());
    JsonSchemas.checked("cancel", pool.run("cancel", job, "--json").out());
  }

  @Test
  void aManagerThatIsNotThereIsSaidToBe() throws Exception {
    PoolStage pool = pool();
    PoolStage.signal(pool.managerPid(), "KILL");
    Ended ended = pool.run("status", "--patience", "3");
    assertThat(ended.exit()).isEqualTo(6);
    assertThat(ended.err()).contains("the manager is not running");
    long killed = pool.managerPid();
    String job =
        pool.program.write("late.yaml", "tasks: [{name: one, command: 'true'}]\n").toString();
    Program.Call waiting = pool.start("submit", "-q", job);
    pool.up();
    assertThat(pool.managerPid()).isNotEqualTo(killed);
    Ended submitted = waiting.await();
    assertThat(submitted.exit()).as("submit waits for it: " + submitted.err()).isZero();
    pool.awaitOnline(2);
  }

  /** A task was bound for 22 s to a worker in its cleanup while the other stood idle. */
  @Test
  void aWorkerThatCleansUpIsNotGivenWorkAndThenIsAgain() throws Exception {
    PoolStage pool = pool();
    pool.awaitOnline(2);
    Path folder = pool.program.folder();
    int dirty =
        pool.submit(
            """
            tasks:
              - name: dirty
                command: 'true'
                cleanup: 'while [ ! -e %s/clean ]; do sleep 0.1; done'
            """
                .formatted(folder));
    assertThat(pool.run("watch", Integer.toString(dirty)).exit()).as("recorded early").isZero();

    int others = pool.submit("tasks: [{name: other, count: 6, command: 'true'}]\n");
    assertThat(pool.run("watch", Integer.toString(others)).exit()).isZero();

    Files.createFile(folder.resolve("clean"));
    int both =
        pool.submit(
            """
            tasks:
              - name: meet
                count: 2
                command: >-
                  touch %1$s/{index}.met;
                  while [ $(ls %1$s/*.met | wc -l) -lt 2 ]; do sleep 0.1; done
            """
                .formatted(folder));
    assertThat(pool.run("watch", Integer.toString(both)).exit()).as("both have room").isZero();
  }

  /** Settings that a pool's owner writes by hand outlive pool up, and hold after a restart. */
  @Test
  void whatIsWrittenIntoASettingsFileStays() throws Exception {
    PoolStage pool = pool();
    Path settings = Path.of(pool.dir(), "manager.yaml");
    String before = Files.readString(settings);
    String mine = before.replace("silence: 20s", "# mine\nsilence: 25s") + "policy: match\n";
    Files.writeString(settings, mine);
    PoolStage.signal(pool.managerPid(), "TERM");
    PoolStage.awaitEnd(pool.managerPid());
    pool.up();
    assertThat(settings).hasContent(mine);
    pool.awaitOnline(2);
    int job = pool.submit("tasks: [{name: one, command: 'true'}]\n");
    assertThat(pool.run("watch", Integer.toString(job)).exit()).isZero();

    Files.writeString(settings, before + "policy: gain\n");
    PoolStage.signal(pool.managerPid(), "TERM");
    PoolStage.awaitEnd(pool.managerPid());
    Ended other = pool.program.run("pool", "up", "--dir", pool.dir(), "--detach");
    assertThat(other.exit()).isEqualTo(6);
    assertThat(other.err()).contains("given jobs under policy match, and policy: says gain");
    assertThat(settings).hasContent(before + "policy: gain\n");
    Files.writeString(settings, before);
    pool.up();
    pool.awaitOnline(2);
  }

  @Test
  void aSecondManagerIsTurnedAway() throws Exception {
    PoolStage pool = pool();
    Ended second =
        pool.program.run("manager", "--config", Path.of(pool.dir(), "manager.yaml").toString());
    assertThat(second.exit()).isEqualTo(6);
    assertThat(second.err()).contains(Long.toString(pool.managerPid()));
  }

  /** Whoever signals a process and its group, as timeout does, signals it twice. */
  @Test
  void aSecondSignalDoesNotLeaveHalfOfAPoolThatIsWatched() throws Exception {
    Program program = pool().program;
    Program.Call watched =
        program.start(
            Map.of(), "pool", "up", "--server", server, "--workers", "1", "--dir", "watched");
    watched.awaitSaid("Ctrl-C");
    watched.signal("TERM");
    watched.awaitSaid("stopping");
    watched.signal("TERM");
    Ended ended = watched.await();
    assertThat(ended.exit()).as(ended.err()).isZero();
    List<String> pids =
        ended.out().lines().filter(line -> line.contains(" is up, process ")).toList();
    assertThat(pids).hasSize(atPort() ? 2 : 3);
    for (String line : pids) {
      assertThat(Program.runs(line.replaceFirst(".* ", ""))).as(line + ended.err()).isFalse();
    }
  }

  @Test
  void aPoolWhoseStartIsInterruptedIsNotLeftHalf() throws Exception {
    Program program = pool().program;
    Program.Call call =
        program.start(
            Map.of(), "pool", "up", "--server", server, "--dir", "interrupted", "--detach");
    call.awaitSaid("starting manager");
    call.signal("TERM");
    Ended ended = call.await();
    assertThat(ended.exit()).as(ended.err()).isEqualTo(130);
    assertThat(program.run("pool", "down", "--dir", "interrupted").out())
        .isEqualTo("nothing was running in interrupted\n");
  }
}
