package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.windhover.app.command.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool as a lab runs it: rights of accounts, drained workers, upgrades, backups. All real. */
final class LabIT {
  private static final String RULES =
      """
      users: ["*@localhost", "worker-2@localhost"]
      admins: ["user@localhost"]
      labels: {"worker-1@localhost": ["*"], "worker-2@localhost": [linux]}
      priorities: {highest: 5}
      """;

  @TempDir private Path folder;

  private static Path settings(PoolStage pool, String part) {
    return Path.of(pool.dir(), part + ".yaml");
  }

  private static void restart(PoolStage pool) throws IOException, InterruptedException {
    assertThat(pool.program.run("pool", "down", "--dir", pool.dir()).exit()).isZero();
    pool.up();
    pool.awaitOnline(2);
  }

  private static String value(Path settings, String key) throws IOException {
    return Files.readAllLines(settings).stream()
        .filter(line -> line.startsWith(key + ": "))
        .map(line -> line.substring(key.length() + 2))
        .findFirst()
        .orElseThrow();
  }

  /** The user's settings, but for the account of a worker. */
  private static Path as(PoolStage pool, String worker) throws IOException {
    String password = value(settings(pool, worker), "passwordFile");
    String text =
        Files.readString(settings(pool, "config"))
            .replace("user: \"user@localhost\"", "user: \"" + worker + "@localhost\"")
            .replaceFirst("passwordFile: \"[^\"]*\"", "passwordFile: " + password);
    return pool.program.write(worker + ".config", text);
  }

  private static Ended submitAs(PoolStage pool, String worker) throws Exception {
    Path job = pool.program.write("wait.yaml", "tasks: [{name: wait, command: sleep 600}]\n");
    return pool.program.run(
        "submit", "-q", "--config", as(pool, worker).toString(), job.toString());
  }

  @Test
  void accountsMayDoWhatTheSettingsSayAndAWorkerCanBeDrained() throws Exception {
    try (var pool = new PoolStage(folder, "prosody", 2)) {
      Path manager = settings(pool, "manager");
      String kept =
          String.join(
              "\n",
              Files.readAllLines(manager).stream().filter(l -> !l.startsWith("users")).toList());
      Files.writeString(manager, kept + "\n" + RULES);
      for (String worker : List.of("worker-1", "worker-2")) {
        Path file = settings(pool, worker);
        Files.writeString(file, Files.readString(file) + "offers: [gpu]\n");
      }
      restart(pool);

      for (JsonNode worker :
          JsonSchemas.checked("workers", pool.run("workers", "--json").out()).get("workers")) {
        boolean first = worker.get("address").asText().startsWith("worker-1@");
        assertThat(worker.get("offers").toString().contains("\"gpu\"")).isEqualTo(first);
      }
      assertThat(Path.of(pool.dir(), "manager.log"))
          .content()
          .containsPattern("worker-2@localhost offers [^,]*gpu[^,]*, which its account may not");

      Ended refused = submitAs(pool, "worker-1");
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err())
          .contains("worker-1@localhost is a worker's account")
          .hasLineCount(1);
      int others = Integer.parseInt(submitAs(pool, "worker-2").out().strip());
      assertThat(pool.status(others).get("name").asText()).isEqualTo("wait");
      assertThat(pool.run("cancel", Integer.toString(others)).out()).contains("cancelled");

      Path urgent =
          pool.program.write("urgent.yaml", "tasks: [{name: a, command: 'true', priority: 6}]\n");
      Ended above = pool.run("submit", urgent.toString());
      assertThat(above.exit()).isEqualTo(2);
      assertThat(above.err()).contains("priority 6 of a is higher").contains("at most 5");

      drain(pool);
    }
  }

  private static void drain(PoolStage pool) throws Exception {
    assertThat(pool.run("drain", "worker-2").out()).contains("worker-2@localhost", "nothing new");
    assertThat(Path.of(pool.dir(), "manager.log")).content().contains("drained: it is given");
    restart(pool);
    assertThat(pool.run("workers").out().lines())
        .anyMatch(line -> line.startsWith("worker-2@") && line.contains("drained"));
    int job = pool.submit("tasks: [{name: t, count: 4, command: 'true'}]\n");
    assertThat(pool.run("watch", Integer.toString(job)).exit()).isZero();
    for (String task : List.of("t/0", "t/3")) {
      assertThat(pool.run("logs", "--json", Integer.toString(job), task).out())
          .contains("worker-1@localhost");
    }
    assertThat(pool.run("drain", "worker-2", "--undrain").out()).contains("given work again");
    JsonNode again = JsonSchemas.checked("drain", pool.run("drain", "worker-2", "--json").out());
    assertThat(again.get("changed").get(0).asText()).startsWith("worker-2@localhost/");
    Ended nobody = pool.run("drain", "worker-9");
    assertThat(nobody.exit()).isEqualTo(2);
    assertThat(nobody.err()).contains("there is no worker worker-9");
  }

  @Test
  void anUpgradeLosesNothingAndABackupTakenMeanwhileIsWhole() throws Exception {
    try (var pool = new PoolStage(folder, "prosody", 2)) {
      int done = pool.submit("tasks: [{name: early, count: 5, command: 'true'}]\n");
      assertThat(pool.run("watch", Integer.toString(done)).exit()).isZero();
      int job =
          pool.submit(
              """
              tasks:
                - name: t
                  count: 30
                  command: 'sleep 0.5; echo {index} >> %s/did'
              """
                  .formatted(folder));
      String state = Path.of(pool.dir(), "manager").toString();
      Path copy = folder.resolve("copy");
      Ended backup = pool.program.run("backup", "--dir", state, copy.toString());
      assertThat(backup.exit()).as(backup.err()).isZero();
      assertThat(pool.program.run("backup", "--dir", state, copy.toString()).err())
          .contains("is there and not empty");

      PoolStage.signal(pool.managerPid(), "TERM"); // Where another version would be put in place.
      PoolStage.awaitEnd(pool.managerPid());
      pool.up();
      assertThat(pool.run("watch", Integer.toString(job)).exit()).isZero();
      assertThat(pool.program.lines("did")).doesNotHaveDuplicates().hasSize(30);

      assertThat(pool.program.run("pool", "down", "--dir", pool.dir()).exit()).isZero();
      Files.move(Path.of(state), folder.resolve("lost"));
      Files.move(copy, Path.of(state));
      pool.up();
      pool.awaitOnline(2);
      assertThat(pool.status(done).get("succeeded").asInt()).isEqualTo(5);
      Ended watched = pool.run("watch", Integer.toString(job));
      assertThat(watched.exit()).as(watched.out() + watched.err()).isZero();
      assertThat(pool.status(job).get("succeeded").asInt()).isEqualTo(30);
      Ended replayed = pool.program.run("replay", state);
      assertThat(replayed.out()).contains("every decision equal");
    }
  }
}
