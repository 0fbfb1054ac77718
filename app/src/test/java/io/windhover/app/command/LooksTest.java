package io.windhover.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.windhover.app.Typed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Explain, replay and validate. */
final class LooksTest {
  private static final String SWEEP =
      """
      name: sweep
      tasks:
        - {name: point, count: 10000, command: "./simulate {index}"}
        - {name: merge, after: [point], command: ./merge}
      """;

  @TempDir private Path home;

  private String dir() {
    return home.resolve("state").toString();
  }

  @Test
  void explainsWhyTasksWait() throws Exception {
    Stage stage = new Stage(Path.of(dir()), 2).submit(SWEEP);
    assertThat(Typed.here("explain", "--dir", dir()).out())
        .isEqualTo(
            """
            point: 9,998 tasks wait: the one machine that could take them is busy
            merge: 1 task waits: waiting for point
            """);
    assertThat(Typed.here("explain", "--json", "--dir", dir()).out())
        .contains("{\"group\":\"point\",\"tasks\":9998,\"state\":\"waiting\"")
        .contains("\"reason\":\"noRoomNow\"");
    stage.die();
  }

  @Test
  void explainsARunThatStopped() throws Exception {
    new Stage(Path.of(dir()), 2).submit(SWEEP).die();
    assertThat(Typed.here("explain", "--dir", dir()).out())
        .isEqualTo(
            """
            point: 9,998 tasks wait: nobody is running the job
            merge: 1 task waits: waiting for point
            nobody is running it; go on with: %s
            """
                .formatted(Stage.RESUME));
  }

  @Test
  void explainsFailuresAndRefusals() throws Exception {
    try (var stage = new Stage(Path.of(dir()), 2)) {
      stage.submit(SWEEP).fail(0, 3).fail(1, 4);
      assertThat(Typed.here("explain", "--dir", dir()).out())
          .startsWith("point: 2 tasks failed: 1 with exit 3, 1 with exit 4; see windhover status")
          .contains("point: 9,998 tasks skipped: a task failed")
          .contains("merge: 1 task skipped");
      stage.submit("{name: gpu, tasks: [{name: a, command: b, requires: [gpu]}]}");
      assertThat(Typed.here("explain", "--dir", dir()).out())
          .startsWith("the job was refused: no machine offers gpu\n");
    }
    assertThat(Typed.here("status", "--dir", dir()).out())
        .startsWith("gpu (job 2): failed after 0ms, refused: no machine offers gpu");
    assertThat(Typed.here("watch", "--dir", dir()).exit()).isEqualTo(3);
  }

  @Test
  void commandsThatNeverAskAPoolOfferNone() {
    for (String command : List.of("backup", "replay")) {
      assertThat(Typed.here(command, "--help").out())
          .contains("--dir=DIR")
          .doesNotContain("pool", "--timeout", "--config");
      Typed asked = Typed.here(command, "--pool", "lab", dir());
      assertThat(asked.exit()).isEqualTo(2);
      assertThat(asked.err()).startsWith("windhover: unknown option --pool");
    }
  }

  @Test
  void aLogThatCannotBeWrittenIsSaidInPlainWords() throws Exception {
    new Stage(Path.of(dir()), 2).submit(SWEEP).die();
    Typed folder = Typed.here("replay", dir(), "--log", home.toString());
    assertThat(folder.exit()).isEqualTo(2);
    assertThat(folder.err())
        .isEqualTo("windhover: --log: " + home + " is a folder; expected a file\n");
    Path nowhere = home.resolve("no/such");
    assertThat(Typed.here("replay", dir(), "--log", nowhere.toString()).err())
        .isEqualTo("windhover: --log: " + nowhere + " cannot be written: no such folder\n");
  }

  @Test
  void replayFindsEveryDecisionEqual() throws Exception {
    try (var stage = new Stage(Path.of(dir()), 2)) {
      stage.submit("{tasks: [{name: a, count: 5, command: b}]}").finishAll();
    }
    Path log = home.resolve("log");
    Typed typed = Typed.here("replay", dir(), "--log", log.toString());
    assertThat(typed.exit()).isZero();
    assertThat(typed.out()).containsPattern("(?s)\\d+ batches, \\d+ events.*every decision equal");
    assertThat(Files.readAllLines(log)).anyMatch(line -> line.contains("assign 1/0#1 m1"));
    Typed json = Typed.here("replay", "--dir", dir(), "--json");
    assertThat(json.out()).contains("\"equal\":true");
  }

  @Test
  void replayCatchesADecisionThatWasAltered() throws Exception {
    try (var stage = new Stage(Path.of(dir()), 2)) {
      stage.submit("{tasks: [{name: a, count: 5, command: b}]}").finishAll();
    }
    try (Connection database =
            DriverManager.getConnection("jdbc:sqlite:" + dir() + "/windhover.db");
        Statement change = database.createStatement()) {
      int changed =
          change.executeUpdate(
              "UPDATE journal SET decision = replace(decision, '1/1#1', '1/2#1')"
                  + " WHERE decision LIKE '%1/1#1%'");
      assertThat(changed).isEqualTo(1);
    }
    Typed typed = Typed.here("replay", dir());
    assertThat(typed.exit()).isEqualTo(5);
    assertThat(typed.out())
        .containsPattern("1 of \\d+ decisions differ, first in batch 2:")
        .contains("happened  [submitted 1 sweep x5]")
        .contains("recorded  [{\"do\":\"assign\"")
        .contains("now       [{\"do\":\"assign\"");
    assertThat(Typed.here("replay", dir(), "--json").exit()).isEqualTo(5);
  }

  @Test
  void replayRefusesAPolicyThatIsNone() {
    new Stage(Path.of(dir()), 1).die();
    Typed typed = Typed.here("replay", dir(), "--policy", "mach");
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("\"mach\" is not a policy; there are: bag, ");
  }

  @Test
  void validateNamesEveryProblem() throws Exception {
    Path bad = home.resolve("bad.yaml");
    Files.writeString(
        bad, "tasks:\n  - {name: a, comand: b}\n  - {name: c, command: d, cores: x}\n");
    Typed typed = Typed.here("validate", bad.toString());
    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.out()).isEmpty();
    assertThat(typed.err().lines()).hasSizeGreaterThan(1).allMatch(l -> l.startsWith(bad + ":"));
    assertThat(typed.err()).contains("did you mean \"command\"?");
    assertThat(Typed.here("validate", "--json", bad.toString()).out())
        .startsWith("{\"valid\":false,\"files\":[{")
        .contains("\"field\":\"tasks[0].comand\"");
  }

  @Test
  void validateSumsUpWhatIsFine() throws Exception {
    Path good = home.resolve("good.yaml");
    Files.writeString(good, SWEEP);
    Path policy = home.resolve("policy.yaml");
    Files.writeString(policy, "policy: {name: bags}\n" + SWEEP);
    Typed typed = Typed.here("validate", good.toString());
    assertThat(typed.exit()).isZero();
    assertThat(typed.out())
        .isEqualTo(good + ": job sweep, 10,001 tasks in 2 groups, up to 1 core each\n");
    Typed unknown = Typed.here("validate", good.toString(), policy.toString());
    assertThat(unknown.exit()).isEqualTo(2);
    String problem = policy + ":1: policy: \"bags\" is not a policy; there are: bag, ";
    assertThat(unknown.err()).contains(problem);
    Typed run = Typed.here("run", policy.toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(problem);
    Path lines = home.resolve("lines.txt");
    Files.write(lines, List.of("echo a", "echo b"));
    assertThat(Typed.here("validate", "--lines", lines.toString()).out()).contains("2 tasks");
    assertThat(Typed.here("validate").exit()).isEqualTo(2);
    assertThat(Typed.here("validate", "--schema").out()).contains("\"$schema\"");
  }

  @Test
  void validateTellsScenariosAndCataloguesFromJobs() throws Exception {
    Path examples = Path.of(System.getProperty("windhover.root", ".."), "examples", "scenarios");
    Path storm = examples.resolve("storm.yaml");
    Path catalogue = examples.resolve("ec2-2019.yaml");
    Typed typed = Typed.here("validate", storm.toString(), catalogue.toString());
    assertThat(typed.exit()).as(typed.err()).isZero();
    assertThat(typed.out())
        .isEqualTo(
            """
            %s: scenario storm, 60 tasks within 35m, 4 VM types, market: hibernation, policy bag
            %s: catalogue ec2-2019, 4 VM types
            """
                .formatted(storm, catalogue));
    Path stormy = home.resolve("stormy.yaml");
    Files.writeString(
        stormy,
        """
        market: {hibernation: {hibernations: 3, per: 1h}}
        types: [{name: a, cores: 1, prices: {spot: 1}}]
        """);
    assertThat(Typed.here("validate", stormy.toString()).out())
        .isEqualTo(stormy + ": catalogue stormy, 1 VM type\n");
    Path bad = home.resolve("s.yaml");
    Files.writeString(
        bad, "catalogue: {types: [{name: a, cores: 1, prices: {spot: 1}}]}\nwork: {tsks: []}\n");
    Typed wrong = Typed.here("validate", "--json", bad.toString());
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.out()).contains("\"kind\":\"scenario\"", "\"field\":\"work.tsks\"");
    assertThat(Typed.here("validate", "--schema", "scenario").out())
        .contains("urn:windhover:scenario");
    assertThat(Typed.here("validate", "--schema", "catalogue").out())
        .contains("urn:windhover:catalogue");
  }

  @Test
  void everyCommandExplainsItself() {
    for (String command :
        List.of(
            "status",
            "watch",
            "logs",
            "explain",
            "cancel",
            "retry",
            "validate",
            "replay",
            "simulate")) {
      Typed typed = Typed.here(command, "--help");
      assertThat(typed.exit()).isZero();
      assertThat(typed.out()).startsWith("Usage: windhover " + command).contains("Examples:");
    }
  }
}
